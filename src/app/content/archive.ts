import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { schemaVersion } from '#platform/db/migrate'
import { StartError } from '#platform/start-error'
import type { Collected } from './collect'
import { checkContent, parts, type SiteContent } from './site-content'

/**
 * The first line of an archive. `schema` is the newest migration of the database it came from; `sha256` is over all
 * lines after this one.
 */
const header = z.object({
  format: z.literal('industria-archive'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  schema: z.int(),
  counts: z.record(z.string(), z.int()),
  sha256: z.string(),
})

export type ArchiveHeader = z.infer<typeof header>

/** Throws `StartError` when the line is not an archive's header, or one of a newer release. */
export function readHeader(line: string): ArchiveHeader {
  const first = parseOr(line, header, 'The file is no archive of this site')
  if (first.schema > schemaVersion()) throw new StartError('The archive comes from a newer version of this site')
  return first
}

/** One gzip file of lines: the header, then `["posts",{…}]` for every row. No more of it is unpacked than a handful. */
export async function packArchive(content: Pick<Collected, 'counts' | 'lines'>): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const { head } = await packLines(content, (piece) => void pieces.push(piece))
  return new Blob([head, ...pieces])
}

/** Hands the packed lines to `take`, some at a time; `head` comes before them, and `sha256` is theirs. */
export async function packLines(
  { counts, lines }: Pick<Collected, 'counts' | 'lines'>,
  take: (piece: Uint8Array<ArrayBuffer>) => unknown,
): Promise<{ head: Uint8Array<ArrayBuffer>; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const some of lines) {
    hasher.update(some)
    await take(await packed(some))
  }
  const first: z.infer<typeof header> = {
    format: 'industria-archive',
    version: 1,
    createdAt: new Date().toISOString(),
    schema: schemaVersion(),
    counts,
    sha256: hasher.digest('hex'),
  }
  return { head: await packed(`${JSON.stringify(first)}\n`), sha256: first.sha256 }
}

/** A gzip file may be several, one after the other. */
const packed = async (text: string) => new Uint8Array(await promisify(gzip)(text))

/** Checks all of an archive; throws `StartError` with the one line to show. */
export async function readArchive(bytes: Uint8Array): Promise<SiteContent> {
  const unpacked = await unpack(bytes)
  const end = unpacked.indexOf('\n') + 1
  const first = parseOr(unpacked.slice(0, end), header, 'The file is no archive of this site')
  const lines = unpacked.slice(end)
  if (digestOf(lines) !== first.sha256) throw new StartError('The archive is damaged: its checksum does not fit')
  if (first.schema > schemaVersion()) throw new StartError('The archive comes from a newer version of this site')
  const rows = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => parseOr(line, z.tuple([z.enum(parts), z.unknown()]), 'The archive is damaged: a line is no row'))
  const content = checkContent(
    Object.fromEntries(parts.map((part) => [part, rows.filter(([name]) => name === part).map(([, row]) => row)])),
    'The archive',
  )
  if (!Bun.deepEquals(countRows(content), { ...noRows, ...first.counts }))
    throw new StartError('The archive is damaged: its counts do not fit')
  return content
}

/** Of parts that an older archive does not know. */
export const noRows: Record<string, number> = Object.fromEntries(parts.map((part) => [part, 0]))
const rowsOf = (content: SiteContent, part: string) => content[part] ?? []
const countRows = (content: SiteContent): Record<string, number> =>
  Object.fromEntries(parts.map((part) => [part, rowsOf(content, part).length]))
const digestOf = (lines: string) => new Bun.CryptoHasher('sha256').update(lines).digest('hex')

async function unpack(bytes: Uint8Array): Promise<string> {
  try {
    return (await promisify(gunzip)(bytes)).toString('utf8')
  } catch {
    throw new StartError('The file is no archive of this site, or it is damaged')
  }
}

function parseOr<Value>(line: string, schema: z.ZodType<Value>, fault: string): Value {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new StartError(fault)
  }
}
