import type { Feature, Naming } from '#platform/feature'
import { type Derived, keepDerived } from '#platform/jobs/derived'
import { createRecentWrites } from '#platform/jobs/recent-writes'
import { findApi } from './api'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { MessageId } from '#i18n/messages'
import { isText } from '#records/kind/fields'
import { declaredValues } from '#records/kind/nested'
import { recordDrafts, recordTexts } from '#records/table'
import { folded, wordsOf } from '#text/fold'
import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { contentKindOf } from '../kinds'
import { findEntries as entries, type FieldText } from './table'

/** UTF-16 units of one record in one language; further text is not found. */
const longestText = 100_000

type Json = Record<string, unknown>

/** A deleted record leaves the index in the write itself, others are indexed after the response. */
const mayLag = ({ action, id }: WriteEvent): boolean => action !== 'deleted' && id !== null

/** The entries as derived data. */
export const derivedEntries = (sources: readonly Naming[]): Derived<Naming> => ({
  sources,
  tables: [entries],
  findStale,
  async update(tx, source, event) {
    if (!mayLag(event)) await indexRecord(tx, source, String(event.id), now)
  },
  async reindex(tx, source, ids) {
    for (const id of ids) {
      if (hasRunLong()) await yieldToEventLoop()
      await indexRecord(tx, source, id, publishedAt(source.kind, id))
    }
  },
})

const now = sql`now()`

/** When an entry of an older write counts as changed. */
const publishedAt = (kind: string, id: string) =>
  sql`coalesce((select least(${recordTexts.publishedAt}, now()) from ${recordTexts}
    where ${recordTexts.kind} = ${kind} and ${recordTexts.recordId}::text = ${id}), now())`

/** Records whose entries are missing, superfluous, or of another version or draft. */
async function findStale(db: Database, { kind, versions }: Naming, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`coalesce(now_is.id, entry.record_id)` })
    .from(
      sql`(select stored.id, stored.version, coalesce(${recordDrafts.version}, 0) as draft
        from (${versions}) as stored (id, version) left join ${recordDrafts}
        on ${recordDrafts.kind} = ${kind} and ${recordDrafts.recordId} = stored.id) as now_is`,
    )
    .fullJoin(
      sql`(select distinct record_id, version, draft from ${entries} where kind = ${kind}) as entry`,
      sql`entry.record_id = now_is.id`,
    )
    .where(sql`(entry.version, entry.draft) is distinct from (now_is.version, now_is.draft)`)
    .limit(most)
  return rows.map(({ id }) => id)
}

async function indexRecord(
  tx: Database,
  source: Naming,
  id: string,
  changedAt: ReturnType<typeof publishedAt>,
): Promise<void> {
  await tx.delete(entries).where(and(eq(entries.kind, source.kind), eq(entries.recordId, id)))
  const rows = await readEntries(tx, source, id)
  if (rows.length > 0)
    await tx
      .insert(entries)
      .values(rows.map((row) => ({ ...row, changedAt })))
      .onConflictDoNothing()
}

/** The entries of a record; one without a title in any language has one in the default language, to be seen at all. */
async function readEntries(tx: Database, source: Naming, id: string) {
  const record = await source.read(tx, id)
  if (!record) return []
  const [draft] = await tx
    .select({ version: recordDrafts.version, values: recordDrafts.values })
    .from(recordDrafts)
    .where(and(eq(recordDrafts.kind, source.kind), eq(recordDrafts.recordId, id)))
  const common = { kind: source.kind, recordId: id, version: record.version, draft: draft?.version ?? 0 }
  const stored: Json = { ...source.fields(record.values) }
  const drafted: Json = draft ? { ...source.fields(draft.values) } : {}
  return languages.flatMap((language) => {
    const texts = textsIn(source.kind, id, stored, language)
    const known = new Set(texts.map(({ text }) => text))
    const all = shortened([
      ...texts,
      ...textsIn(source.kind, id, drafted, language).filter(({ text }) => !known.has(text)),
    ])
    if (all.length === 0 && language !== defaultLanguage) return []
    const title = source.kind === 'page' ? translate(language, `page.${id}` as MessageId) : titleOf(all)
    const words = [title, ...all.map(({ text }) => text)].flatMap((text) => wordsOf(folded(text)))
    return {
      ...common,
      language,
      title: title || record.title,
      foldedTitle: wordsOf(folded(title || record.title))
        .map((word) => ` ${word}`)
        .join(''),
      texts: all,
      words: sql`array_to_tsvector(string_to_array(${[...new Set(words)].filter((word) => word.length < 100).join(' ')}, ' '))`,
    }
  })
}

const titleOf = (texts: readonly FieldText[]) =>
  texts.find(({ field }) => /^(?:translations\.\w+\.)?title$/.test(field))?.text ?? ''

/** The texts of a record in a language, with their fields as editors name them. */
function textsIn(kind: string, id: string, values: Json, language: Language): FieldText[] {
  const fields = contentKindOf(kind, id)?.fields
  const overlays = isRecord(values.translations) ? values.translations : {}
  const own = language === defaultLanguage ? values : overlays[language]
  if (!fields || !isRecord(own)) return []
  const prefix = language === defaultLanguage ? '' : `translations.${language}.`
  const declared = declaredValues(fields, own, values).flatMap(({ value, field, path }) =>
    isText(field) && typeof value === 'string'
      ? { field: prefix + path, text: field.type === 'html' ? htmlToText(value) : value.trim() }
      : [],
  )
  const metadata = isRecord(own.metadata) ? Object.entries(own.metadata) : []
  const further = [...metadata.map(([name, value]) => [`metadata.${name}`, value]), ['slug', own.slug]]
  return [
    ...declared,
    ...further.flatMap(([name, value]) =>
      typeof value === 'string' ? { field: prefix + String(name), text: value.trim() } : [],
    ),
  ].filter(({ text }) => text !== '')
}

function shortened(texts: readonly FieldText[]): FieldText[] {
  let left = longestText
  return texts.flatMap(({ field, text }) => {
    const part = text.slice(0, left).toWellFormed()
    left -= part.length
    return part === '' ? [] : { field, text: part }
  })
}

/** Finds the records of `records`, and what each of all features declares as findable. */
export function findFeature(records: readonly Naming[], features: () => readonly Feature[]): Feature {
  const kept = keepDerived('index what administrators find', derivedEntries(records))
  return {
    api: {
      routes: (services) => {
        const index = { index: 'find', sources: records, mayLag }
        const recentWrites = createRecentWrites(services, { ...index, reindex: (...one) => indexRecord(...one, now) })
        const sources = () => ({
          records,
          others: features().flatMap(({ findable }) => findable?.rows ?? []),
          texts: features().flatMap(({ findable }) => findable?.texts ?? []),
        })
        return findApi(services, sources, recentWrites)
      },
    },
    content: { passing: [entries] },
    listeners: [kept.listener],
    jobs: [kept.job],
  }
}
