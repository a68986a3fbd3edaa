import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { useWrite } from '#auth/forms/use-write'
import { send } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import type { BackupSettings, BackupTest } from '#contract/backups'
import { clockTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'
import { Select } from '#ui/controls/fields/select'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/alert'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { useToast } from '#ui/toasts/toast'
import { backupSettingsQuery } from './queries'

/** When backups are made, how many are kept, and where; and whether that place is well. */
export function SchedulePanel() {
  const t = useText()
  return (
    <section className="admin-panel backups" aria-labelledby="backup-schedule">
      <h2 id="backup-schedule">{t('backups.schedule')}</h2>
      <UserRegion loading={<Skeleton shape="block" />} failed={loadFailed('backups.failedSettings')}>
        <ScheduleForm />
        <Place />
      </UserRegion>
    </section>
  )
}

function ScheduleForm() {
  const t = useText()
  const toast = useToast()
  const { data: settings } = useSuspenseQuery(backupSettingsQuery())
  const [change, setChange] = useState<Partial<Record<'every' | 'hour' | 'keep', string>>>({})
  const { every = settings.every ?? 'never', hour = String(settings.hour), keep = String(settings.keep) } = change
  const { mutate, isPending, error } = useWrite<BackupSettings>({
    failed: t('backups.notSaved'),
    stale: [backupSettingsQuery().queryKey],
    onDone: () => {
      setChange({})
      toast({ title: t('backups.saved') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({
      method: 'PUT',
      path: '/api/settings/backups',
      body: { every: every === 'never' ? null : every, hour: Number(hour), keep: keep === '' ? null : Number(keep) },
    })
  }
  return (
    <form className="backups-schedule" noValidate onSubmit={submit}>
      <Select
        label={t('backups.every')}
        value={every}
        onChange={(value) => setChange({ ...change, every: value })}
        options={(['day', 'week', 'never'] as const).map((value) => ({ value, label: t(`backups.each.${value}`) }))}
      />
      {every !== 'never' && <Hour value={hour} onChange={(value) => setChange({ ...change, hour: value })} />}
      <TextField
        label={t('backups.keep')}
        description={t('backups.keepHelp')}
        inputMode="numeric"
        maxLength={2}
        value={keep}
        onChange={(value) => setChange({ ...change, keep: value })}
        error={issuesByField(fieldIssues(error)).keep}
      />
      <Button type="submit" isPending={isPending}>
        {t('backups.save')}
      </Button>
    </form>
  )
}

/** By the clock that does not know summer, with the reader's own time beside it. */
function Hour({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const [today] = useState(() => new Date())
  const options = Array.from({ length: 24 }, (_, hour) => {
    const local = clockTime(new Date(new Date(today).setUTCHours(hour, 0, 0, 0)).toISOString(), language)
    return { value: String(hour), label: t('backups.hour', { hour: String(hour).padStart(2, '0'), local }) }
  })
  return <Select label={t('backups.at')} value={value} onChange={onChange} options={options} />
}

function Place() {
  const t = useText()
  const withSession = useWithSession()
  const { data: settings } = useSuspenseQuery(backupSettingsQuery())
  const { mutate, isPending, data, isError } = useMutation({
    networkMode: 'always',
    mutationFn: () => withSession(() => send<BackupTest>('POST', '/api/backups/test')),
  })
  return (
    <div className="backups-place">
      <p>
        {t('backups.place')} <code>{settings.place}</code>
        <span className="kit-note">
          {t(settings.place.startsWith('s3://') ? 'backups.placeFar' : 'backups.placeHere')}
        </span>
      </p>
      <Button isPending={isPending} onPress={() => mutate()}>
        {t('backups.test')}
      </Button>
      {data?.ok === true && !isPending && <Alert variant="success">{t('backups.testOk')}</Alert>}
      {(data?.ok === false || isError) && !isPending && (
        <Alert variant="danger" title={t('backups.testFailed')}>
          {data?.error ?? t('errors.network')} {t('backups.placeHow')}
        </Alert>
      )}
    </div>
  )
}
