import { fetchPublic } from '#platform/http/public-network'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileFault, isMissing, leftoversBefore } from '#platform/storage/disk'
import { incomingFolder } from '#platform/storage/file-store'
import { receiveFile, type Received } from '#platform/http/bodies'
import type { Services } from '#platform/services'
import { largestFile } from './contract'
import { lockFile, withoutRow } from './stored-file'

const hour = 3_600_000
const batch = 500
/** The names of the library's files in the store. */
const hashName = /^[\da-f]{64}$/

/** Receives the file of a request and calls `work` with it; the local file is deleted afterwards. */
export async function withUpload<Result>(
  { config }: Pick<Services, 'config'>,
  request: Request,
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  return withTemporaryPath(config, async (path) =>
    work(await receiveFile(request, { field: 'file', largest: largestFile, path })),
  )
}

/** The same for a file loaded from a public URL. */
export const withFetched = <Result>(
  { config }: Pick<Services, 'config'>,
  url: string,
  work: (received: Received) => Promise<Result>,
): Promise<Result> =>
  withTemporaryPath(config, async (path) => work(await fetchPublic(url, { path, largest: largestFile })))

/** Provides a temporary path, and removes the file or folder there afterwards. */
export async function withTemporaryPath<Result>(
  config: Services['config'],
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = incomingFolder(config)
  const path = join(folder, crypto.randomUUID())
  try {
    await mkdir(folder, { recursive: true })
    return await work(path)
  } catch (error) {
    throw fileFault(error)
  } finally {
    await rm(path, { force: true, recursive: true })
  }
}

/** Deletes a file without an item; a failed deletion is repeated by a job. */
export async function dropFile(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  hash: string,
): Promise<void> {
  if (hash === '') return
  try {
    // Detects an unreachable store here, instead of inside the transaction, where others would wait.
    if (!(await files.has(hash))) return
    await db.transaction(async (tx) => {
      await lockFile(tx, hash)
      if ((await withoutRow(tx, [hash])).length > 0) await files.remove(hash)
    })
  } catch (error) {
    log.warn('An unused file of the library could not be deleted', { hash, error })
  }
}

/** Deletes files without an item, left by a crash before its row was inserted, or after it was deleted. */
export async function sweepFiles(services: Pick<Services, 'config' | 'db' | 'files' | 'log'>): Promise<void> {
  const { db, files } = services
  const old: string[] = []
  for await (const { name, keptAt } of files.list())
    if (hashName.test(name) && Date.now() - keptAt > hour) old.push(name)
  for (let at = 0; at < old.length; at += batch)
    for (const name of await withoutRow(db, old.slice(at, at + batch))) await dropFile(services, name)
  await sweepIncoming(services)
}

/** Deletes files left by a crash: with an embedded database, which has one process, all those of earlier processes. */
async function sweepIncoming({ config }: Pick<Services, 'config'>): Promise<void> {
  const folder = incomingFolder(config)
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const since = leftoversBefore({ isAlone: config.databaseUrl === undefined })
  for (const name of names) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && facts.mtimeMs < since) await rm(join(folder, name), { force: true, recursive: true })
  }
}
