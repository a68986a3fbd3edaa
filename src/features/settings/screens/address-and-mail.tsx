import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
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
import { type AddressValues, changesOf, serverOf, valuesOf } from './address-values'

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
  const confirmation = useConfirmation(save.error)
  const put = (proof: object) => save.mutate({ method: 'PUT', path: '/api/settings', body: { ...changes, ...proof } })
  const form = {
    values,
    settings,
    faults: issuesByField(fieldIssues(save.error)),
    set: (change: Partial<AddressValues>) => setValues((known) => ({ ...known, ...change })),
  }
  const asks = isSensitive(changes)
  return (
    <>
      <Form
        data-saves
        className="kit-form address-form"
        error={confirmation.error}
        onSubmit={() => (asks ? confirmation.confirm(put) : put({}))}
      >
        <AddressFields {...form} />
        <MailFields {...form} />
        <TimeFields {...form} />
        <div className="kit-form">
          {asks && <ConfirmationField {...confirmation.field} />}
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
    </>
  )
}

type Fields = {
  values: AddressValues
  settings: Settings
  faults: Partial<Record<string, string>>
  set(change: Partial<AddressValues>): void
}

function AddressFields({ values, settings, faults, set }: Fields) {
  const t = useText()
  const moves = values.siteUrl.trim() !== (settings.siteUrl ?? '') && values.siteUrl.trim() !== ''
  return (
    <Section title={t('address.address')}>
      <TextField
        label={t('address.siteUrl')}
        description={settings.fixed.siteUrl ? <Fixed by={settings.fixed.siteUrl} /> : t('address.siteUrlHint')}
        isReadOnly={settings.fixed.siteUrl !== undefined}
        type="url"
        inputMode="url"
        placeholder="https://example.com"
        value={values.siteUrl}
        onChange={(siteUrl) => set({ siteUrl })}
        error={faults.siteUrl}
      />
      {moves && <Alert variant="info">{t('address.moves')}</Alert>}
      <TextField
        label={t('address.securityContact')}
        description={
          settings.fixed.securityContact ? (
            <Fixed by={settings.fixed.securityContact} />
          ) : (
            t('address.securityContactHint')
          )
        }
        isReadOnly={settings.fixed.securityContact !== undefined}
        value={values.securityContact}
        onChange={(securityContact) => set({ securityContact })}
        error={faults.securityContact}
      />
    </Section>
  )
}

function MailFields(fields: Fields) {
  const { values, settings, faults, set } = fields
  const t = useText()
  const { mailFrom, mailTo } = settings.fixed
  return (
    <Section title={t('address.mail')}>
      <MailState settings={settings} />
      <ServerFields {...fields} />
      <TextField
        label={t('address.mailFrom')}
        description={mailFrom ? <Fixed by={mailFrom} /> : t('address.mailFromHint')}
        isReadOnly={mailFrom !== undefined}
        placeholder="Acme <site@example.com>"
        value={values.mailFrom}
        onChange={(text) => set({ mailFrom: text })}
        error={faults.mailFrom}
      />
      <TextField
        label={t('address.mailTo')}
        description={mailTo ? <Fixed by={mailTo} /> : t('address.mailToHint')}
        isReadOnly={mailTo !== undefined}
        value={values.mailTo}
        onChange={(text) => set({ mailTo: text })}
        error={faults.mailTo ?? faultIn(faults, 'mailTo.')}
      />
      <TryMail values={values} settings={settings} />
    </Section>
  )
}

const faultIn = (faults: Fields['faults'], start: string) =>
  Object.entries(faults).find(([path]) => path.startsWith(start))?.[1]

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
  const locked = { isReadOnly: by !== undefined }
  return (
    <>
      <div className="address-server">
        <TextField
          {...locked}
          label={t('address.host')}
          description={by && <Fixed by={by} />}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="smtp.example.com"
          value={values.host}
          onChange={(host) => set({ host })}
          error={faults['mailServer.host'] ?? faults.mailServer}
        />
        <TextField
          {...locked}
          label={t('address.port')}
          inputMode="numeric"
          value={values.port}
          onChange={(port) => set({ port, ...securityAt[port] })}
          error={faults['mailServer.port']}
        />
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
      <TextField
        {...locked}
        label={t('address.username')}
        autoCapitalize="none"
        autoComplete="off"
        value={values.username}
        onChange={(username) => set({ username })}
        error={faults['mailServer.username']}
      />
      {by === undefined && (
        <TextField
          label={t('address.password')}
          description={t(isStored ? 'address.passwordStored' : 'address.passwordHint')}
          type="password"
          autoComplete="new-password"
          value={values.password}
          onChange={(password) => set({ password })}
          error={faults['mailServer.password']}
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
  const confirmation = useConfirmation(error)
  const server = changes.mailServer === undefined ? undefined : (serverOf(values) ?? undefined)
  const body = {
    ...(server && { mailServer: server }),
    ...(typeof changes.mailFrom === 'string' && { mailFrom: changes.mailFrom }),
  }
  const asks = Object.keys(body).length > 0
  const issues = Object.values(issuesByField(fieldIssues(error)))
  const test = (proof: object) =>
    mutate({ method: 'POST', path: '/api/settings/mail/test', body: { ...body, ...proof } })
  return (
    <div className="kit-stack">
      {asks && error !== null && <ConfirmationField {...confirmation.field} />}
      <div className="kit-actions">
        <Button
          isPending={isPending || confirmation.isPending}
          isDisabled={values.host.trim() === ''}
          onPress={() => (asks ? confirmation.confirm(test) : test({}))}
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
          description={<Fixed by={by} />}
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

function Fixed({ by }: { by: string }) {
  const t = useText()
  return <>{t('address.fixed', { variable: by })}</>
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
