import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { textIn } from '#contract/site'
import { longestText, type SiteText } from '#features/site-texts/contract'
import { siteTextsQuery } from '#features/site-texts/queries'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import { Button } from '#ui/controls/buttons/button'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { TextField } from '#ui/controls/fields/text-field'
import { useToast } from '#ui/toasts/toast'
import { pageOf } from './text-groups'

/** A text as it is, and, when it is chosen, a field for it in each language. */
export function OneText({ text }: { text: SiteText }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const [isOpen, setIsOpen] = useState(false)
  const { key, defaults, values } = text
  const isOwn = Object.values(values).some((value) => value !== null)
  const said = values[language] ?? textIn(defaults, language)
  return (
    <li className="site-text" data-own={isOwn || undefined}>
      <div className="site-text-head">
        <span className="site-text-said">{said}</span>
        {isOwn && <span className="edit-badge">{t('site.texts.own')}</span>}
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={t('site.texts.changeOne', { text: said })}
          onPress={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'site.texts.close' : 'site.texts.change')}
        </Button>
      </div>
      {isOpen && <TextForm key={key} text={text} onDone={() => setIsOpen(false)} />}
    </li>
  )
}

function TextForm({ text: { key, group, defaults, values }, onDone }: { text: SiteText; onDone: () => void }) {
  const t = useText()
  const toast = useToast()
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(languages.map((language) => [language, values[language] ?? ''])),
  )
  const { mutate, isPending, error } = useWrite<SiteText[]>({
    failed: t('site.texts.notSaved'),
    stale: [siteTextsQuery().queryKey],
    onDone: () => {
      toast({ title: t('site.texts.saved') })
      onDone()
    },
  })
  const faults = issuesByField(fieldIssues(error))
  const write = (texts: Record<string, string | null> | null) =>
    mutate({ method: 'PUT', path: '/api/site/texts', body: { [key]: texts } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write(Object.fromEntries(Object.entries(typed).map(([language, said]) => [language, said.trim() || null])))
  }
  return (
    <form className="site-text-form" noValidate onSubmit={submit}>
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <TextField
            key={language}
            label={locales[language]}
            value={typed[language] ?? ''}
            placeholder={defaults[language]}
            description={t('site.texts.builtIn', { text: defaults[language] })}
            error={faults[`${key}.${language}`] ?? faults[key]}
            maxLength={longestText}
            rows={defaults[language].length > 60 ? 3 : 1}
            onChange={(said) => setTyped({ ...typed, [language]: said })}
          />
        ))}
      </div>
      <div className="edit-row">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('site.texts.save')}
        </Button>
        {Object.values(values).some((value) => value !== null) && (
          <Button onPress={() => write(null)} isPending={isPending}>
            {t('site.texts.takeBack')}
          </Button>
        )}
        <LinkButton variant="quiet" href={pageOf(group)} target="_blank">
          {t('site.texts.where')}
        </LinkButton>
      </div>
    </form>
  )
}
