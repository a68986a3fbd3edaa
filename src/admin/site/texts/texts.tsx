import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { textIn } from '#contract/site'
import { type SiteText, longestText } from '#features/site-texts/contract'
import { siteTextsQuery } from '#features/site-texts/queries'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import { folded } from '#text/fold'
import { UnsavedMark } from '#records/editor/saved-form'
import { Button } from '#ui/controls/buttons/button'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { SearchBox } from '#ui/controls/fields/search-box'
import { Switch } from '#ui/controls/fields/switch'
import { TextField } from '#ui/controls/fields/text-field'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { loadFailed } from '#ui/controls/states/load-failed'
import { NothingFound } from '#ui/controls/states/nothing-found'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { groupsOf, pageOf } from './text-groups'

/** What is typed for each text and not saved, by its key. */
export type TypedTexts = Record<string, Partial<Record<Language, string>>>
type Typed = TypedTexts[string]

type TextsProps = { typed: TypedTexts; onTyped: (typed: TypedTexts) => void }

export const isUnsaved = (typed: TypedTexts): boolean =>
  Object.values(typed).some((words) => Object.keys(words).length > 0)

/** The interface texts of the public site: search, edit and reset. */
export function SiteTexts(props: TextsProps) {
  const t = useText()
  return (
    <UserRegion loading={<TableSkeleton label={t('site.texts.loading')} />} failed={loadFailed('site.texts.failed')}>
      <Texts {...props} />
    </UserRegion>
  )
}

function Texts({ typed, onTyped }: TextsProps) {
  const t = useText()
  const { data: texts } = useSuspenseQuery(siteTextsQuery())
  const [q, setQ] = useState('')
  const [isOwnOnly, setIsOwnOnly] = useState(false)
  const own = texts.filter(isOwn)
  const found = (isOwnOnly ? own : texts).filter((text) => holds(text, q))
  return (
    <div className="site-fields">
      <p className="kit-note">{t('site.texts.intro')}</p>
      <div className="site-texts-tools">
        <SearchBox label={t('site.texts.search')} value={q} onChange={setQ} />
        <Switch isSelected={isOwnOnly} onChange={setIsOwnOnly}>
          {t('site.texts.ownOnly', { count: own.length })}
        </Switch>
      </div>
      <output className="kit-hidden">{t('site.texts.found', { count: found.length })}</output>
      <NothingFound words={found.length === 0 && q !== '' ? q : undefined} onClear={() => setQ('')} />
      {groupsOf(found).map(({ group, texts: some }) => (
        <Group key={group} group={group} texts={some} typed={typed} onTyped={onTyped} />
      ))}
    </div>
  )
}

type GroupProps = TextsProps & { group: string; texts: readonly SiteText[] }

function Group({ group, texts, typed, onTyped }: GroupProps) {
  const t = useText()
  const id = useId()
  return (
    <section className="site-text-group" aria-labelledby={id}>
      <h2 id={id}>{t(`site.texts.group.${group}` as 'site.texts.group.other')}</h2>
      <ul>
        {texts.map((text) => (
          <OneText
            key={text.key}
            text={text}
            typed={typed[text.key] ?? {}}
            onTyped={(words) => onTyped({ ...typed, [text.key]: words })}
          />
        ))}
      </ul>
    </section>
  )
}

const isOwn = ({ values }: SiteText) => Object.values(values).some((value) => value !== null)

function holds({ key, defaults, values }: SiteText, q: string): boolean {
  const text = folded([key, ...Object.values(defaults), ...Object.values(values)].join(' '))
  return folded(q)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

type OneTextProps = { text: SiteText; typed: Typed; onTyped: (words: Typed) => void }

/** A text, and when it is selected a field for each language. */
function OneText({ text, typed, onTyped }: OneTextProps) {
  const t = useText()
  const language = usePageLanguage()
  const isTyped = isUnsaved({ typed })
  const [isOpen, setIsOpen] = useState(isTyped)
  const toggle = useRef<HTMLButtonElement>(null)
  const { key, defaults, values } = text
  const hasOwn = isOwn(text)
  const wording = values[language] ?? textIn(defaults, language)
  return (
    <li className="site-text" data-own={hasOwn || undefined}>
      <div className="site-text-head">
        <span className="site-text-said">
          {wording}
          {isTyped && <UnsavedMark />}
        </span>
        {hasOwn && <span className="edit-badge">{t('site.texts.own')}</span>}
        <Button
          ref={toggle}
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={t('site.texts.changeOne', { text: wording })}
          onPress={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'site.texts.close' : 'site.texts.change')}
        </Button>
      </div>
      {isOpen && (
        <TextForm
          key={key}
          text={text}
          typed={typed}
          onTyped={onTyped}
          onDone={() => {
            onTyped({})
            setIsOpen(false)
            toggle.current?.focus()
            // The row itself may disappear, when only the owner's texts are listed.
            rescueFocus()
          }}
        />
      )}
    </li>
  )
}

function TextForm({
  text: { key, group, defaults, values },
  typed,
  onTyped,
  onDone,
}: OneTextProps & { onDone: () => void }) {
  const t = useText()
  const type = (language: Language, wording: string) => {
    const { [language]: _, ...others } = typed
    onTyped(wording === (values[language] ?? '') ? others : { ...typed, [language]: wording })
  }
  const { mutate, isPending, error } = useWrite<SiteText[]>({
    failed: t('site.texts.notSaved'),
    done: t('site.texts.saved'),
    stale: [siteTextsQuery().queryKey],
    onDone,
  })
  const faults = issuesByField(fieldIssues(error))
  const write = (texts: Record<string, string | null> | null) =>
    mutate({ method: 'PUT', path: '/api/site/texts', body: { [key]: texts } })
  const save = () => {
    const changed = Object.entries(typed).map(([language, wording]) => [language, wording.trim() || null])
    if (changed.length > 0) write(Object.fromEntries(changed))
    else onDone()
  }
  return (
    <Form className="site-text-form" error={error} onSubmit={save}>
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <TextField
            key={language}
            label={locales[language]}
            value={typed[language] ?? values[language] ?? ''}
            placeholder={defaults[language]}
            description={t('site.texts.builtIn', { text: defaults[language] })}
            error={faults[`${key}.${language}`] ?? faults[key]}
            maxLength={longestText}
            rows={defaults[language].length > 60 ? 3 : 1}
            onChange={(wording) => type(language, wording)}
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
    </Form>
  )
}
