import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { HttpError } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import type { Received } from '#platform/http/bodies'
import type { FileStore } from '#platform/storage/file-store'
import { media, mediaFormer, type MediaRow } from './table'

/**
 * Stores the file, then runs `work` to insert the row: the file store may be slow, so it is not called inside the
 * transaction. If the same file is deleted in between, it is stored again.
 */
export async function withFile<Result>(
  files: FileStore,
  { hash, path }: Received,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    await files.keep(hash, path)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FileGone) || tries === mostTries) throw error
    }
  }
}

const mostTries = 5

class FileGone extends HttpError {
  constructor() {
    super(503, 'errors.filesAway', { headers: { 'Retry-After': '1' } })
  }
}

/** Under the lock of the file, so that no row exists without its file. */
export async function assertStored(files: FileStore, hash: string): Promise<void> {
  if (!(await files.has(hash))) throw new FileGone()
}

/**
 * Locks a file's hash until the end of the transaction, so that the file and its row are created and deleted together.
 */
export const lockFile = (tx: Database, hash: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`media ${hash}`}, 0))`)

/** Which of these files no item has. */
export async function withoutRow(db: Database, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .select({ hash: media.hash })
    .from(media)
    .where(inArray(media.hash, [...hashes]))
  const known = new Set(rows.map(({ hash }) => hash))
  return hashes.filter((hash) => !known.has(hash))
}

/** The items with these ids that are not in the trash. */
export const findItems = async (db: Database, ids: readonly number[]): Promise<MediaRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(media)
        .where(and(inArray(media.id, [...ids]), isNull(media.trashedAt)))

export async function findByHash(db: Database, hash: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.hash, hash))
  return row
}

/** The item whose file had this hash before it was replaced. */
export async function findByFormerHash(db: Database, hash: string): Promise<MediaRow | undefined> {
  const [found] = await db
    .select({ media })
    .from(mediaFormer)
    .innerJoin(media, eq(media.id, mediaFormer.mediaId))
    .where(eq(mediaFormer.hash, hash))
  return found?.media
}
