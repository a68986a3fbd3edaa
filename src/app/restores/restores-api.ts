import { Elysia } from 'elysia'
import { mkdir, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { visitorLanguage } from '#i18n/visitor-language'
import { adminOnly } from '#auth/admin-only'
import { confirmPassword } from '#auth/account/confirm-password'
import type { Passwords } from '#auth/passwords/passwords'
import { type ArchiveFacts, checkArchive } from '#app/content/archive-rows'
import { HttpError, invalid, notFound } from '#contract/http-error'
import { restore, restoreBegun, restoreInput } from '#contract/restores'
import { openBackupPlace } from '#platform/backups/open-backup-place'
import { BackupFault } from '#platform/backups/faults'
import { findBackup } from '#platform/backups/store'
import { requestActor } from '#platform/http/request-facts'
import { schemaIssues } from '#platform/http/issues'
import { parseId } from '#platform/http/ids'
import { readJson } from '#platform/http/json-body'
import { receiveFile } from '#platform/http/multipart-file'
import { readSiteName } from '#platform/owner/site'
import { claimRestore, findRestore, refuseWhileRestoring, type RestoreRow, toRestore } from '#platform/restores/store'
import type { Services } from '#platform/services'
import { incomingFolder } from '#platform/storage/open-file-store'
import { StartError } from '#platform/start-error'
import { commit, type WriteContext } from '#platform/writes/commit'
import { carryOutRestore, ours, type Source } from './carry-out-restore'
import { operations } from './operations'

/** Bytes: more than any archive, and less than would fill every disk. */
const largest = 64 * 1024 ** 3

export const restoresApi = (services: Services, passwords: Passwords) =>
  new Elysia({ prefix: '/restores', tags: ['System'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    // A body may be an archive: it is read as it comes in.
    .onParse(() => null)
    .post('', (context) => beginRestore(services, passwords, context), {
      response: { 202: restoreBegun },
      detail: operations.beginRestore,
    })
    .get(
      '/:id',
      async ({ params, request }) => {
        const id = parseId(params.id, notFound('restore'))
        const row = await findRestore(services.db, id)
        const here = ours.get(id)
        if (here === undefined) return toRestore(row, visitorLanguage(request))
        // Until others may write again.
        return toRestore({ ...row, state: 'running', done: Math.min(row.total, here) }, visitorLanguage(request))
      },
      { response: { 200: restore }, detail: operations.readRestore },
    )

type Asked = Source & { title: string }

async function beginRestore(services: Services, passwords: Passwords, context: WriteContext) {
  const { request } = context
  const actor = requestActor(request)
  const asked = /^\s*multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
    ? await receiveArchive(services, passwords, request)
    : await chooseBackup(services, passwords, request)
  let begun: RestoreRow | undefined
  try {
    await refuseWhileRestoring(services.db)
    const total = totalOf(await checked(asked))
    const answer = await commit(
      services,
      { ...context, body: { title: asked.title } },
      { status: 202, answer: ({ id }: RestoreRow) => ({ id }) },
      async (tx) => (begun = await claimRestore(tx, { title: asked.title, total })),
    )
    if (begun) void carryOutRestore(services, begun, asked, actor)
    return answer
  } finally {
    if (!begun) await asked.close?.()
  }
}

async function confirmed(
  services: Services,
  passwords: Passwords,
  request: Request,
  { currentPassword, confirm }: { currentPassword: string; confirm: string },
): Promise<void> {
  await confirmPassword(services, passwords, currentPassword, request)
  if (confirm.trim() !== (await readSiteName(services.db, services.config)).trim())
    throw invalid([{ path: 'confirm', message: 'validation.siteName' }])
}

async function chooseBackup(services: Services, passwords: Passwords, request: Request): Promise<Asked> {
  const read = restoreInput.safeParse(await readJson(request))
  if (!read.success) throw invalid(schemaIssues(read.error))
  await confirmed(services, passwords, request, read.data)
  const row = await findBackup(services.db, services.config, read.data.backup)
  if (row.state !== 'done') throw invalid([{ path: 'backup', message: 'validation.backupNotDone' }])
  const place = openBackupPlace(services.config)
  return { title: row.file, backup: row.id, open: () => place.read(row.file) }
}

const fields = restoreInput.omit({ backup: true })

async function receiveArchive(services: Services, passwords: Passwords, request: Request): Promise<Asked> {
  const folder = incomingFolder(services.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, crypto.randomUUID())
  const received = await receiveFile(request, { field: 'file', largest, path })
  const close = () => rm(path, { force: true })
  try {
    const read = fields.safeParse({ ...received.fields })
    if (!read.success) throw invalid(schemaIssues(read.error))
    await confirmed(services, passwords, request, read.data)
    return { title: received.name, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws 422 for an archive that cannot be restored, and 503 where it cannot be read just now. */
async function checked({ open, backup }: Asked): Promise<ArchiveFacts> {
  try {
    return await checkArchive(open())
  } catch (error) {
    if (error instanceof StartError)
      throw invalid([{ path: backup === undefined ? 'file' : 'backup', message: messageOf(error) }])
    if (error instanceof BackupFault)
      throw new HttpError(503, 'errors.backupsAway', { headers: { 'Retry-After': '10' }, cause: error })
    throw error
  }
}

const messageOf = ({ message }: StartError) =>
  message.includes('newer') ? 'validation.archiveNewer' : 'validation.archiveDamaged'

const totalOf = ({ counts, files }: ArchiveFacts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, files)
