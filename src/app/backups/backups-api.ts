import { Elysia } from 'elysia'
import { readArchiveHead } from '#app/content/read-archive'
import { StartError } from '#platform/start-error'
import { z } from 'zod'
import { requireConfirmed } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import {
  archiveSummary,
  backup,
  backupSettings,
  backupSettingsInput,
  backupTest,
  type BackupTest,
} from '#contract/backups'
import { conflict, notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import { visitorLanguage } from '#i18n/visitor-language'
import { BackupFault, backupsAway, toBackupFault } from './faults'
import { openBackupStorage } from './backup-storage'
import {
  type BackupRow,
  changeBackupSettings,
  claimBackup,
  dropBackups,
  findBackup,
  listBackups,
  readBackupSettings,
  toBackup,
  faultText,
} from './store'
import type { Config } from '#platform/config'
import { emit } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import { streamPieces } from '#platform/http/bodies'
import type { Services } from '#platform/services'
import { commit, commitAs } from '#platform/writes/commit'
import { backupBegun, runBackup } from './make-backup'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

giveExample(archiveSummary, {
  counts: { posts: 42, projects: 6, media: 312, users: 3 },
  trashed: { posts: 2, projects: 0, media: 0 },
})

giveExample(backup, { bytes: 734_003_200, state: 'done', verified: true })
describeFields(backup, {
  bytes: 'The size of the archive; it grows while the backup is `running`.',
  verified:
    'Whether the archive was read back and every row and file matched; false for archives that were found in the storage.',
  error: 'The reason of a `failed` backup.',
})
giveExample(backupSettings, { every: 'day', hour: 3, keep: 7, place: 's3://acme-backups/site' })
describeFields(backupSettings, {
  every: 'null: no scheduled backups.',
  hour: 'The hour of the day (UTC) at which scheduled backups start.',
  keep: 'How many scheduled backups are kept, and as many manual ones and ones made before a restore.',
  place: 'The backup storage, as set by `BACKUP_STORE` and `DATA_DIR`.',
})
giveExample(backupSettingsInput, { every: 'day', hour: 3, keep: 7 })
giveExample(backupTest, { ok: true })

const operations = describe({
  listBackups: 'List backups. Newest first.',
  createBackup:
    'Create a backup. It is made in the background; poll `GET /api/backups` for its state. Returns 409 while another backup is running.',
  testBackupStorage: {
    text: 'Test the backup storage. A small file is written, read and deleted.',
    idempotent: false,
  },
  downloadBackup: {
    text: 'Download a backup. The archive that `bun run restore` reads. It contains the whole site, including email addresses and password hashes; the download is recorded in the activity log. Returns 409 unless the backup is `done`, and 403 unless the session was confirmed in the last 10 minutes (`POST /api/account/confirm`).',
    answers: { 200: { description: 'The archive.', file: '\u001f\u008b' } },
  },
  summarizeBackup:
    'Get the contents of a backup. The creation time and the number of rows per table. Returns 409 unless the backup is `done` and can be restored by this release.',
  deleteBackup: 'Delete a backup. Its archive is deleted too. Returns 409 while the backup is running.',
  getBackupSettings: 'Get backup settings.',
  updateBackupSettings: 'Update backup settings. Omitted fields keep their values.',
})

export const backupsApi = (services: Services) => {
  const { config, db } = services
  return new Elysia({ tags: ['System'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/backups',
      async ({ request }) => (await listBackups(db, config)).map((row) => toBackup(row, visitorLanguage(request))),
      { response: { 200: z.array(backup) }, detail: operations.listBackups },
    )
    .post('/backups', (context) => beginBackup(services, context), {
      response: { 202: backup },
      detail: operations.createBackup,
    })
    .post('/backups/test', ({ request }) => testBackupStorage(config, visitorLanguage(request)), {
      response: { 200: backupTest },
      detail: operations.testBackupStorage,
    })
    .get('/backups/:id/archive', ({ params, request }) => sendArchive(services, idOf(params), request), {
      detail: operations.downloadBackup,
    })
    .get(
      '/backups/:id/summary',
      async ({ params }) => {
        const row = await findBackup(db, config, idOf(params))
        if (row.state !== 'done') throw conflict('errors.backupNotDone')
        return readArchiveHead(openBackupStorage(config).read(row.file)).catch(refuseSummary)
      },
      { response: { 200: archiveSummary }, detail: operations.summarizeBackup },
    )
    .delete(
      '/backups/:id',
      async (context) => {
        const row = await findBackup(db, config, idOf(context.params))
        if (row.state === 'running') throw conflict('errors.backupRuns')
        if (row.state === 'done') await openBackupStorage(config).remove(row.file).catch(refuse)
        return commit(services, context, { status: 204 }, async (tx) => {
          await dropBackups(tx, [row.id])
          emit(tx, { kind: 'backup', action: 'deleted', id: row.id, title: row.file })
        })
      },
      { detail: operations.deleteBackup },
    )
    .get('/settings/backups', () => readBackupSettings(db, config), {
      response: { 200: backupSettings },
      detail: operations.getBackupSettings,
    })
    .put(
      '/settings/backups',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'settings', action: 'updated', id: null }) },
          async (tx) => {
            await changeBackupSettings(tx, context.body)
            return readBackupSettings(tx, config)
          },
        ),
      { body: backupSettingsInput, response: { 200: backupSettings }, detail: operations.updateBackupSettings },
    )
}

