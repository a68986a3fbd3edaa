import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { defaultLanguage, type Language } from '#i18n/language'
import { omitFromActivity, type Transaction } from '#platform/events/events'
import type { NamedRecord } from '#platform/feature'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import type { Importing } from '#records/store/content-kind'
import { recordBody } from '#records/kind/body'
import { freeSlug, isCalled } from '#records/store/slugs'
import { isRecord } from '#text/parse-json'
import { hasContent, isText, isTranslatable } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { htmlToText } from '#text/html-text'
import { isSafeUrl } from '#text/schema'
import { addRemarks, type ImportItem, lockItem, markItem, type ImportRow } from '../store'
import { importItems } from '../table'
import { type RecordType, onlyBlock, ownFieldsOf, summaryName } from '../format'
import type { ImportedRecord } from '../reading/reader'
import { attempt, languageOf, type ImportContext, recordOf, type ImportTargets } from './import-targets'
import { builtInPicture, moveAll, pictureAt, rewriteHtml } from './rewrite'
import { baseOf, isOutside, oldKeys } from './old-addresses'

/** Characters of its text, for a record without a summary. */
const longestSummary = 280

/** `texts`: the texts of a record in its language, `values`: its other fields, `lacks`: missing pictures. */
type Texts = { texts: Record<string, unknown>; values: Record<string, unknown>; lacks: string[] }

function textsOf(item: ImportItem, { row, targets, ports }: ImportContext, language: Language): Texts {
  const record = recordOf(item)
  const place = { row, base: baseOf(row, record), targets }
  const { html, lacks } = rewriteHtml(record.html, place)
  const { image, isMissing } = imageOf(record, place)
  const source: Source = {
    record: { ...record, own: record.own && moveAll(record.own, place) },
    title: cut(record.title.trim(), 200) || cut(item.title, 200) || '–',
    html,
    image,
    language,
  }
  const { kind } = ports.records[item.type as RecordType]
  const { texts, values } = fieldsOf(source, kind)
  return {
    texts: { ...texts, ...metadataOf(source, kind) },
    values,
    lacks: isMissing ? [...new Set([...lacks, ...oldKeys(row, record.image, place.base)])] : lacks,
  }
}

type Source = { record: ImportedRecord; title: string; html: string; image: string; language: Language }
type Fields = Omit<Texts, 'lacks'>

function fieldsOf(source: Source, kind: RecordKind): Fields {
  const { title, record } = source
  const texts: Record<string, unknown> = { title }
  const values: Record<string, unknown> = {}
  if (hasContent(kind)) Object.assign(texts, contentOf(source))
  if (hasPicture(kind)) values.imageUrl = pictureOf(source)
  const facts = factsOf(source, kind)
  for (const [name, text] of Object.entries(facts)) {
    const field = kind.fields[name]
    if (!field || !isText(field)) continue
    const written = cut(text.trim(), field.max)
    if (field.translated && written !== '') texts[name] = written
    // Other systems do not require it.
    if (field.required) values[name] = written || (record.own ? '' : cut(title, field.max))
    else if (!field.translated) values[name] = written
  }
  for (const [name, field] of ownFieldsOf(kind.fields)) {
    const value = record.own?.[name]
    if (field.type === 'blocks') setBlocks(source, kind, { texts, values })
    else if (value !== undefined && value !== '') (isTranslatable(field) ? texts : values)[name] = value
  }
  return { texts, values }
}

/** What other systems know of a record, by the names of the fields. */
function factsOf(source: Source, { fields }: RecordKind): Record<string, string> {
  const { category, author } = source.record
  const summary = summaryName(fields)
  return { ...(summary === undefined ? {} : { [summary]: summaryOf(source) }), category, author }
}

