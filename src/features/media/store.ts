import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Transaction } from '#platform/events/events'
import { emitChanges } from '#platform/events/changes'
import { now } from '#platform/db/columns'
import type { Database } from '#platform/db/database'
import type { FileStore } from '#platform/storage/file-store'
import type { Received } from '#platform/http/bodies'
import { conflict, HttpError, invalid, notFound } from '#contract/http-error'
import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { folded } from '#text/fold'
import { checkVersion, type Expected } from '#platform/writes/commit'
import { alternativeColumns, alternativesOf, isAlternativeMissing } from './library-picture'
import type { MediaInput, MediaItem, MediaPart, Mime } from './contract'
import { isPicture } from './item-text'
import { z } from 'zod'
import { wholeNumber } from '#platform/http/parameters'
import { plainText } from '#text/schema'
import { mediaUrl } from './paths'
import { assertStored, findByHash, lockFile } from './stored-file'
import { standsStill } from './reading/clean'
import type { Measured } from './reading/measure'
import { media, mediaFormer, type MediaRow } from './table'
import { usesOf } from './uses'
import { ends } from './reading/recognize'

export const mediaQuery = z.object({
  q: plainText(200).optional().meta({
    description: 'Only files whose name or alternative text contains this text; case and accents are ignored.',
    example: 'press',
  }),
  limit: wholeNumber(1, 100).default(50),
  before: wholeNumber(1, 999_999_999)
    .optional()
    .meta({ description: 'The `next` of the previous response.', example: 12 }),
  lacks: z.enum(['alt'], { error: 'validation.value' }).optional().meta({
    description: 'Only pictures that lack alternative text in some language and are not decorative.',
    example: 'alt',
  }),
  type: z
    .enum(['picture'], { error: 'validation.value' })
    .optional()
    .meta({ description: 'Only pictures.', example: 'picture' }),
  status: z.enum(['trashed'], { error: 'validation.value' }).optional().meta({
    description: 'Only items in the trash, which are otherwise left out.',
    example: 'trashed',
  }),
})
type MediaQuery = z.infer<typeof mediaQuery>

/** The query of a deletion. */
export const mediaRemoval = z.object({
  force: z
    .enum(['0', '1'], { error: 'validation.value' })
    .optional()
    .meta({ description: '`1`: even if the file is in use.', example: '1' }),
})

const longest = 200
/** Maximum length of an escaped name in a URL, because URLs are stored in fields of limited length. */
const longestInAddress = 600

/**
 * A file's name for display: without folders, control characters and characters that change the text direction, at most
 * 200 characters.
 */
function cleanName(name: string, mime: Mime): string {
  // Decodes quotes and line breaks as browsers encode them in part headers.
  const base = (
    name
      .replaceAll('%22', '"')
      .replaceAll(/%0[ad]/gi, ' ')
      .split(/[/\\]/)
      .at(-1) ?? ''
  )
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .trim()
  return shortened(base === '' ? `file.${ends[mime][0]}` : base, (text) => text.length <= longest)
}

/** The name in the permanent URL. */
const nameInAddress = (name: string): string =>
  shortened(name, (text) => encodeURIComponent(text).length <= longestInAddress)

/** Shortens the name before its extension, never within a surrogate pair. */
function shortened(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name
  const end = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  const letters = [...segments.segment(name.slice(0, name.length - end.length))].map(({ segment }) => segment)
  let least = 0
  let most = letters.length
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(letters.slice(0, middle).join('') + end)) least = middle
    else most = middle - 1
  }
  return letters.slice(0, least).join('').trimEnd() + end
}

const segments = new Intl.Segmenter()

/** A received file, and its type. */
export type NewFile = { received: Received; measured: Measured }

