import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { archiveSummary } from '#contract/archive-summary'
import { conflict, notFound } from '#contract/http-error'
import { BackupFault, backupsAway } from '../backups/faults'
import { openBackupStorage } from '../backups/open-backup-storage'
import { findBackup } from '../backups/store'
import { parseId } from '#platform/http/ids'
import { giveExample, operations as describe } from '#platform/http/operation'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'

giveExample(archiveSummary, {
  counts: { posts: 42, projects: 6, media: 312, users: 3 },
  trashed: { posts: 2, projects: 0, media: 0 },
})

const operations = describe({
  summarizeBackup:
    'Get the contents of a backup. The creation time and the number of rows per table. Returns 409 unless the backup is `done` and can be restored by this release.',
})

export const archiveSummaryApi = (services: Services) =>
  new Elysia({ tags: ['System'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/backups/:id/summary',
      async ({ params }) => {
        const row = await findBackup(services.db, services.config, parseId(params.id, notFound('backup')))
        if (row.state !== 'done') throw conflict('errors.backupNotDone')
        const { readArchiveHead } = await import('#app/content/archive-head')
        return readArchiveHead(openBackupStorage(services.config).read(row.file)).catch(refuse)
      },
      { response: { 200: archiveSummary }, detail: operations.summarizeBackup },
    )

function refuse(error: unknown): never {
  if (error instanceof StartError) throw conflict('validation.archiveDamaged')
  if (error instanceof BackupFault) throw backupsAway(error)
  throw error
}