/** A body without a field of its own becomes a single block. */
function setBlocks({ record: { own }, title, html, language }: Source, kind: RecordKind, { texts, values }: Fields) {
  if (own?.blocks !== undefined) {
    if (isRecord(own.blocks) && language !== defaultLanguage) return void (texts.blocks = own.blocks)
    if (kind.draftInput.safeParse({ title, blocks: own.blocks }).success) return void (values.blocks = own.blocks)
  }
  const hasText = html.trim() !== '' && !hasContent(kind)
  // The translation of blocks is keyed by their ids.
  if (hasText && language !== defaultLanguage) texts.blocks = { [onlyBlock]: { html } }
  values.blocks = hasText ? [{ id: onlyBlock, type: 'text', html }] : []
}

const hasPicture = ({ fields }: RecordKind) => fields.imageUrl?.type === 'picture'

const contentOf = ({ html, language }: Source) =>
  html.trim() === '' && language !== defaultLanguage ? {} : { content: html }

const pictureOf = ({ image, record }: Source) =>
  image || (record.own && record.status === 'draft' ? '' : builtInPicture)

/** A kind without a picture only has a social image. */
function metadataOf({ record: { own, metadata: read }, image }: Source, kind: RecordKind): { metadata?: object } {
  const { title = '', description = '' } = read
  const ogImage = hasPicture(kind) ? '' : image
  const metadata = own
    ? (own.metadata ?? {})
    : filled({ title: cut(title, 300), description: cut(description, 1000), ogImage })
  return Object.keys(metadata).length === 0 ? {} : { metadata }
}

function summaryOf({ record, html, title }: Source): string {
  const given = cut(record.excerpt.trim(), 1000)
  if (given !== '' || record.own) return given
  const text = htmlToText(html)
  const first = text.length <= longestSummary ? text : `${text.slice(0, longestSummary).replace(/[\s,;:–-]+\S*$/, '')}…`
  return first || title
}

/** Its URL in the library, or the old one. */
function imageOf(
  { image }: ImportedRecord,
  { row, base, targets }: { row: ImportRow; base: string; targets: ImportTargets },
): { image: string; isMissing: boolean } {
  if (image === '') return { image: '', isMissing: false }
  const keys = oldKeys(row, image, base)
  const found = pictureAt(targets.pictures, ...keys)
  if (found !== undefined) return { image: found, isMissing: false }
  const address = URL.canParse(image, base) ? new URL(image, base).href : ''
  const isAway = isOutside(address) && isSafeUrl(address) && address.length <= 2048
  return { image: isAway ? address : '', isMissing: keys.some((key) => targets.missing.has(key)) }
}

const filled = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''))

/** Never splits a character. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Creates one record, idempotently, or adds a translation to an existing one. An error is stored with the item. */
export async function makeRecord(services: Services, item: ImportItem, context: ImportContext): Promise<void> {
  await attempt(services, item, (isAgain) =>
    commitWork(services, context.actor, async (tx) => {
      const locked = await lockItem(tx, item.id, 'waiting')
      // The slug was taken since it was assigned.
      if (locked) await make(tx, locked, context, isAgain)
      omitFromActivity(tx)
    }),
  )
}

async function make(tx: Transaction, item: ImportItem, context: ImportContext, isNamedAnew: boolean): Promise<void> {
  const { row, actor, ports } = context
  const records = ports.records[item.type as RecordType]
  const language = languageOf(item, row)
  const sibling = item.recordId === null ? await siblingOf(tx, item) : undefined
  const known = item.recordId ?? sibling?.recordId ?? null
  const there = known === null ? undefined : await records.naming.read(tx, String(known))
  if (there && there.visibility !== 'out')
    return addLanguage(tx, item, { ...context, id: known!, there, language, isNew: sibling?.state === 'made' })
  const slug = isNamedAnew ? await freeName(tx, records, item) : item.slug!
  const { texts, values, lacks } = textsOf(item, context, language)
  const { publishedAt, status } = recordOf(item)
  const { body, isHeldBack } = readBody(records, {
    ...texts,
    ...values,
    slug,
    publishedAt,
    status: row.run!.as === 'draft' ? 'draft' : status,
    ...(language === defaultLanguage ? {} : { translations: { [language]: texts } }),
  })
  if (isHeldBack) await addRemarks(tx, row.id, [{ title: item.title, why: 'draft' }])
  // After an undo, the record is restored from the trash with its old slug.
  if (there) await records.untrash(tx, known!, actor)
  const made = await (there ? records.update(tx, known!, body, actor) : records.create(tx, body, actor))
  await markItem(tx, item.id, { state: 'made', recordId: made.id, version: made.version, slug, why: null, lacks })
}

