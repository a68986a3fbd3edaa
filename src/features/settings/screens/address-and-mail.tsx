import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { ConfirmationField, useConfirmation } from '#auth/screens/account/confirmation'
import { fieldIssues, issuesByField } from '#client/field-issues'
import { mailQuery } from '#client/mail-query'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { setTimeZone } from '#i18n/site-zone'
import { Button } from '#ui/controls/buttons/button'
import { ComboField } from '#ui/controls/fields/combo-field'
import { Select } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/states'
import { isSensitive, mailSecurities, type MailTestResult, type Settings } from '../owner/contract'
import { settingsQuery } from '../queries'

const stale = [settingsQuery().queryKey, mailQuery().queryKey, ['/api/checklist']]

/** The public address, the mail server and what goes with them. What the environment sets is shown, and locked. */
export function AddressAndMail({ onChanged }: { onChanged(isChanged: boolean): void }) {
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const [values, setValues] = useState(() => valuesOf(settings))
  const t = useText()
  const client = useQueryClient()
  const changes = changesOf(values, settings)
  const isChanged = Object.keys(changes).length > 0
  const tell = useEffectEvent(onChanged)
  useEffect(() => tell(isChanged), [isChanged])
  const save = useWrite<Settings>({
    failed: t('address.failed'),
    done: t('address.saved'),
    stale,
    onDone(answer) {
      client.setQueryData(settingsQuery().queryKey, answer)
      setValues(valuesOf(answer))
      setTimeZone(answer.timeZone ?? undefined)
      // Requests to the old address are redirected from now on, which forms are not.
      if (changes.siteUrl !== undefined && answer.siteUrl !== null && answer.siteUrl !== location.origin)
        // When the fields count as saved, so that nothing asks whether to leave.
        setTimeout(() => location.assign(`${answer.siteUrl}${href(adminPaths.settings)}?page=address`), 100)
    },
  })
  const confirmation = useConfirmation(save.error, isSensitive(changes) ? 'session' : 'nothing')
  const put = (proof: object) => save.mutate({ method: 'PUT', path: '/api/settings', body: { ...changes, ...proof } })
  const form = {
    values,
    settings,
    faults: issuesByField(fieldIssues(save.error)),
    set: (change: Partial<AddressValues>) => setValues((known) => ({ ...known, ...change })),
  }
  return (
    <Form
      data-saves
      className="kit-form address-form"
      error={confirmation.error}
      onSubmit={() => confirmation.confirm(put)}
    >
      <AddressFields {...form} />
      <MailFields {...form} />
      <TimeFields {...form} />
      <div className="kit-form">
        <ConfirmationField {...confirmation.field} />
        <div className="kit-actions">
          <Button
            type="submit"
            variant="primary"
            isDisabled={!isChanged}
            isPending={save.isPending || confirmation.isPending}
          >
            {t(save.isPending ? 'address.trying' : 'account.save')}
          </Button>
        </div>
      </div>
    </Form>
  )
}

type Fields = {
  values: AddressValues
  settings: Settings
  faults: Partial<Record<string, string>>
  set(change: Partial<AddressValues>): void
}

type SettingFieldProps = Partial<ComponentProps<typeof TextField>> & {
  name: 'siteUrl' | 'securityContact' | 'mailFrom' | 'mailTo'
  fields: Fields
}

/** A setting, which is locked where the environment sets it. */
function SettingField({ name, fields: { values, settings, faults, set }, ...props }: SettingFieldProps) {
  const t = useText()
  const by = settings.fixed[name]
  return (
    <TextField
      label={t(`address.${name}`)}
      description={by ? t('address.fixed', { variable: by }) : t(`address.${name}Hint`)}
      isReadOnly={by !== undefined}
      value={values[name]}
      onChange={(text) => set({ [name]: text })}
      error={faults[name]}
      {...props}
    />
  )
}

