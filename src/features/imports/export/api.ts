import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Elysia } from 'elysia'
import { ne, asc } from 'drizzle-orm'
import type { ZipFile } from 'yazl'
import { adminOnly } from '#auth/admin-only'
import { requestOrigin } from '#platform/http/request-facts'
import { streamPieces } from '#platform/http/bodies'
import { outsideRequest } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { href } from '#i18n/addresses/href'
import type { NamedRecord } from '#platform/feature'
import { collectOldGarbage, collectingGarbage } from '#platform/garbage-collection'
import { normalSpelling, withEnd } from '#text/urls'
import type { FileStore } from '#platform/storage/file-store'
import { operations } from '../operations'
import type { ImportPorts, ExportedFile } from '../ports'
import { markerFile, recordTypes, type RecordType } from '../format'
import { changePaths, pathsIn, recordFiles, recordFolder, yaml } from './record-files'

/** The path from a record's file to the root of the zip. */
const up = '../../'

type Sources = Pick<Services, 'db' | 'files'>
type Ports = Pick<ImportPorts, 'records' | 'library'>

/**
 * All records outside the trash as Markdown, one at a time, each followed by the pictures that no record before it
 * used. Links between records become links between files.
 */
async function* exportEntries({ db }: Sources, ports: Ports, site: object): AsyncGenerator<ZipEntry> {
  const listed = await listRecords(db, ports)
  const folders = new Map(
    listed.map(({ type, slug }) => [href(ports.records[type].kind.page, { slug }), recordFolder(type, slug)]),
  )
  const pictures = new Map<string, ExportedFile | undefined>()
  const described: Record<string, object> = {}
  for (const { type, id, changedAt } of listed) {
    collectOldGarbage()
    const { kind, naming } = ports.records[type]
    const record = await naming.read(db, String(id))
    if (!record || record.visibility === 'out') continue
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
  const folder = folders.get(normalSpelling(withEnd(address)))
  return folder && `${up}${folder}index.md${fragment}`
}

type Listed = { type: RecordType; id: unknown; slug: string; changedAt: Date }

async function listRecords(db: Services['db'], { records }: Ports): Promise<Listed[]> {
  const listed: Listed[][] = []
  for (const type of recordTypes) {
    const { table } = records[type]
    const rows = await db
      .select({ id: table.id, slug: table.slug, updatedAt: table.updatedAt })
      .from(table)
      .where(ne(table.status, 'trashed'))
      .orderBy(asc(table.id))
    listed.push(
      rows.map(({ id, slug, updatedAt }) => ({ type, id, slug: String(slug), changedAt: new Date(String(updatedAt)) })),
    )
  }
  return listed.flat()
}

export const exportApi = (services: Services, ports: ImportPorts) =>
  new Elysia({ prefix: '/export', tags: ['Import'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/markdown', ({ request }) => sendZip(services, ports, requestOrigin(request)), {
      detail: operations.exportMarkdown,
    })

function sendZip(services: Services, ports: ImportPorts, origin: string): Response {
  const name = `${new URL(origin).hostname.replace(/[^\w.-]/g, '')}-${new Date().toISOString().slice(0, 10)}.zip`
  // Outside of the request's deadline, because it takes longer.
  const pieces = outsideRequest(() => writeZip(exportEntries(services, ports, { site: origin }), services.files))
  return new Response(streamPieces(pieces), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** A text, a local file, or a file in the store. */
type ZipEntry = { name: string; changedAt: Date; text?: string; path?: string; stored?: string }

/** Streams a zip, with entries created one at a time as the stream is read. */
async function* writeZip(entries: AsyncIterable<ZipEntry>, files: Pick<FileStore, 'use'>): AsyncGenerator<Uint8Array> {
  const { ZipFile: NewZip } = await import('yazl')
  const zip = new NewZip()
  const output = zip.outputStream as Readable
  const filling = fill(zip, output, entries, files).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  filling.catch(() => {})
  try {
    yield* collectingGarbage(output as AsyncIterable<Uint8Array>)
    await filling
  } finally {
    output.destroy()
  }
}

async function fill(
  zip: ZipFile,
  output: Readable,
  entries: AsyncIterable<ZipEntry>,
  files: Pick<FileStore, 'use'>,
): Promise<void> {
  zip.on('error', (error) => output.destroy(error as Error))
  for await (const { name, changedAt, text, path, stored } of entries) {
    const add = (bytes: Readable, compress: boolean) => addEntry(zip, output, { name, changedAt, bytes, compress })
    if (text !== undefined) await add(Readable.from([Buffer.from(text)]), true)
    // Pictures are stored uncompressed, because they are compressed already.
    else if (path !== undefined) await add(createReadStream(path), false)
    else if (stored !== undefined) await files.use(stored, (place) => add(createReadStream(place), false))
  }
  zip.end()
}

type Adding = { name: string; changedAt: Date; bytes: Readable; compress: boolean }

/** Resolves when all its bytes were read; throws when the stream was cancelled. */
async function addEntry(zip: ZipFile, output: Readable, { name, changedAt, bytes, compress }: Adding): Promise<void> {
  const stop = () => bytes.destroy(new Error('Nobody takes the zip any more'))
  if (output.destroyed) return void stop()
  output.once('close', stop)
  try {
    zip.addReadStream(bytes, name, { mtime: changedAt, compress })
    await finished(bytes)
  } finally {
    output.off('close', stop)
  }
}
