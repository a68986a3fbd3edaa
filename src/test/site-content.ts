import { packArchive, readArchive } from '#app/content/archive'
import { readEntries } from '#app/content/archive-entries'
import { collect } from '#app/content/collect'
import type { SiteContent } from '#app/content/site-content'
import type { Database } from '#platform/db/database'

/** All that an archive of the site would bring back. */
export const collectContent = async (db: Database): Promise<SiteContent> =>
  readArchive(await (await packArchive(await collect(db))).bytes())

/** An archive of any content. */
export async function packContent(content: SiteContent): Promise<Uint8Array<ArrayBuffer>> {
  const counts = Object.fromEntries(Object.entries(content).map(([part, rows]) => [part, rows.length]))
  const lines = (async function* () {
    for (const [part, rows] of Object.entries(content)) for (const row of rows) yield `${JSON.stringify([part, row])}\n`
  })()
  return (await packArchive({ counts, lines })).bytes()
}

/** The packed content of an archive, and the names of the files beside it. */
export async function takeApart(archive: Uint8Array): Promise<{ packed: Uint8Array<ArrayBuffer>; names: string[] }> {
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
