import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { sentenceOf } from '#auth/sessions/session'
import { UserRegion } from '#auth/sessions/user-region'
import { useWrite } from '#auth/forms/use-write'
import { send } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import type { Backup, BackupSettings, BackupTest } from '#contract/backups'
import { clockTime, dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button, IconButton, LinkButton } from '#ui/controls/buttons/button'
import {
  ArchiveIcon,
  PlusIcon,
  CheckCircleIcon,
  ClockIcon,
  DownloadIcon,
  InfoIcon,
  WarningIcon,
} from '#ui/controls/buttons/icons'
import { Select } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert, loadFailed, Skeleton, TableSkeleton } from '#ui/controls/states/states'
import { useFragment } from '#ui/controls/screen'
import { useIsConfirmed, ConfirmationField, useConfirmation } from '#auth/screens/account/confirmation'
import { downloadFrom } from '#client/files'
import { FormDialog } from '#auth/forms/form-dialog'
import { bytesText } from '#i18n/bytes-text'
import { dateColumn, type ListDeclaration, ListTable } from '#auth/lists/admin-list'
import type { RowAction } from '#editing/lists/list-tools'
import { backupsQuery, failedLast, isRunning, backupSettingsQuery } from '#admin/system/queries'

type RestoreOf = (backup: Backup, name: string) => ReactNode
const list: ListDeclaration<Backup> = {
  label: 'backups.title',
  empty: { icon: <ArchiveIcon />, title: 'backups.none', text: 'backups.noneText' },
  columns: [
    { ...dateColumn('createdAt', 'backups.madeAt'), isTitle: true },
    { id: 'reason', label: 'backups.why', sort: ({ reason }, { t }) => t(`backups.reason.${reason}`) },
    {
      id: 'bytes',
      label: 'backups.size',
      sort: ({ bytes }) => bytes,
      show: ({ bytes }, { language }) => (bytes > 0 ? bytesText(bytes, language) : '–'),
    },
    {
      id: 'state',
      label: 'backups.state',
      sort: (backup, { t }) => t(`backups.is.${stateOf(backup)}`),
      show: (backup) => <State backup={backup} />,
    },
  ],
  actionsLabel: 'backups.actions',
  remove: {
    texts: 'backups',
    label: ({ createdAt }, { t, language }) => t('backups.delete', { date: dateTime(createdAt, language) }),
    target: ({ id, createdAt }, { language }) => ({
      path: `/api/backups/${id}`,
      values: { date: dateTime(createdAt, language) },
    }),
    stale: [backupsQuery().queryKey],
  },
}

type ActionsProps = { backup: Backup; restoreOf?: RestoreOf; removal: RowAction | undefined }

function Actions({ backup, restoreOf, removal }: ActionsProps) {
  const t = useText()
  const date = dateTime(backup.createdAt, usePageLanguage())
  if (backup.state === 'running') return null
  return (
    <span className="backups-actions">
      {backup.state === 'done' && (
        <>
          <DownloadButton backup={backup} label={t('backups.download', { date })} />
          {restoreOf?.(backup, date)}
        </>
      )}
      {removal && <IconButton label={removal.label} icon={removal.icon} onPress={removal.onAction} />}
    </span>
  )
}