/** Newest first. */
export async function listMedia(db: Database, query: MediaQuery): Promise<MediaPart> {
  const { q, limit, before, lacks, type, status } = query
  const words = folded(q ?? '').trim()
  const rows = await db
    .select()
    .from(media)
    .where(
      and(
        status === 'trashed' ? isNotNull(media.trashedAt) : isNull(media.trashedAt),
        before === undefined ? undefined : lt(media.id, before),
        words === '' ? undefined : sql`strpos(${media.words}, ${words}) > 0`,
        lacks === undefined && type === undefined ? undefined : ne(media.mime, 'application/pdf'),
        lacks === undefined ? undefined : isUndescribed,
      ),
    )
    .orderBy(desc(media.id))
    .limit(limit + 1)
  const items = await toItems(db, rows.slice(0, limit))
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Pictures without an alternative text in at least one language. */
export const countUndescribed = (db: Database): Promise<number> =>
  db.$count(media, and(isNull(media.trashedAt), ne(media.mime, 'application/pdf'), isUndescribed))

const isUndescribed = and(eq(media.decorative, false), isAlternativeMissing())

/** Throws 404. */
export async function findMedia(db: Database, id: number): Promise<MediaItem> {
  const [row] = await db.select().from(media).where(eq(media.id, id))
  if (!row) throw notFound('media')
  return toItem(db, row)
}

/** The item with these bytes: a new one, or the existing one, restored from the trash. */
export async function addMedia(
  tx: Database,
  files: FileStore,
  { received: { hash, bytes, name: given }, measured }: NewFile,
): Promise<{ item: MediaItem; isNew: boolean; isBack: boolean }> {
  await lockFile(tx, hash)
  const there = await findByHash(tx, hash)
  if (there) {
    const isBack = there.trashedAt !== null
    return {
      item: await (isBack ? updateMedia(tx, there.id, { trashedAt: null }) : toItem(tx, there)),
      isNew: false,
      isBack,
    }
  }
  await assertStored(files, hash)
  const name = cleanName(given, measured.mime)
  const [row] = await tx
    .insert(media)
    .values({ ...measured, hash, bytes, name, addressName: nameInAddress(name), words: wordsOf(name) })
    .returning()
  return { item: await toItem(tx, row!), isNew: true, isBack: false }
}

/** Throws 404, 409 if it is in the trash, and 412. */
export async function changeMedia(
  tx: Database,
  id: number,
  { name: given, alt, decorative, focus }: MediaInput,
  expected: Expected,
): Promise<MediaItem> {
  const row = await lockMedia(tx, id, expected)
  const name = given === undefined ? row.name : cleanName(given, row.mime)
  const alternatives = byLanguage((language) => alt?.[language] ?? alternativesOf(row)[language])
  return updateMedia(tx, id, {
    name,
    ...alternativeColumns(alternatives),
    decorative,
    ...(focus ? { focusX: focus.x, focusY: focus.y } : {}),
    words: wordsOf(name, alternatives),
  })
}

/** Throws 404, 412, and 409 while a published record or a draft uses it, unless `isForced`. */
export async function deleteMedia(
  tx: Database,
  id: number,
  expected: Expected,
  isForced: boolean,
): Promise<{ id: number; title: string; hash: string }> {
  const { hash, name: title } = await lockAny(tx, id, expected)
  if (!isForced) await checkUnused(tx, id)
  await tx.delete(media).where(eq(media.id, id))
  await tx.delete(mediaFormer).where(or(eq(mediaFormer.mediaId, id), eq(mediaFormer.hash, hash)))
  return { id, title, hash }
}

/**
 * Hides an item from lists, pages and visitors. Throws 404, 412, and 409 while a published record or a draft uses it,
 * unless `isForced`, and if it is in the trash already.
 */
export async function trashMedia(tx: Database, id: number, expected: Expected, isForced: boolean): Promise<MediaItem> {
  await lockMedia(tx, id, expected)
  if (!isForced) await checkUnused(tx, id)
  return updateMedia(tx, id, { trashedAt: now })
}

/** Throws 404, 412, and 409 if it is not in the trash. */
export async function restoreMedia(tx: Database, id: number, expected: Expected): Promise<MediaItem> {
  const { trashedAt } = await lockAny(tx, id, expected)
  if (trashedAt === null) throw conflict('errors.notTrashed')
  return updateMedia(tx, id, { trashedAt: null })
}

/** Permanently deletes items that have been in the trash for more than a month; their files are swept later. */
export async function emptyMediaTrash(tx: Transaction): Promise<void> {
  const gone = await tx
    .delete(media)
    .where(sql`${media.trashedAt} < now() - interval '30 days'`)
    .returning({ id: media.id, hash: media.hash })
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  const hashes = gone.map(({ hash }) => hash)
  await tx.delete(mediaFormer).where(or(inArray(mediaFormer.mediaId, ids), inArray(mediaFormer.hash, hashes)))
  emitChanges(
    tx,
    ids.map((id) => ({ kind: 'media', action: 'deleted', id })),
  )
}

/** Stores changes of an existing item as its next version. */
async function updateMedia(tx: Database, id: number, changes: PgUpdateSetSource<typeof media>): Promise<MediaItem> {
  const [row] = await tx
    .update(media)
    .set({ ...changes, version: sql`${media.version} + 1` })
    .where(eq(media.id, id))
    .returning()
  return toItem(tx, row!)
}

/** Throws 409 while a published record or a draft uses it. */
async function checkUnused(tx: Database, id: number): Promise<void> {
  const usedIn = (await usesOf(tx, [id])).get(id) ?? []
  if (usedIn.some((use) => use.in !== 'history')) throw new HttpError(409, 'errors.mediaUsed', { told: { usedIn } })
}

/**
 * Replaces a file under the same URL; resolves to the old one too. Throws 404, 409 when the bytes are another item's, 412,
 * and 422 for a picture instead of a document.
 */
export async function replaceFile(
  tx: Database,
  files: FileStore,
  id: number,
  { received: { hash, bytes }, measured }: NewFile,
  expected: Expected,
): Promise<{ item: MediaItem; before: string }> {
  await lockFile(tx, hash)
  const row = await lockMedia(tx, id, expected)
  const owner = await findByHash(tx, hash)
  if (owner && owner.id !== id) throw new HttpError(409, 'errors.mediaTaken')
  if (isPicture(row) !== isPicture(measured)) throw invalid([{ path: 'file', message: 'validation.otherKind' }])
  await assertStored(files, hash)
  const item = await updateMedia(tx, id, { ...measured, hash, bytes })
  if (row.hash !== hash)
    await tx
      .insert(mediaFormer)
      .values({ hash: row.hash, mediaId: id })
      .onConflictDoUpdate({ target: mediaFormer.hash, set: { mediaId: id } })
  return { item, before: row.hash }
}

/** Throws 409 if it is in the trash, in addition to 404 and 412. */
async function lockMedia(tx: Database, id: number, expected: Expected): Promise<MediaRow> {
  const row = await lockAny(tx, id, expected)
  if (row.trashedAt !== null) throw conflict('errors.trashed')
  return row
}

async function lockAny(tx: Database, id: number, expected: Expected): Promise<MediaRow> {
  const [row] = await tx.select().from(media).where(eq(media.id, id)).for('update')
  if (!row) throw notFound('media')
  checkVersion(row.version, expected)
  return row
}

const wordsOf = (name: string, alternatives: LanguageTexts = byLanguage(() => '')) =>
  folded([name, ...Object.values(alternatives)].join('\n'))

async function toItems(db: Database, rows: readonly MediaRow[]): Promise<MediaItem[]> {
  const uses = await usesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    url: mediaUrl(row.id, row.addressName),
    name: row.name,
    mime: row.mime,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    alt: alternativesOf(row),
    decorative: row.decorative,
    focus: { x: row.focusX, y: row.focusY },
    usedIn: uses.get(row.id) ?? [],
    createdAt: row.createdAt,
    version: row.version,
    ...(row.trashedAt === null ? {} : { trashedAt: row.trashedAt }),
    ...(standsStill(row) ? { notes: ['stands-still' as const] } : {}),
  }))
}

async function toItem(db: Database, row: MediaRow): Promise<MediaItem> {
  const [item] = await toItems(db, [row])
  return item!
}
