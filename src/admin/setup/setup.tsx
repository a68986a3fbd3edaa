import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AccentField, PictureField } from '#admin/site/appearance-fields'
import { Form, FormFault } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { authCheckQuery } from '#auth/sessions/session'
import { fieldIssues, issuesByField } from '#client/field-issues'
import { longestSentence, type SetupInput, type SetupState, type Start, starts } from '#contract/setup'
import { setupStateQuery } from './queries'
import { siteQuery } from '#features/settings/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { Choice } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { Spinner } from '#ui/controls/states/spinner'
import { Redirect } from '#auth/sessions/user-region'

/** The first screen after the first administrator is made; a site that has had it leads to the dashboard. */
export function SetupScreen() {
  const t = useText()
  const { data: check } = useQuery(authCheckQuery())
  const { data: setup, isError } = useQuery({ ...setupStateQuery(), enabled: check?.needsSecondFactor !== true })
  if (check?.needsSecondFactor) return <Redirect to={href(adminPaths.account)} />
  if (isError || setup?.open === false) return <Redirect to={href(adminPaths.dashboard)} />
  return setup ? <Questions /> : <Spinner label={t('adminNav.loading')} />
}

const nothing = byLanguage(() => '')

/** Three questions and what to start with. Whatever is left empty stays as it is. */
function Questions() {
  const t = useText()
  const navigate = useNavigate()
  const { data: site } = useQuery(siteQuery())
  const [name, setName] = useState('')
  const [sentence, setSentence] = useState<Record<Language, string>>(nothing)
  const [accent, setAccent] = useState<string>()
  const [logo, setLogo] = useState('')
  const [start, setStart] = useState<Start>('example')
  const write = useWrite<SetupState>({ failed: t('begin.failed'), stale: [setupStateQuery().queryKey] })
  const faults = issuesByField(fieldIssues(write.error))
  const inForce = site?.accent ?? ''

  const answer = (body: SetupInput, to: string) =>
    write.mutate(
      { method: 'POST', path: '/api/setup', body },
      // A new document, whose name, colour and texts are the new ones.
      { onSuccess: () => (Object.keys(body).length > 0 ? location.assign(to) : void navigate(to, { replace: true })) },
    )
  const begin = () =>
    answer(
      {
        start,
        ...(name.trim() !== '' && { name }),
        ...(Object.values(sentence).some((text) => text.trim() !== '') && { sentence }),
        ...(accent && accent !== inForce && { accent }),
        ...(logo !== '' && { logo: Number(/\d+/.exec(logo)?.[0]) }),
      },
      href(start === 'import' ? adminPaths.import : adminPaths.dashboard),
    )

  return (
    <Form className="kit-form setup-form" error={write.error} onSubmit={begin}>
      <TextField
        label={t('site.name')}
        description={t('begin.nameHint')}
        maxLength={60}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- answering is all that the screen is for
        autoFocus
        autoComplete="organization"
        value={name}
        onChange={setName}
        error={faults.name}
      />
      <Sentences sentence={sentence} onChange={setSentence} faults={faults} />
      <AccentField value={accent ?? inForce} onChange={setAccent} error={faults.accent} />
      <PictureField
        label={t('site.logo')}
        description={t('site.logoHint')}
        value={logo}
        onChange={setLogo}
        onRemove={() => setLogo('')}
        error={faults.logo}
      />
      <Choice
        label={t('begin.start')}
        value={start}
        onChange={setStart}
        options={starts.map((value) => ({
          value,
          label: t(`begin.${value}`),
          note: t(`begin.${value}Note`),
        }))}
      />
      <FormFault error={write.error} />
      <div className="setup-actions">
        <Button variant="quiet" isPending={write.isPending} onPress={() => answer({}, href(adminPaths.dashboard))}>
          {t('begin.skip')}
        </Button>
        <Button type="submit" variant="primary" isPending={write.isPending}>
          {t(write.isPending ? 'begin.pending' : 'begin.submit')}
        </Button>
      </div>
    </Form>
  )
}

type SentencesProps = {
  sentence: Record<Language, string>
  onChange: (sentence: Record<Language, string>) => void
  faults: Partial<Record<string, string>>
}

/** One sentence in each language, that of the screen first: the others are optional. */
function Sentences({ sentence, onChange, faults }: SentencesProps) {
  const t = useText()
  const shown = usePageLanguage()
  const { nameOf } = useLanguageNames()
  const order = [shown, ...languages.filter((language) => language !== shown)]
  return order.map((language, index) => (
    <TextField
      key={language}
      label={t(index === 0 ? 'begin.sentence' : 'begin.sentenceOptional', { language: nameOf(language) })}
      description={index === 0 ? t('begin.sentenceHint') : undefined}
      lang={language}
      rows={2}
      wraps
      maxLength={longestSentence}
      value={sentence[language]}
      onChange={(text) => onChange({ ...sentence, [language]: text })}
      error={faults[`sentence.${language}`]}
    />
  ))
}
