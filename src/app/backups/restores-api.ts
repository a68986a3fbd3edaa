import { Elysia } from 'elysia'
import { mkdir, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { z, ZodType } from 'zod'
import { freeBytes } from '#app/system/system-api'
import { reasonOf, RowFault } from '#app/content/site-content'
import type { Language } from '#i18n/language'
import { visitorLanguage } from '#i18n/visitor-language'
import { adminOnly } from '#auth/admin-only'
import { confirmPassword } from '#auth/account/confirmation'
import { type ArchiveFacts, checkArchive } from '#app/content/read-archive'
import { HttpError, invalid, type Issue, notFound } from '#contract/http-error'
import { restore, restoreBegun, type RestoreInput, restoreInput } from '#contract/backups'
import { openBackupStorage } from '#app/backups/backup-storage'
import { BackupFault, backupsAway } from './faults'
import { findBackup } from './store'
import { emitChanges } from '#platform/events/changes'
import { keepOpen, requestActor } from '#platform/http/request-facts'
import { schemaIssues } from '#platform/http/issues'
import { parseId } from '#platform/http/parameters'
import { readJson, receiveFile } from '#platform/http/bodies'
import { readSiteName } from '#platform/owner/site'
import {
  claimRestore,
  findRestore,
  refuseWhileRestoring,
  type RestoreRow,
  toRestore,
  runRestore,
  runningRestores,
  type Source,
} from '#app/backups/run-restore'
import type { Services } from '#platform/services'
import { incomingFolder } from '#platform/storage/file-store'
import { StartError } from '#platform/start-error'
import { commit, type WriteContext } from '#platform/writes/commit'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(restoreBegun, { id: 1 })
giveExample(restore, { state: 'running', done: 120, total: 312 })

const operations = describe({
  createRestore: {
    text: 'Restore the site. Replaces the whole site with a stored backup, or with an uploaded archive (`multipart/form-data` with `file`, `currentPassword` and `confirm`). `confirm` is the name of the site. Returns 403 for a wrong password and 429 after too many of them, 404 for an unknown backup, 409 while another restore is running, and 422 if the archive is damaged or comes from a newer release. The current site is backed up first, writes are refused with 503 until the restore is complete, and all sessions end.',
    upload: true,
    example: { backup: 1, currentPassword: 'a bicycle made of rain', confirm: 'Acme' },
  },
  getRestore: 'Get the progress of a restore. `done` of `total` rows and files have been restored.',
})

/** Bytes: more than any archive, and less than would fill every disk. */
const largest = 64 * 1024 ** 3
/** Milliseconds: a large file takes hours on a slow line; a paused upload times out earlier. */
const longest = 24 * 3_600_000

export const restoresApi = (services: Services) =>
  new Elysia({ prefix: '/restores', tags: ['System'] })
    .use(adminOnly(services, { streamsBodies: true })) // every route below this line needs a signed-in administrator
    // The body may be an archive, which is streamed.
    .post('', (context) => beginRestore(services, context), {
      response: { 202: restoreBegun },
      detail: operations.createRestore,
    })
    .get(
      '/:id',
      async ({ params, request }) => {
        const id = parseId(params.id, notFound('restore'))
        const row = await findRestore(services.db, id)
        const here = runningRestores.get(id)
        if (here === undefined) return toRestore(row, visitorLanguage(request))
        // Reported as running until writes are possible again.
        return toRestore({ ...row, state: 'running', done: Math.min(row.total, here) }, visitorLanguage(request))
      },
      { response: { 200: restore }, detail: operations.getRestore },
    )

type RestoreRequest = Source & { title: string }
type Typed = Pick<RestoreInput, 'currentPassword' | 'confirm'>

async function beginRestore(services: Services, context: WriteContext) {
  const { request } = context
  const actor = requestActor(request)
  await refuseWhileRestoring(services.db)
  const ask = (typed: Partial<Typed>) => confirmed(services, request, typed)
  const asked = /^\s*multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
    ? await receiveArchive(services, request, ask)
    : await chooseBackup(services, request, ask)
  let begun: RestoreRow | undefined
  try {
    // Verifying a large archive takes minutes without any data on the connection.
    keepOpen(request)
    const total = totalOf(await checked(asked, visitorLanguage(request)))
    const answer = await commit(
      services,
      { ...context, body: { title: asked.title } },
      { status: 202, answer: ({ id }: RestoreRow) => ({ id }) },
      async (tx) => {
        begun = await claimRestore(tx, { title: asked.title, total })
        // The other processes watch over it.
        emitChanges(tx, [{ kind: 'restore', action: 'created', id: begun.id }])
        return begun
      },
    )
    if (begun) void runRestore(services, begun, asked, actor)
    return answer
  } finally {
    if (!begun) await asked.close?.()
  }
}

type Confirm = (typed: Partial<Typed>) => Promise<void>

/** Throws 403 for a wrong password and 422 for a wrong name. */
async function confirmed(
  services: Services,
  request: Request,
  { currentPassword, confirm }: Partial<Typed>,
): Promise<void> {
  if (currentPassword !== undefined) await confirmPassword(services, currentPassword, request)
  if (confirm !== undefined && confirm.trim() !== (await readSiteName(services.db, services.config)).trim())
    throw invalid([{ path: 'confirm', message: 'validation.siteName' }])
}

async function chooseBackup(services: Services, request: Request, confirm: Confirm): Promise<RestoreRequest> {
  const input = read(restoreInput, await readJson(request))
  await confirm(input)
  const row = await findBackup(services.db, services.config, input.backup)
  if (row.state !== 'done') throw invalid([{ path: 'backup', message: 'validation.backupNotDone' }])
  const storage = openBackupStorage(services.config)
  return { title: row.file, backup: row.id, open: () => storage.read(row.file) }
}

const fields = restoreInput.omit({ backup: true })

async function receiveArchive(services: Services, request: Request, confirm: Confirm): Promise<RestoreRequest> {
  const folder = incomingFolder(services.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, crypto.randomUUID())
  let before: Partial<Typed> = {}
  const received = await receiveFile(request, {
    field: 'file',
    largest,
    longest,
    path,
    // Checked before the file, so that a large one is not uploaded only to be refused.
    async begun(given) {
      before = read(fields.partial(), given)
      await confirm(before)
      await refuseWithoutRoom(services.config, request)
    },
  })
  const close = () => rm(path, { force: true })
  try {
    const { currentPassword, confirm: name } = read(fields, { ...received.fields })
    await confirm({
      currentPassword: currentPassword === before.currentPassword ? undefined : currentPassword,
      confirm: name === before.confirm ? undefined : name,
    })
    return { title: received.name, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws 507 if the disk has no room: a full disk would block all other writes. */
async function refuseWithoutRoom(config: Services['config'], request: Request): Promise<void> {
  if (Number(request.headers.get('content-length') ?? 0) > (await freeBytes(config)))
    throw new HttpError(507, 'errors.full', { headers: { 'Retry-After': '60' } })
}

function read<Schema extends ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(given)
  if (!success) throw invalid(schemaIssues(error))
  return data
}

/** Throws 422 for an archive that cannot be restored, and 503 if it cannot be read now. */
async function checked({ open, backup }: RestoreRequest, language: Language): Promise<ArchiveFacts> {
  try {
    return await checkArchive(open())
  } catch (error) {
    if (error instanceof StartError)
      throw invalid([{ path: backup === undefined ? 'file' : 'backup', ...messageOf(error, language) }])
    if (error instanceof BackupFault) throw backupsAway(error)
    throw error
  }
}

/** Says which row is refused, and why. */
function messageOf(error: StartError, language: Language): Omit<Issue, 'path'> {
  if (!(error instanceof RowFault))
    return { message: error.message.includes('newer') ? 'validation.archiveNewer' : 'validation.archiveDamaged' }
  const { part, number, issue } = error
  const values = { part, number: String(number), column: issue.path, reason: reasonOf(issue, language) }
  return { message: 'validation.archiveRow', values }
}

const totalOf = ({ counts, files }: ArchiveFacts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, files)
