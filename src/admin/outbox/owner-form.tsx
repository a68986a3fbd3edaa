import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { Select } from '#ui/controls/fields/select'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import type { Settings } from '#features/settings/contract'
import { settingsQuery } from '#features/settings/queries'

/** The language of mails to the owner, and the retention time of messages. */
export function OwnerForm() {
  const t = useText()
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const [ownerLanguage, setOwnerLanguage] = useState<string>(settings.ownerLanguage)
  const [days, setDays] = useState(String(settings.messagesKeptDays ?? ''))
  const { mutate, isPending, error } = useWrite<Settings>({
    failed: t('outbox.ownerFailed'),
    done: t('outbox.ownerSaved'),
    stale: [settingsQuery().queryKey],
  })
  const faults = issuesByField(fieldIssues(error))
  const save = () => {
    // The server refuses other text at the field. JSON has no NaN: it would be null, which keeps messages for ever.
    const number = Number(days)
    const messagesKeptDays = days.trim() === '' ? null : Number.isFinite(number) ? number : days
    mutate({ method: 'PUT', path: '/api/settings', body: { ownerLanguage, messagesKeptDays } })
  }
  return (
    <Form data-saves className="kit-form" error={error} onSubmit={save}>
      <Select
        label={t('outbox.ownerLanguage')}
        value={ownerLanguage}
        onChange={setOwnerLanguage}
        options={languages.map((value) => ({ value, label: locales[value] }))}
      />
      <TextField
        label={t('outbox.kept')}
        description={t('outbox.keptHint')}
        inputMode="numeric"
        value={days}
        onChange={setDays}
        error={faults.messagesKeptDays}
      />
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isPending ? 'account.saving' : 'account.save')}
        </Button>
      </div>
    </Form>
  )
}