/** In a session that is not confirmed it asks for the password first. */
function DownloadButton({ backup: { id }, label }: { backup: Backup; label: string }) {
  const isConfirmed = useIsConfirmed()
  const [isAsking, setIsAsking] = useState(false)
  const archive = `/api/backups/${id}/archive`
  if (isConfirmed && !isAsking)
    return <LinkButton href={archive} download variant="quiet" icon={<DownloadIcon />} label={label} />
  return (
    <>
      <IconButton label={label} icon={<DownloadIcon />} onPress={() => setIsAsking(true)} />
      {isAsking && (
        <DownloadDialog
          title={label}
          onConfirmed={() => {
            setIsAsking(false)
            downloadFrom(archive)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const icons = { running: ClockIcon, verified: CheckCircleIcon, unverified: InfoIcon, failed: WarningIcon }

const stateOf = ({ state, verified }: Backup): keyof typeof icons =>
  state === 'done' ? (verified ? 'verified' : 'unverified') : state

function State({ backup }: { backup: Backup }) {
  const t = useText()
  const state = stateOf(backup)
  const Icon = icons[state]
  return (
    <span className="backups-state" data-state={state}>
      <Icon />
      <span>
        {t(`backups.is.${state}`)}
        {backup.error !== null && <span className="kit-note">{backup.error}</span>}
      </span>
    </span>
  )
}

/** Confirms the session, because the download itself, a link, has no body for a password. */
function DownloadDialog({
  title,
  onConfirmed,
  onClose,
}: {
  title: string
  onConfirmed: () => void
  onClose: () => void
}) {
  const t = useText()
  const { prove, isPending, error, field } = useConfirmation(undefined)
  return (
    <FormDialog
      {...{ title, isPending, error, onClose }}
      confirmLabel={t('backups.downloadConfirm')}
      onSubmit={() => prove(onConfirmed)}
    >
      <p>{t('backups.downloadText')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field */}
      <ConfirmationField {...field} isNeeded autoFocus />
    </FormDialog>
  )
}

type BackupsPanelProps = {
  /** Renders the button that restores a backup; `name` is the label of its row. */
  restoreOf?: RestoreOf
  /** The button that restores a file. */
  fromFile?: ReactNode
}

/** The site's backups, the last error, and the schedule. */
export function BackupsPanel(slots: BackupsPanelProps) {
  return (
    <>
      <section className="admin-panel backups" aria-labelledby="backups">
        <UserRegion loading={<Loading />} failed={loadFailed('backups.failedLoad')}>
          <Backups {...slots} />
        </UserRegion>
      </section>
      <SchedulePanel />
    </>
  )
}

function Backups({ restoreOf, fromFile }: BackupsPanelProps) {
  const t = useText()
  const { data: backups } = useSuspenseQuery(backupsQuery())
  const failed = failedLast(backups)
  const heading = useFragment('backups')
  const { mutate, isPending } = useWrite<Backup>({
    failed: t('backups.notBegun'),
    done: t('backups.begun'),
    stale: [backupsQuery().queryKey],
  })
  return (
    <>
      <header>
        <div>
          <h2 id="backups" ref={heading} tabIndex={-1}>
            {t('backups.title')}
          </h2>
          <p className="kit-note">{t('backups.intro')}</p>
        </div>
        {fromFile}
        <Button
          variant="primary"
          isPending={isPending || backups.some(isRunning)}
          onPress={() => mutate({ method: 'POST', path: '/api/backups' })}
        >
          <PlusIcon />
          {t(backups.some(isRunning) ? 'backups.running' : 'backups.now')}
        </Button>
      </header>
      {failed && (
        <Alert variant="danger" title={t('backups.lastFailed')}>
          {failed.error} {t('backups.whatToDo')}
        </Alert>
      )}
      <ListTable
        {...list}
        rows={backups}
        renderActions={(backup, removal) => <Actions {...{ backup, restoreOf, removal }} />}
      />
    </>
  )
}

function Loading() {
  const t = useText()
  return <TableSkeleton label={t('backups.loading')} />
}

/** The schedule of backups, how many are kept, where, and whether that store works. */
function SchedulePanel() {
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
  const client = useQueryClient()
  const { data: settings } = useSuspenseQuery(backupSettingsQuery())
  const [change, setChange] = useState<Partial<Record<'every' | 'hour' | 'keep', string>>>({})
  const { every = settings.every ?? 'never', hour = String(settings.hour), keep = String(settings.keep) } = change
  const { mutate, isPending, error } = useWrite<BackupSettings>({
    failed: t('backups.notSaved'),
    done: t('backups.saved'),
    stale: [backupSettingsQuery().queryKey],
    onDone: (saved) => {
      client.setQueryData(backupSettingsQuery().queryKey, saved)
      setChange({})
    },
  })
  const save = () =>
    mutate({
      method: 'PUT',
      path: '/api/settings/backups',
      body: { every: every === 'never' ? null : every, hour: Number(hour), keep: keep === '' ? null : Number(keep) },
    })
  return (
    <Form data-saves className="backups-schedule" error={error} onSubmit={save}>
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
    </Form>
  )
}

/** An hour in UTC, with the reader's local time beside it. */
function Hour({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText()
  const language = usePageLanguage()
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
  const { mutate, isPending, data, error } = useMutation({
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
      {(data?.ok === false || error) && !isPending && (
        <Alert variant="danger" title={t('backups.testFailed')}>
          {data?.error ?? sentenceOf(error, t('errors.network'))} {t('backups.placeHow')}
        </Alert>
      )}
    </div>
  )
}