function AddressFields(fields: Fields) {
  const t = useText()
  const typed = fields.values.siteUrl.trim()
  const moves = typed !== (fields.settings.siteUrl ?? '') && typed !== ''
  return (
    <Section title={t('address.address')}>
      <SettingField name="siteUrl" fields={fields} type="url" inputMode="url" placeholder="https://example.com" />
      {moves && <Alert variant="info">{t('address.moves')}</Alert>}
      <SettingField name="securityContact" fields={fields} />
    </Section>
  )
}

function MailFields(fields: Fields) {
  const { values, settings, faults } = fields
  const t = useText()
  const faultOfOne = Object.entries(faults).find(([path]) => path.startsWith('mailTo.'))?.[1]
  return (
    <Section title={t('address.mail')}>
      <MailState settings={settings} />
      <ServerFields {...fields} />
      <SettingField name="mailFrom" fields={fields} placeholder="Acme <site@example.com>" />
      <SettingField name="mailTo" fields={fields} error={faults.mailTo ?? faultOfOne} />
      <TryMail values={values} settings={settings} />
    </Section>
  )
}

/** What is missing before mail is sent. */
function MailState({ settings }: { settings: Settings }) {
  const t = useText()
  if (settings.mailServer?.needsPassword)
    return (
      <Alert variant="warning" title={t('address.passwordLost')}>
        {t('address.passwordLostText')}
      </Alert>
    )
  const missing = [
    ...(settings.mailServer === null ? [t('address.server')] : []),
    ...(settings.mailFrom === null ? [t('address.mailFrom')] : []),
    ...(settings.mailTo.length === 0 ? [t('address.mailTo')] : []),
    ...(settings.siteUrl === null ? [t('address.siteUrl')] : []),
  ]
  if (missing.length === 0) return null
  return (
    <Alert variant="info" title={t('address.noMail')}>
      {t('address.missing', { fields: missing.join(', ') })}
    </Alert>
  )
}

function ServerFields({ values, settings, faults, set }: Fields) {
  const t = useText()
  const by = settings.fixed.mailServer
  const own = settings.mailServer
  const isStored = own?.hasPassword && own.host === values.host && own.username === values.username
  const field = (name: 'host' | 'port' | 'username' | 'password') => ({
    label: t(`address.${name}`),
    isReadOnly: by !== undefined,
    value: values[name],
    onChange: (text: string) => set({ [name]: text }),
    error: faults[`mailServer.${name}`],
  })
  const machine = { autoCapitalize: 'none', autoComplete: 'off' } as const
  return (
    <>
      <div className="address-server">
        <TextField
          {...field('host')}
          {...machine}
          description={by && t('address.fixed', { variable: by })}
          placeholder="smtp.example.com"
          error={faults['mailServer.host'] ?? faults.mailServer}
        />
        <TextField {...field('port')} inputMode="numeric" onChange={(port) => set({ port, ...securityAt[port] })} />
      </div>
      {by === undefined && (
        <Select
          label={t('address.security')}
          value={values.security}
          onChange={(security) => set({ security })}
          options={mailSecurities.map((value) => ({ value, label: t(`address.security.${value}`) }))}
          error={faults['mailServer.security']}
        />
      )}
      <TextField {...field('username')} {...machine} />
      {by === undefined && (
        <TextField
          {...field('password')}
          description={t(isStored ? 'address.passwordStored' : 'address.passwordHint')}
          type="password"
          autoComplete="new-password"
        />
      )}
    </>
  )
}

/** What providers use at a port. */
const securityAt: Readonly<Record<string, { security: string }>> = {
  465: { security: 'tls' },
  587: { security: 'starttls' },
  25: { security: 'auto' },
}

