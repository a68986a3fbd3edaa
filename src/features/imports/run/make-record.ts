import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Language } from '#i18n/language'
import type { ImportedRecord } from '../payload'
import { addRemarks, type ImportItem, type ImportRow, lockItem, markItem, type RecordType } from '../store'
import { importItems } from '../table'
import type { Transaction } from '#platform/events/events'
import type { NamedRecord } from '#platform/feature'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import type { Importing } from '#records/importing'
import { recordBody } from '#records/kind/body'
import { freeSlug, isCalled } from '#records/slugs'
import { htmlToText } from '#text/html-text'
import { isSafeUrl } from '#text/schema'
import { attempt } from './attempt'
import { languageOf, type Making, recordOf, silence } from './making'
import { baseOf, oldKeys } from './old-addresses'
import type { Places } from './places'
import { builtInPicture, pictureAt, rewriteHtml } from './rewrite'

/** Of its text, where a record has no summary. */
const longestSummary = 280
const blockId = 'text'

/** Makes one record, once, or says in the other language what is there. What keeps it out stands at the item. */
export async function makeRecord(services: Services, item: ImportItem, making: Making): Promise<void> {
  await attempt(services, item, (isAgain) =>
    commitAs(
      services,
      making.actor,
      () => undefined,
      async (tx) => {
        const mine = await lockItem(tx, item.id, 'waiting')
        // Somebody has taken the slug since it was chosen.
        if (mine) await make(tx, mine, making, isAgain)
        silence(tx)
      },
    ),
  )
}

async function make(tx: Transaction, item: ImportItem, making: Making, isNamedAnew: boolean): Promise<void> {
  const { row, actor, ports } = making
  const records = ports.records[item.type as RecordType]
  const language = languageOf(item, row)
  const known = item.recordId ?? (await siblingOf(tx, item))
  const there = known === null ? undefined : await records.naming.read(tx, String(known))
  if (there && there.standing !== 'out') return addLanguage(tx, item, { ...making, id: known!, there, language })
  const slug = isNamedAnew ? await freeName(tx, records, item) : item.slug!
  const { said, values, lacks } = textsOf(item, making, language)
  const { publishedAt, status } = recordOf(item)
  const { body, isHeldBack } = readBody(records, {
    ...said,
    ...values,
    slug,
    publishedAt,
    status: row.run!.as === 'draft' ? 'draft' : status,
    ...(language === 'en' ? {} : { translations: { [language]: said } }),
  })
  if (isHeldBack) await addRemarks(tx, row.id, [{ title: item.title, why: 'draft' }])
  // What was undone comes out of the trash, under its old name.
  if (there) await records.untrash(tx, known!, actor)
  const made = await (there ? records.update(tx, known!, body, actor) : records.create(tx, body, actor))
  await markItem(tx, item.id, { state: 'made', recordId: made.id, version: made.version, slug, why: null, lacks })
}

/** Published where nothing keeps it from that. */
function readBody({ kind }: Importing, sent: { status: string } & Record<string, unknown>) {
  const parse = recordBody(kind)
  const asked = parse.safeParse(sent)
  const isHeldBack = sent.status === 'published' && (!asked.success || asked.data.faults.length > 0)
  return {
    body: isHeldBack ? parse.parse({ ...sent, status: 'draft' }) : (asked.data ?? parse.parse(sent)),
    isHeldBack,
  }
}

/** The record that this import has made of the same in another language. */
async function siblingOf(tx: Transaction, { importId, type, key }: ImportItem): Promise<number | null> {
  const [found] = await tx
    .select({ recordId: importItems.recordId })
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
  return found?.recordId ?? null
}

async function freeName(tx: Transaction, { kind, table }: Importing, { slug, title }: ImportItem): Promise<string> {
  const wish = { typed: '', title: slug ?? title, fallback: kind.name, reserved: kind.reservedSlugs }
  return freeSlug(tx, table, wish)
}

type Adding = Making & { id: number; there: NamedRecord; language: Language }

