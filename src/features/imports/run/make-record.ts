import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { defaultLanguage, type Language } from '#i18n/language'
import { addRemarks, type ImportItem, lockItem, markItem } from '../store'
import { importItems } from '../table'
import type { Transaction } from '#platform/events/events'
import type { NamedRecord } from '#platform/feature'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import type { Importing } from '#records/importing'
import { recordBody } from '#records/kind/body'
import { freeSlug, isCalled } from '#records/slugs'
import { isRecord } from '#text/parse-json'
import { attempt } from './attempt'
import { languageOf, type ImportContext, recordOf, omitFromActivity } from './import-context'
import { textsOf } from './record-texts'
import type { RecordType } from '../format'

/** Creates one record, idempotently, or adds a translation to an existing one. An error is stored with the item. */
export async function makeRecord(services: Services, item: ImportItem, context: ImportContext): Promise<void> {
  await attempt(services, item, (isAgain) =>
    commitWork(services, context.actor, async (tx) => {
      const mine = await lockItem(tx, item.id, 'waiting')
      // The slug was taken since it was assigned.
      if (mine) await make(tx, mine, context, isAgain)
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
