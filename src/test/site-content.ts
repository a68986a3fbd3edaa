import { readEntries, readRows } from '#app/content/read-archive'
import { type Collected, collect, packLines } from '#app/content/write-archive'
import { insertContent, parts, replaceAll, type SiteContent } from '#app/content/site-content'
import type { Database } from '#platform/db/database'
import type { WriteServices } from '#platform/writes/commit'

/** Everything that an archive of the site would restore. */
export const collectContent = async (db: Database): Promise<SiteContent> =>
  readArchive(await (await packArchive(await collect(db))).bytes())

/** One gzip file: the header, then the rows. */
export async function packArchive(
  content: Pick<Collected, 'counts' | 'lines'> & Partial<Pick<Collected, 'trashed'>>,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const { head } = await packLines({ trashed: {}, ...content }, (piece) => void pieces.push(piece))
  return new Blob([head, ...pieces])
}

/** Reads a whole archive as a restore does. */
export async function readArchive(bytes: Uint8Array): Promise<SiteContent> {
  const content: Record<string, Record<string, unknown>[]> = Object.fromEntries(parts.map((part) => [part, []]))
  async function* whole() {
    yield bytes
  }
  for await (const { part, row } of readRows(whole())) content[part]?.push(row)
  return content
}

export const replaceContent = (services: WriteServices, content: SiteContent): Promise<string | null> =>
  replaceAll(services, (tx) => insertContent(tx, content))

/** An archive of any content. */
export async function packContent(content: SiteContent): Promise<Uint8Array<ArrayBuffer>> {
  const counts = Object.fromEntries(Object.entries(content).map(([part, rows]) => [part, rows.length]))
  const lines = (async function* () {
    for (const [part, rows] of Object.entries(content)) for (const row of rows) yield `${JSON.stringify([part, row])}\n`
  })()
  return (await packArchive({ counts, lines })).bytes()
}

/** The compressed content of an archive, and the names of its other files. */
export async function unpackArchive(
  archive: Uint8Array,
): Promise<{ packed: Uint8Array<ArrayBuffer>; names: string[] }> {
  const packed: Uint8Array[] = []
  const names: string[] = []
  async function* whole() {
    yield archive
  }
  await readEntries(whole(), {
    async content(pieces) {
      for await (const piece of pieces) packed.push(piece)
    },
    async file(name, pieces) {
      names.push(name)
      for await (const piece of pieces) void piece
    },
  })
  return { packed: new Uint8Array(Buffer.concat(packed)), names }
}