/** What is there stays as it is; a language in which nothing is said gets its texts. */
async function addLanguage(
  tx: Transaction,
  item: ImportItem,
  { id, there, language, ...making }: Adding,
): Promise<void> {
  const type = item.type as RecordType
  const { kind, update, table } = making.ports.records[type]
  const values = there.values as { translations?: Record<string, { title?: string }> }
  if (language === 'en' || values.translations?.[language]?.title)
    return markItem(tx, item.id, { state: 'there', recordId: id, why: null })
  const { said, lacks } = textsOf(item, making, language)
  const isFree = item.slug && (await tx.$count(table, isCalled(table, item.slug))) === 0
  const own = { ...said, ...(isFree ? { slug: item.slug } : {}) }
  const body = recordBody(kind).parse({
    ...values,
    ...blocksFor(type, values, said),
    status: there.standing === 'draft' ? 'draft' : 'published',
    translations: { ...values.translations, [language]: own },
  })
  const { version } = await update(tx, id, body, making.actor)
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

/** Of blocks a translation says those that are there. */
function blocksFor(type: RecordType, values: object, said: Record<string, unknown>): object {
  if (type !== 'page' || !('blocks' in values) || !Array.isArray(values.blocks)) return {}
  if (!values.blocks.some((block: { id?: string }) => block.id === blockId)) delete said.blocks
  return {}
}

type Texts = { said: Record<string, unknown>; values: Record<string, unknown>; lacks: string[] }

/** What a record says in its language, and what it holds beside that. */
function textsOf(item: ImportItem, { row, places }: Making, language: Language): Texts {
  const record = recordOf(item)
  const base = baseOf(row, record)
  const { html, lacks } = rewriteHtml(record.html, { row, base, places })
  const title = cut(record.title.trim(), 200) || cut(item.title, 200) || '–'
  const { image, isMissing } = imageOf(record, { row, base, places })
  const metadata = {
    ...(record.metadata.title ? { title: cut(record.metadata.title, 300) } : {}),
    ...(record.metadata.description ? { description: cut(record.metadata.description, 1000) } : {}),
  }
  const all = isMissing ? [...new Set([...lacks, ...oldKeys(row, record.image, base)])] : lacks
  if (item.type === 'page') return pageTexts({ title, html, image, metadata, language, lacks: all })
  const summary = cut(record.excerpt.trim(), 1000) || summaryOf(html) || title
  const category = cut(record.category.trim(), 100)
  const isProject = item.type === 'project'
  return {
    said: {
      title,
      content: html,
      ...(isProject ? { description: summary } : { excerpt: summary }),
      ...(category === '' ? {} : { category }),
      metadata,
    },
    values: {
      imageUrl: image || builtInPicture,
      ...(isProject ? { category: category || title.slice(0, 100) } : { author: cut(record.author.trim(), 100) }),
    },
    lacks: all,
  }
}

type Page = { title: string; html: string; image: string; metadata: object; language: Language; lacks: string[] }

function pageTexts({ title, html, image, metadata, language, lacks }: Page): Texts {
  const hasText = html.trim() !== ''
  const block = { id: blockId, type: 'text', html }
  const picture = image === '' ? {} : { ogImage: image }
  // A translation says its blocks by their ids.
  const blocks = language === 'en' ? [block] : { [blockId]: { html } }
  return {
    said: { title, ...(hasText && language !== 'en' ? { blocks } : {}), metadata: { ...metadata, ...picture } },
    values: { blocks: hasText ? [block] : [] },
    lacks,
  }
}

/** In the library, or where it has always been. */
function imageOf({ image }: ImportedRecord, { row, base, places }: { row: ImportRow; base: string; places: Places }) {
  if (image === '') return { image: '', isMissing: false }
  const keys = oldKeys(row, image, base)
  const found = keys.map((key) => pictureAt(places.pictures, key)).find((one) => one !== undefined)
  if (found !== undefined) return { image: found, isMissing: false }
  const address = URL.canParse(image, base) ? new URL(image, base) : undefined
  const isAway = address !== undefined && row.host !== '' && isSafeUrl(address.href) && address.href.length <= 2048
  return { image: isAway ? address.href : '', isMissing: keys.some((key) => places.missing.has(key)) }
}

function summaryOf(html: string): string {
  const text = htmlToText(html)
  return text.length <= longestSummary ? text : `${text.slice(0, longestSummary).replace(/[\s,;:–-]+\S*$/, '')}…`
}

/** Never half of a character. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
