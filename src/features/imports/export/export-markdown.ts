import { gt, ne, and, asc } from 'drizzle-orm'
import { href } from '#i18n/addresses/href'
import type { NamedRecord } from '#platform/feature'
import { collectOldGarbage } from '#platform/garbage-collection'
import type { Services } from '#platform/services'
import type { Importing } from '#records/importing'
import type { ExportedFile, ImportPorts } from '../ports'
import { changePaths, pathsIn } from './addresses'
import { yaml } from './front-matter'
import { recordFiles, recordFolder } from './record-file'
import { normalSpelling } from '#text/urls/path-spelling'
import type { ZipEntry } from './write-zip'
import { markerFile, recordTypes } from '../format'

/** The path from a record's file to the root of the zip. */
const up = '../../'
const batch = 500

type Sources = Pick<Services, 'db' | 'files'>
type Ports = Pick<ImportPorts, 'records' | 'library'>

/**
 * All records outside the trash as Markdown, one at a time, each followed by the pictures that no record before it
 * used. Links between records become links between files.
 */
export async function* exportEntries({ db }: Sources, ports: Ports, site: object): AsyncGenerator<ZipEntry> {
  const folders = await foldersByPath(db, ports)
  const pictures = new Map<string, ExportedFile | undefined>()
  const described: Record<string, object> = {}
  for (const type of recordTypes) {
    const { kind, naming } = ports.records[type]
    for await (const { id, updatedAt } of listRecords(db, ports.records[type])) {
      collectOldGarbage()
      const record = await naming.read(db, String(id))
      if (!record || record.visibility === 'out') continue
      const changedAt = new Date(updatedAt)
      const fresh: ExportedFile[] = []
      for (const path of pathsIn(record.values)) {
        if (folders.has(path) || pictures.has(path)) continue
        const file = await ports.library.locate(db, path)
        pictures.set(path, file)
        if (file) fresh.push(file)
      }
      const to = (path: string) => newPath(path, folders, pictures)
      const moved: NamedRecord = { ...record, values: changePaths(record.values, to) }
      for (const file of recordFiles({ type, kind, record: moved })) yield { ...file, changedAt }
      for (const { name, alt, ...bytes } of fresh) {
        if (alt && Object.values(alt).some(Boolean)) described[name] = alt
        yield { name, changedAt, ...bytes }
      }
    }
  }
  const description = { exportedAt: new Date().toISOString(), ...site, pictures: described }
  yield { name: markerFile, changedAt: new Date(), text: yaml(description) }
}

function newPath(
  path: string,
  folders: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, ExportedFile | undefined>,
): string | undefined {
  if (pictures.get(path)) return up + path.slice(1)
  const [, address = path, fragment = ''] = /^([^#]*)(#.*)?$/.exec(path) ?? []
  const folder = folders.get(normalSpelling(address.replace(/\/?$/, '/')))
  return folder && `${up}${folder}index.md${fragment}`
}

async function foldersByPath(db: Services['db'], { records }: Ports): Promise<Map<string, string>> {
  const folders = new Map<string, string>()
  for (const type of recordTypes) {
    const { kind, table } = records[type]
    for (const { slug } of await db.select({ slug: table.slug }).from(table).where(ne(table.status, 'trashed')))
      folders.set(href(kind.page, { slug: String(slug) }), recordFolder(type, String(slug)))
  }
  return folders
}

async function* listRecords(
  db: Services['db'],
  { table }: Importing,
): AsyncGenerator<{ id: number; updatedAt: string }> {
  for (let last = 0, full = true; full;) {
    const rows = await db
      .select({ id: table.id, updatedAt: table.updatedAt })
      .from(table)
      .where(and(gt(table.id, last), ne(table.status, 'trashed')))
      .orderBy(asc(table.id))
      .limit(batch)
    full = rows.length === batch
    for (const { id, updatedAt } of rows) {
      last = Number(id)
      yield { id: last, updatedAt: String(updatedAt) }
    }
  }
}
