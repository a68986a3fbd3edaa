import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { schemaVersion } from '#platform/db/migrate'
import { StartError } from '#platform/start-error'
import { noteGarbage } from '#platform/garbage-collection'
import { parseJson } from '#text/parse-json'
import type { Collected } from './collect'
import { parts } from './site-content'

/**
 * The first line of an archive. `schema` is the newest migration of its database; `sha256` covers all lines after this
 * one.
 */
const header = z.object({
  format: z.literal('industria-archive'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  schema: z.int(),
  counts: z.record(z.string(), z.int()),
  /** Of those, the rows in the trash; archives of older releases do not have it. */
  trashed: z.record(z.string(), z.int()).default({}),
  sha256: z.string(),
})

export type ArchiveHeader = z.infer<typeof header>

/** Throws `StartError` when the line is not an archive's header, or one of a newer release. */
export function readHeader(line: string): ArchiveHeader {
  const { success, data: first } = header.safeParse(parseJson(line))
  if (!success) throw new StartError('The file is no archive of this site')
  if (first.schema > schemaVersion()) throw new StartError('The archive comes from a newer version of this site')
  return first
}

/**
 * Passes the compressed lines (`["posts",{…}]` for every row) to `take` in chunks; `head` comes before them, and
 * `sha256` covers them.
 */
export async function packLines(
  { counts, trashed, lines }: Pick<Collected, 'counts' | 'trashed' | 'lines'>,
  take: (piece: Uint8Array<ArrayBuffer>) => unknown,
): Promise<{ head: Uint8Array<ArrayBuffer>; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const some of lines) {
    hasher.update(some)
    await take(await packed(some))
    noteGarbage(some.length)
  }
  const first: z.infer<typeof header> = {
    format: 'industria-archive',
    version: 1,
    createdAt: new Date().toISOString(),
    schema: schemaVersion(),
    counts,
    trashed,
    sha256: hasher.digest('hex'),
  }
  return { head: await packed(`${JSON.stringify(first)}\n`), sha256: first.sha256 }
}

/** A gzip file may consist of several members. */
const packed = async (text: string) => new Uint8Array(await promisify(gzip)(text))

/** Zero rows for parts that an older archive does not have. */
export const noRows: Record<string, number> = Object.fromEntries(parts.map((part) => [part, 0]))
