import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { invalid, notFound } from '#contract/http-error'
import { fetchPublic } from '#platform/http/fetch-public'
import type { Received } from '#platform/http/multipart-file'
import type { Services } from '#platform/services'
import type { ImportedFile } from '../payload'
import { type ImportItem, type ImportRow, lockItem, markItem } from '../store'
import { importItems } from '../table'
import { attempt, whyOf } from './attempt'
import { languageOf, type ImportContext } from './import-context'
import { isOutside, isOwnHost } from './old-addresses'
import { isUnpackedName } from '../reading/unpacked'

const mostTries = 3
/** Milliseconds before the second attempt; doubled before the third. */
const pause = 250
/** Leaves room for uploads by other people. */
export const picturesAtOnce = pLimit(3)

type Taking = Pick<ImportContext, 'row' | 'actor' | 'ports'>

/**
 * Imports one picture into the library. An error of the picture is stored with the item; throws errors that affect all.
 */
export async function takePicture(services: Services, item: ImportItem, taking: Taking): Promise<void> {
  const { ports, row } = taking
  const file = item.payload as ImportedFile
  await attempt(services, item, () =>
    file.file === undefined
      ? ports.library.withTemporaryPath(services.config, async (path) =>
          take(services, item, await fetchPicture(services, { row, file, path, ports }), taking),
        )
      : services.files.use(unpackedName(file.file), async (path) =>
          take(services, item, { path, name: file.name, ...(await measure(path)) }, taking),
        ),
  )
  // The library has its own copy; after an error the file is kept for a retry.
  if (file.file !== undefined && isUnpackedName(file.file) && !(await isWaitedFor(services.db, item.id)))
    await services.files.remove(file.file)
}

/** Throws 404 for a name of any other file, such as one of the library. */
function unpackedName(name: string): string {
  if (!isUnpackedName(name)) throw notFound('media')
  return name
}

/** Removes what a crash left between adding a picture to the library and removing its file: of the last `most` pictures. */
export async function removeTakenFiles({ db, files }: Services, { id }: ImportRow, most: number): Promise<void> {
  const file = sql<string | null>`${importItems.payload}->>'file'`
  const taken = await db
    .select({ file })
    .from(importItems)
    .where(
      and(
        eq(importItems.importId, id),
        eq(importItems.type, 'media'),
        inArray(importItems.state, ['made', 'there']),
        sql`${file} is not null`,
      ),
    )
    .orderBy(desc(importItems.id))
    .limit(most)
  for (const one of taken) if (one.file !== null && isUnpackedName(one.file)) await files.remove(one.file)
}

const isWaitedFor = async (db: Services['db'], id: number) =>
  (await db.$count(importItems, and(eq(importItems.id, id), inArray(importItems.state, ['waiting', 'failed'])))) > 0

type Fetching = Pick<ImportContext, 'row' | 'ports'> & { file: ImportedFile; path: string }

async function fetchPicture(services: Services, { row, file, path, ports }: Fetching): Promise<Received> {
  const { config, stopping } = services
  const { address, name } = file
  const isAllowed = (url: URL) => isOwnHost(url, row.host)
  if (!isOutside(address) || !isAllowed(new URL(address))) throw invalid([{ path: 'url', message: 'elsewhere' }])
  const { largestFile: largest, network } = ports.library
  for (let tries = 1; ; tries++) {
    try {
      return { ...(await fetchPublic(address, { path, largest, isAllowed, ...network(config) })), name }
    } catch (error) {
      if (whyOf(error) !== 'validation.notFetched' || tries === mostTries) throw error
      stopping.throwIfAborted()
      await Bun.sleep(pause * tries)
    }
  }
}

async function measure(path: string): Promise<Pick<Received, 'bytes' | 'hash'>> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path)) hasher.update(piece as Uint8Array)
  return { bytes: (await stat(path)).size, hash: hasher.digest('hex') }
}

async function take(
  services: Services,
  item: ImportItem,
  received: Received,
  { row, actor, ports }: Taking,
): Promise<void> {
  const { alt, alts = { [languageOf(item, row)]: alt } } = item.payload as ImportedFile
  await ports.library.take(services, received, {
    actor,
    alt: Object.fromEntries(Object.entries(alts).map(([language, text]) => [language, text.slice(0, 1000)])),
    isWanted: async (tx) => (await lockItem(tx, item.id, 'waiting')) !== undefined,
    taken: (tx, { id, url, version, isNew }) =>
      markItem(tx, item.id, { state: isNew ? 'made' : 'there', slug: url, recordId: id, version, why: null }),
  })
}