/** Published if it is valid. */
function readBody({ kind }: Importing, sent: { status: string } & Record<string, unknown>) {
  const parse = recordBody(kind)
  const asked = parse.safeParse(sent)
  const isHeldBack = sent.status === 'published' && (!asked.success || asked.data.faults.length > 0)
  return {
    body: isHeldBack ? parse.parse({ ...sent, status: 'draft' }) : (asked.data ?? parse.parse(sent)),
    isHeldBack,
  }
}

/** The item of this import with the same record in another language. */
async function siblingOf(tx: Transaction, { importId, type, key }: ImportItem) {
  const [found] = await tx
    .select({ recordId: importItems.recordId, state: importItems.state })
    .from(importItems)
    .where(
      and(
        eq(importItems.importId, importId),
        eq(importItems.type, type),
        eq(importItems.key, key),
        inArray(importItems.state, ['made', 'there']),
        isNotNull(importItems.recordId),
      ),
    )
    .limit(1)
  return found
}

async function freeName(tx: Transaction, { kind, table }: Importing, { slug, title }: ImportItem): Promise<string> {
  const wish = { typed: '', title: slug ?? title, fallback: kind.name, reserved: kind.reservedSlugs }
  return freeSlug(tx, table, wish)
}

/** `isNew`: this import has created the record. */
type Adding = ImportContext & { id: number; there: NamedRecord; language: Language; isNew: boolean }

/** Existing texts are unchanged; a language without texts gets them. */
async function addLanguage(
  tx: Transaction,
  item: ImportItem,
  { id, there, language, isNew, ...context }: Adding,
): Promise<void> {
  const type = item.type as RecordType
  const { kind, update, table } = context.ports.records[type]
  const values = there.values as { translations?: Record<string, { title?: string }> }
  if (language === defaultLanguage || values.translations?.[language]?.title) {
    // A text without a language has the language of the import, which another text of the same record may name.
    const set = isNew ? { why: 'sameLanguage' } : { recordId: id, why: null }
    return markItem(tx, item.id, { state: isNew ? 'failed' : 'there', ...set })
  }
  const { texts, lacks } = textsOf(item, context, language)
  const isFree = item.slug && (await tx.$count(table, isCalled(table, item.slug))) === 0
  const own = { ...textsOfBlocks(texts, values), ...(isFree ? { slug: item.slug } : {}) }
  const body = recordBody(kind).parse({
    ...values,
    status: there.visibility === 'draft' ? 'draft' : 'published',
    translations: { ...values.translations, [language]: own },
  })
  const { version } = await update(tx, id, body, context.actor)
  await tx
    .update(importItems)
    .set({ version })
    .where(
      and(
        eq(importItems.type, type),
        eq(importItems.recordId, id),
        eq(importItems.state, 'made'),
        eq(importItems.version, version - 1),
      ),
    )
  await markItem(tx, item.id, { state: 'there', recordId: id, version, why: null, lacks })
}

/** Only the translations of blocks that exist. */
function textsOfBlocks(texts: Record<string, unknown>, values: object): Record<string, unknown> {
  const { blocks, ...others } = texts
  if (!isRecord(blocks)) return texts
  const there = 'blocks' in values && Array.isArray(values.blocks) ? values.blocks : []
  const ids = new Set(there.map((block: { id?: string }) => block.id))
  return { ...others, blocks: Object.fromEntries(Object.entries(blocks).filter(([id]) => ids.has(id))) }
}
