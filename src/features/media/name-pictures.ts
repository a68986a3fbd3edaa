import { inArray } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { LibraryPicture, Pictures } from '#base/pictures/forms'
import { isRecord, parseJson } from '#base/text/parse-json'
import type { Config } from '#base/config'
import { mostFrames } from './reading/clean'
import { readMediaPath } from './paths'
import { media } from './table'

type Row = typeof media.$inferSelect
type Named = { address: string; id: number; name: string }

const address = /^(?<host>https?:\/\/[^\s"'<>/\\]+|\{host\})?(?<path>\/media\/[^\s"<>]+)$/i
const tags = /<img\s(?:[^>"]|"[^"]*")*?\bsrc="([^"]*)"/g

/**
 * A public answer, each record of it with what a page needs to know of the pictures of the library that it names
 * (`pictures`): they may change without the record.
 */
export async function namePictures(
  db: Database,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  answer: unknown,
): Promise<unknown> {
  const parts: unknown[] = Array.isArray(answer) ? answer : [answer]
  const named = parts.map((part) => [...addressesIn(part)].flatMap((text) => readAddress(text, siteUrl)))
  const ids = [...new Set(named.flatMap((list) => list.map(({ id }) => id)))]
  if (ids.length === 0) return answer
  const rows = new Map((await db.select().from(media).where(inArray(media.id, ids))).map((row) => [row.id, row]))
  const told = parts.map((part, at) => {
    const pictures = picturesOf(named[at] ?? [], rows)
    return isRecord(part) && Object.keys(pictures).length > 0 ? { ...part, pictures } : part
  })
  return Array.isArray(answer) ? told : told[0]
}

function picturesOf(named: readonly Named[], rows: ReadonlyMap<number, Row>): Pictures {
  const pictures: Pictures = {}
  for (const { address: text, id, name } of named) {
    const row = rows.get(id)
    const picture = row?.addressName === name ? toPicture(row) : undefined
    if (picture) pictures[text] = picture
  }
  return pictures
}

/** undefined for a document. */
function toPicture({ mime, width, height, frames, ...row }: Row): LibraryPicture | undefined {
  if (width === null || height === null) return undefined
  const isMoving = frames > 1 && frames <= mostFrames
  return {
    hash: row.hash,
    width,
    height,
    focus: { x: row.focusX, y: row.focusY },
    alt: { en: row.altEn, es: row.altEs },
    decorative: row.decorative,
    colour: row.colour || null,
    sort: mime === 'image/svg+xml' ? 'drawing' : isMoving ? 'moving' : 'still',
  }
}

function readAddress(text: string, siteUrl: string | undefined): Named[] {
  const { host, path = '' } = address.exec(text)?.groups ?? {}
  const asked = readMediaPath(path.replace(/[?#].*$/, ''))
  const isOwn = host === undefined || host === '{host}' || host.toLowerCase() === siteUrl?.toLowerCase()
  // A site that does not know where it is knows its items by their whole addresses.
  if (!asked || (!isOwn && siteUrl !== undefined)) return []
  return [{ ...asked, address: text }]
}

/** Every text that is the address of a picture, and those of the pictures in HTML, as they stand there. */
function* addressesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (!value.includes('/media/')) return
    const packed = value.trimStart().startsWith('{') && !value.startsWith('{host}') ? parseJson(value) : undefined
    if (isRecord(packed)) yield* addressesIn(packed)
    else if (address.test(value)) yield value
    else for (const [, src = ''] of value.matchAll(tags)) yield src
  } else if (Array.isArray(value)) {
    for (const part of value) yield* addressesIn(part)
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value)) if (name !== 'pictures') yield* addressesIn(part)
  }
}
