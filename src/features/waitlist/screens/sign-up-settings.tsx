import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveForm } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { fieldIssues, issuesByField } from '#client/field-issues'
import type { WelcomeMail } from '#contract/site'
import { type SignUpMode, signUpModes } from '#contract/site-values'
import { LeaveGuard } from '#editing/leave-guard'
import { RichTextField } from '#editing/rich-text-field'
import { Segments } from '#editing/segments'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { ChevronLeftIcon } from '#ui/controls/buttons/icons'
import { Choice, Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { Link } from '#ui/link'
import { signUpQuery, type SignUpSettings, welcomePage } from '../queries'

/** What the sign-up form is for, and the mail to those who have confirmed. */
export function SignUpSettingsPart() {
  const t = useText()
  const { data: settings } = useSuspenseQuery(signUpQuery())
  return (
    <>
      <Link href={href(adminPaths.waitlist)} className="admin-back">
        <ChevronLeftIcon />
        {t('signUp.back')}
      </Link>
      <ModeForm settings={settings} />
      <WelcomeForm settings={settings} />
    </>
  )
}

function ModeForm({ settings }: { settings: SignUpSettings }) {
  const t = useText()
  const [mode, setMode] = useState<SignUpMode>(settings.signUp)
  const { mutate, isPending, error } = useWrite<SignUpSettings>({
    failed: t('signUp.failed'),
    stale: [signUpQuery().queryKey],
    // The texts of the admin and of its previews depend on it.
    onDone: ({ signUp }) => signUp !== settings.signUp && window.location.reload(),
  })
  return (
    <section className="admin-panel" aria-labelledby="sign-up">
      <h2 id="sign-up">{t('signUp.title')}</h2>
      <SaveForm
        {...{ error, isPending }}
        className="kit-stack"
        isDisabled={mode === settings.signUp}
        label={t('signUp.save')}
        onSave={() => mutate({ method: 'PUT', path: '/api/settings', body: { signUp: mode } })}
      >
        <Choice
          label={t('signUp.mode')}
          value={mode}
          onChange={setMode}
          options={signUpModes.map((value) => ({
            value,
            label: t(`signUp.modeOf.${value}`),
            note: t(`signUp.modeNote.${value}`),
          }))}
        />
      </SaveForm>
    </section>
  )
}

const noWelcome: WelcomeMail = { subject: byLanguage(() => ''), text: byLanguage(() => '') }

function WelcomeForm({ settings: { welcome } }: { settings: SignUpSettings }) {
  const t = useText()
  const client = useQueryClient()
  const { labelOf } = useLanguageNames()
  const [isOn, setOn] = useState(welcome !== null)
  const [values, setValues] = useState(welcome ?? noWelcome)
  const { mutate, isPending, error } = useWrite<SignUpSettings>({
    failed: t('signUp.welcomeFailed'),
    done: t('signUp.welcomeSaved'),
    // The stored text is sanitized.
    onDone: (saved) => {
      client.setQueryData(signUpQuery().queryKey, saved)
      if (saved.welcome) setValues(saved.welcome)
    },
  })
  const issues = issuesByField(fieldIssues(error))
  const isDirty = isOn !== (welcome !== null) || (isOn && JSON.stringify(values) !== JSON.stringify(welcome))
  const change = (part: keyof WelcomeMail, language: Language, text: string) =>
    setValues((before) => ({ ...before, [part]: { ...before[part], [language]: text } }))
  return (
    <section className="admin-panel" aria-labelledby="welcome">
      <h2 id="welcome">{t('signUp.welcome')}</h2>
      <p className="kit-note">{t('signUp.welcomeText')}</p>
      <SaveForm
        {...{ error, isPending }}
        className="kit-stack"
        isDisabled={!isDirty}
        label={t('signUp.save')}
        onSave={() => mutate({ method: 'PUT', path: '/api/settings', body: { welcome: isOn ? values : null } })}
      >
        <Switch isSelected={isOn} onChange={setOn}>
          {t('signUp.welcomeOn')}
        </Switch>
        {isOn && (
          <div className="admin-languages">
            {languages.map((language) => (
              <fieldset key={language}>
                <legend className="kit-label">{labelOf(language)}</legend>
                <TextField
                  label={t('signUp.subject')}
                  lang={language}
                  maxLength={200}
                  value={values.subject[language]}
                  onChange={(text) => change('subject', language, text)}
                  error={issues[`welcome.subject.${language}`]}
                />
                <RichTextField
                  label={t('signUp.text')}
                  language={language}
                  value={values.text[language]}
                  onChange={(text) => change('text', language, text)}
                  error={issues[`welcome.text.${language}`]}
                />
              </fieldset>
            ))}
          </div>
        )}
        {isOn && <p className="kit-note">{t('signUp.oneLanguage')}</p>}
      </SaveForm>
      {welcome && <WelcomePreview key={JSON.stringify(welcome)} isDirty={isDirty} />}
      <LeaveGuard isActive={isDirty} isKept={false} />
    </section>
  )
}

/** The stored mail as subscribers get it, and a test of it. */
function WelcomePreview({ isDirty }: { isDirty: boolean }) {
  const t = useText()
  const { labelOf } = useLanguageNames()
  const [language, setLanguage] = useState(usePageLanguage())
  const { mutate, isPending } = useWrite<{ to: string }>({
    failed: t('signUp.testFailed'),
    done: ({ to }) => t('signUp.tested', { to }),
  })
  return (
    <div className="sign-up-preview">
      <header>
        <h3>{t('signUp.preview')}</h3>
        <Segments
          label={t('signUp.previewLanguage')}
          options={languages.map((one) => ({ id: one, label: labelOf(one) }))}
          selected={language}
          onSelect={setLanguage}
        />
        <Button
          isPending={isPending}
          isDisabled={isDirty}
          onPress={() => mutate({ method: 'POST', path: '/api/settings/welcome/test', body: { language } })}
        >
          {t('signUp.test')}
        </Button>
      </header>
      {isDirty && <p className="kit-note">{t('signUp.saveFirst')}</p>}
      <iframe
        title={t('signUp.preview')}
        src={welcomePage(language)}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
    </div>
  )
}