const idOf = ({ id }: { id: string }) => parseId(id, notFound('backup'))

const refuse = (error: unknown): never => {
  throw backupsAway(error)
}

const refuseSummary = (error: unknown): never => {
  if (error instanceof StartError) throw conflict('validation.archiveDamaged')
  if (error instanceof BackupFault) throw backupsAway(error)
  throw error
}

/** Responds at once; the result is shown in the list. */
async function beginBackup(services: Services, context: Parameters<typeof commit>[1]) {
  let begun: BackupRow | undefined
  const answer = await commit(
    services,
    context,
    {
      status: 202,
      event: backupBegun,
      answer: (row: BackupRow) => toBackup(row, visitorLanguage(context.request)),
    },
    async (tx) => (begun = await claimBackup(tx, services.config, 'manual')),
  )
  if (begun) void runBackup(services, begun).catch(() => {})
  return answer
}

/** The archive, byte by byte as stored. Downloading a copy of everything is recorded in Activity. */
async function sendArchive(services: Services, id: number, request: Request): Promise<Response> {
  const { config, db, log } = services
  const row = await findBackup(db, config, id)
  await requireConfirmed(services, request)
  if (row.state !== 'done') throw conflict('errors.backupNotDone')
  const storage = openBackupStorage(config)
  const bytes = await storage.size(row.file).catch(refuse)
  if (bytes === undefined) throw notFound('backup')
  const actor = await services.identify(request)
  await commitAs(
    services,
    actor,
    () => ({ kind: 'backup', action: 'updated', id, title: row.file, activityActions: ['exported'] }),
    async () => {},
  ).catch((error: unknown) => log.warn('The download of a backup could not be stored', { error }))
  const path = storage.path?.(row.file)
  return new Response(path === undefined ? streamPieces(storage.read(row.file)) : Bun.file(path), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="${row.file}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** Tests the store of backups: writes, reads and deletes a small file. */
async function testBackupStorage(config: Config, language: Language): Promise<BackupTest> {
  const storage = openBackupStorage(config, { answer: 4000, part: 8000 })
  const name = `test-${crypto.randomUUID()}`
  const written = crypto.getRandomValues(new Uint8Array(64))
  try {
    await storage.write(name, one(written))
    const read = Buffer.concat(await Array.fromAsync(storage.read(name)))
    await storage.remove(name)
    if (!read.equals(written) || (await storage.size(name)) !== undefined) throw new BackupFault('damaged')
    return { ok: true, error: null }
  } catch (error) {
    await storage.remove(name).catch(() => {})
    const { code, detail } = toBackupFault(error)
    return { ok: false, error: faultText(language, code, detail) }
  }
}

async function* one(piece: Uint8Array) {
  yield piece
}
