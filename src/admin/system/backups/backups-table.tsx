import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import type { Backup } from '#contract/backups'
import { bytesText } from '#features/media/item-text'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { CheckCircleIcon, ClockIcon, DownloadIcon, InfoIcon, TrashIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { useToast } from '#ui/toasts/toast'
import { backupsQuery } from './queries'

export type RestoreOf = (backup: Backup, name: string) => ReactNode
type BackupsTableProps = { backups: Backup[]; restoreOf?: RestoreOf }

export function BackupsTable({ backups, restoreOf }: BackupsTableProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const toast = useToast()
  const [leaving, setLeaving] = useState<Backup>()
  const columns = useColumns(setLeaving, restoreOf)
  const { mutate, isPending } = useWrite({
    failed: t('backups.deleteFailed'),
    stale: [backupsQuery().queryKey],
    onDone: () => {
      toast({ title: t('backups.deleted') })
      setLeaving(undefined)
    },
  })
  return (
    <>
      <DataTable
        label={t('backups.title')}
        columns={columns}
        rows={backups}
        filterLabel={t('backups.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      <ConfirmDialog
        title={t('backups.deleteTitle')}
        text={leaving && t('backups.deleteText', { date: dateTime(leaving.createdAt, language) })}
        confirmLabel={t(isPending ? 'backups.deleting' : 'backups.deleteConfirm')}
        cancelLabel={t('backups.cancel')}
        isOpen={leaving !== undefined}
        isPending={isPending}
        onConfirm={() => {
          if (leaving) mutate({ method: 'DELETE', path: `/api/backups/${leaving.id}` })
        }}
        onCancel={() => setLeaving(undefined)}
      />
    </>
  )
}

function useColumns(onDelete: (backup: Backup) => void, restoreOf?: RestoreOf) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return useMemo<Column<Backup>[]>(
    () => [
      {
        id: 'createdAt',
        label: t('backups.madeAt'),
        isRowHeader: true,
        sortValue: ({ createdAt }) => createdAt,
        render: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>,
      },
      {
        id: 'reason',
        label: t('backups.why'),
        sortValue: ({ reason }) => t(`backups.reason.${reason}`),
        render: ({ reason }) => t(`backups.reason.${reason}`),
      },
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
                  <LinkButton
                    href={`/api/backups/${backup.id}/archive`}
                    download
                    variant="quiet"
                    icon={<DownloadIcon />}
                    label={t('backups.download', { date })}
                  />
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
