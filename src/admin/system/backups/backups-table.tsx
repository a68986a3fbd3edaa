import { type ReactNode, useMemo, useState } from 'react'
import { useIsConfirmed } from '#auth/screens/account/is-confirmed'
import { downloadFrom } from '#client/download'
import { DeleteDialog } from '#auth/forms/delete-dialog'
import type { Backup } from '#contract/backups'
import { bytesText } from '#i18n/bytes-text'
import { dateTime } from '#i18n/dates'
import { dateColumn } from '#ui/controls/tables/date-column'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { CheckCircleIcon, ClockIcon, DownloadIcon, InfoIcon, TrashIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { useTableView } from '#ui/controls/tables/use-table-view'
import { ConfirmationField } from '#auth/screens/account/confirmation-field'
import { useConfirmation } from '#auth/screens/account/use-confirmation'
import { FormDialog } from '#auth/forms/form-dialog'
import { backupsQuery } from './queries'

export type RestoreOf = (backup: Backup, name: string) => ReactNode
type BackupsTableProps = { backups: Backup[]; restoreOf?: RestoreOf }

export function BackupsTable({ backups, restoreOf }: BackupsTableProps) {
  const t = useText()
  const language = usePageLanguage()
  const [leaving, setLeaving] = useState<Backup>()
  const columns = useColumns(setLeaving, restoreOf)
  const view = useTableView()
  return (
    <>
      <DataTable label={t('backups.title')} columns={columns} rows={backups} view={view} />
      <DeleteDialog
        texts="backups"
        target={
          leaving && {
            path: `/api/backups/${leaving.id}`,
            values: { date: dateTime(leaving.createdAt, language) },
          }
        }
        stale={[backupsQuery().queryKey]}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

function useColumns(onDelete: (backup: Backup) => void, restoreOf?: RestoreOf) {
  const t = useText()
  const language = usePageLanguage()
  return useMemo<Column<Backup>[]>(
    () => [
      { ...dateColumn('createdAt', t('backups.madeAt')), isRowHeader: true },
      { id: 'reason', label: t('backups.why'), sortValue: ({ reason }) => t(`backups.reason.${reason}`) },
      {
        id: 'bytes',
        label: t('backups.size'),
        sortValue: ({ bytes }) => bytes,
        render: ({ bytes }) => (bytes > 0 ? bytesText(bytes, language) : '–'),
      },
      {
        id: 'state',
        label: t('backups.state'),
        sortValue: (backup) => t(`backups.is.${stateOf(backup)}`),
        render: (backup) => <State backup={backup} />,
      },
      {
        id: 'actions',
        label: t('backups.actions'),
        align: 'end',
        render: (backup) => {
          if (backup.state === 'running') return null
          const date = dateTime(backup.createdAt, language)
          return (
            <span className="backups-actions">
              {backup.state === 'done' && (
                <>
                  <DownloadButton backup={backup} label={t('backups.download', { date })} />
                  {restoreOf?.(backup, date)}
                </>
              )}
              <IconButton label={t('backups.delete', { date })} icon={<TrashIcon />} onPress={() => onDelete(backup)} />
            </span>
          )
        },
      },
    ],
    [t, language, onDelete, restoreOf],
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
