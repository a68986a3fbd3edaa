import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { useWrite } from '#auth/forms/use-write'
import type { Backup } from '#contract/backups'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ArchiveIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { Alert } from '#ui/controls/states/alert'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { useToast } from '#ui/toasts/toast'
import { BackupsTable, type RestoreOf } from './backups-table'
import { backupsQuery, failedLast, isRunning } from './queries'
import { SchedulePanel } from './schedule-panel'

type BackupsPanelProps = {
  /** What puts a backup in the place of the site; `name` is how its row is called. */
  restoreOf?: RestoreOf
  /** What does so with a file. */
  fromFile?: ReactNode
}

/** The backups of the site: what there is, what has failed, and when they are made. */
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
  const toast = useToast()
  const { data: backups } = useSuspenseQuery(backupsQuery())
  const failed = failedLast(backups)
  const { mutate, isPending } = useWrite<Backup>({
    failed: t('backups.notBegun'),
    stale: [backupsQuery().queryKey],
    onDone: () => toast({ title: t('backups.begun') }),
  })
  return (
    <>
      <header>
        <div>
          <h2 id="backups">{t('backups.title')}</h2>
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
      {backups.length === 0 ? (
        <EmptyState icon={<ArchiveIcon />} title={t('backups.none')} text={t('backups.noneText')} />
      ) : (
        <BackupsTable backups={backups} restoreOf={restoreOf} />
      )}
    </>
  )
}

function Loading() {
  const t = useText()
  return <TableSkeleton label={t('backups.loading')} />
}