/** Sends a mail by what is in the fields, and stores nothing. */
function TryMail({ values, settings }: Pick<Fields, 'values' | 'settings'>) {
  const t = useText()
  const changes = changesOf(values, settings)
  const { mutate, isPending, error, data } = useWrite<MailTestResult>({ failed: t('address.testFailed') })
  const server = changes.mailServer === undefined ? undefined : (serverOf(values) ?? undefined)
  const body = {
    ...(server && { mailServer: server }),
    ...(typeof changes.mailFrom === 'string' && { mailFrom: changes.mailFrom }),
  }
  const asks = Object.keys(body).length > 0
  const confirmation = useConfirmation(error, asks ? 'session' : 'nothing')
  const issues = Object.values(issuesByField(fieldIssues(error)))
  const test = (proof: object) =>
    mutate({ method: 'POST', path: '/api/settings/mail/test', body: { ...body, ...proof } })
  return (
    <div className="kit-stack">
      {error !== null && <ConfirmationField {...confirmation.field} />}
      <div className="kit-actions">
        <Button
          isPending={isPending || confirmation.isPending}
          isDisabled={values.host.trim() === ''}
          onPress={() => confirmation.confirm(test)}
        >
          {t(isPending ? 'address.testing' : 'address.test')}
        </Button>
      </div>
      {data && !isPending && <Alert variant="success">{t('address.tested', { to: data.to })}</Alert>}
      {issues.length > 0 && !isPending && <Alert variant="danger">{issues.join(' ')}</Alert>}
    </div>
  )
}

function TimeFields({ values, settings, faults, set }: Fields) {
  const t = useText()
  const by = settings.fixed.timeZone
  return (
    <Section title={t('address.time')}>
      {by === undefined ? (
        <ComboField
          label={t('address.timeZone')}
          description={t('address.timeZoneHint')}
          options={zones()}
          optionsLabel={t('address.zones')}
          value={values.timeZone}
          onChange={(timeZone) => set({ timeZone })}
          error={faults.timeZone}
        />
      ) : (
        <TextField
          label={t('address.timeZone')}
          description={t('address.fixed', { variable: by })}
          isReadOnly
          value={values.timeZone}
          onChange={() => {}}
        />
      )}
    </Section>
  )
}

/** That of the browser comes first. */
function zones(): string[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="address-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const valuesOf = (settings: Settings) => ({
  siteUrl: settings.siteUrl ?? '',
  host: settings.mailServer?.host ?? '',
  port: String(settings.mailServer?.port ?? 587),
  security: String(settings.mailServer?.security ?? 'starttls'),
  username: settings.mailServer?.username ?? '',
  password: '',
  mailFrom: settings.mailFrom ?? '',
  mailTo: settings.mailTo.join(', '),
  securityContact: settings.securityContact ?? '',
  timeZone: settings.timeZone ?? '',
})

/** The fields of the form, as typed. */
type AddressValues = ReturnType<typeof valuesOf>

const serverFields = ['host', 'port', 'security', 'username', 'password'] as const

/** The mail server as the API takes it; null without a host. */
function serverOf({ host, port, security, username, password }: AddressValues) {
  if (host.trim() === '') return null
  return {
    host: host.trim(),
    port: /^\d+$/.test(port.trim()) ? Number(port) : port,
    security,
    username: username.trim() === '' ? null : username.trim(),
    ...(password === '' ? {} : { password }),
  }
}

/** What differs from the settings, for the body of a write. Empty fields remove a setting. */
function changesOf(values: AddressValues, settings: Settings): Record<string, unknown> {
  const before = valuesOf(settings)
  const changes: Record<string, unknown> = {}
  for (const name of ['siteUrl', 'mailFrom', 'securityContact', 'timeZone'] as const)
    if (values[name].trim() !== before[name]) changes[name] = values[name].trim() === '' ? null : values[name].trim()
  if (serverFields.some((name) => values[name] !== before[name])) changes.mailServer = serverOf(values)
  if (values.mailTo !== before.mailTo) changes.mailTo = mailboxesIn(values.mailTo)
  return changes
}

/** Separated by commas, which a quoted name may contain. */
export const mailboxesIn = (text: string): string[] =>
  (text.match(/(?:"[^"]*"|[^",])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '')
