import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import type { Findable, FindableText } from '#platform/feature'
import type { Derived } from '#platform/jobs/derived'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { type Language, languages } from '#i18n/language'
import { folded, plainLetters, wordsOf } from '#text/fold'
import { trigramsOf } from '#text/matches'
import { searchEntries, searchWords } from './table'
import { wordsLock } from './words'

/**
 * Whether the index may be outdated for a moment after this event: only if the record is public after it. Records that
 * are no longer public leave the index in the write itself.
 */
export const mayLag = ({ action, id, after }: WriteEvent): boolean =>
  action !== 'drafted' && id !== null && (after?.status === 'published' || after?.status === 'scheduled')

/** The name of PostgreSQL's text search configuration of a language: its English name in lower case. */
export const wordingOf = (language: Language): string => englishNames.of(language)!.toLowerCase()
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** UTF-16 units: within the limit of an index entry. */
const longestText = 100_000
const batch = 100
const mostWords = 1000

/** The search index. A write updates it itself if the record is no longer public, or if that is unknown. */
export const derivedEntries = (sources: readonly Findable[]): Derived<Findable> => ({
  sources,
  tables: [searchEntries, searchWords],
  findStale,
  async update(tx, source, event) {
    if (event.action !== 'drafted' && !mayLag(event)) await updateEntries(tx, source, [String(event.id)])
  },
  async reindex(tx, source, ids) {
    for (let from = 0; from < ids.length; from += batch) {
      if (hasRunLong()) await yieldToEventLoop()
      await updateEntries(tx, source, ids.slice(from, from + batch))
    }
  },
})

/** Records whose entries are missing, superfluous or of another version. */
async function findStale(db: Database, { kind, versions }: Findable, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`coalesce(now_is.id, entry.record_id)` })
    .from(sql`(${versions}) as now_is (id, version)`)
    .fullJoin(
      sql`(select distinct record_id, version from search_entries where kind = ${kind}) as entry`,
      sql`entry.record_id = now_is.id`,
    )
    .where(sql`entry.version is distinct from now_is.version`)
    .limit(most)
  return rows.map(({ id }) => id)
}

/**
 * Updates the entries of these records. Words are only extracted from changed texts, because that is the most expensive
 * part of a save.
 */
export async function updateEntries(tx: Database, source: Findable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const texts = (await source.read(tx, ids)).map(toStored)
  const known = await knownTexts(tx, source, ids)
  const left = new Set(texts.map(keyOf))
  for (const old of known.values())
    if (!left.has(keyOf(old))) await tx.delete(searchEntries).where(isEntry(source, old))
  const isNew = (found: FindableText) => {
    const old = known.get(keyOf(found))
    return old?.title !== found.title || old.text !== found.text
  }
  for (const { id, language, version, visibleFrom, page, params } of texts.filter((found) => !isNew(found)))
    await tx.update(searchEntries).set({ version, visibleFrom, page, params }).where(isEntry(source, { id, language }))
  const changed = texts.filter(isNew)
  if (changed.length === 0) return
  const words = newWords(changed, known)
  if (words.length > 0) await tx.execute(sql`select pg_advisory_xact_lock_shared(${wordsLock})`)
  await tx
    .insert(searchEntries)
    .values(changed.map((found) => toEntry(source, found)))
    .onConflictDoUpdate({ target: [searchEntries.kind, searchEntries.recordId, searchEntries.language], set: replaced })
  await addWords(tx, words)
}

type Known = { id: string; language: Language; title: string; text: string }

async function knownTexts(tx: Database, { kind }: Findable, ids: readonly string[]): Promise<Map<string, Known>> {
  const { recordId, language, title, text } = searchEntries
  const rows = await tx
    .select({ id: recordId, language, title, text })
    .from(searchEntries)
    .where(and(eq(searchEntries.kind, kind), inArray(recordId, [...ids])))
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const keyOf = ({ id, language }: Pick<Known, 'id' | 'language'>) => `${language} ${id}`

const isEntry = ({ kind }: Findable, { id, language }: Pick<Known, 'id' | 'language'>) =>
  and(eq(searchEntries.kind, kind), eq(searchEntries.recordId, id), eq(searchEntries.language, language))

/** All columns of an entry, as the insert would have set them. */
const { kind: _kind, recordId: _recordId, language: _language, ...columns } = getTableColumns(searchEntries)
const replaced = Object.fromEntries(
  Object.keys(columns).map((name) => [
    name,
    sql.raw(`excluded.${name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)}`),
  ]),
)

const toStored = (found: FindableText): FindableText => ({
  ...found,
  text: found.text.slice(0, longestText).toWellFormed(),
})

function toEntry({ kind }: Findable, { id: recordId, ...found }: FindableText) {
  const { language, title, text } = found
  const ofTitle = vectorOf(language, title)
  return {
    ...found,
    kind,
    recordId,
    titleVector: ofTitle,
    vector: sql`setweight(${ofTitle}, 'A') || setweight(${vectorOf(language, text)}, 'D')`,
  }
}

/** The tsvector of a text: stems with and without accents, and the unstemmed words, for prefix matches. */
function vectorOf(language: Language, text: string) {
  const plain = folded(text)
  const wording = sql`${wordingOf(language)}::regconfig`
  const accented = plain === text.toLowerCase() ? sql`` : sql`to_tsvector(${wording}, ${plainLetters(text)}) || `
  const unstemmed = [...new Set(wordsOf(plain))].join(' ')
  return sql`${accented}to_tsvector(${wording}, ${plain}) || to_tsvector('simple', ${unstemmed})`
}

type Word = { language: Language; word: string }

/** The words that the entries did not contain before. Sorted, so that concurrent writes do not deadlock. */
function newWords(texts: readonly FindableText[], known: ReadonlyMap<string, Known>): Word[] {
  const found = new Map<string, Word>()
  for (const text of texts) {
    const old = known.get(keyOf(text))
    const before = new Set(old && wordsIn(old))
    for (const word of wordsIn(text))
      if (!before.has(word)) found.set(`${text.language} ${word}`, { language: text.language, word })
  }
  return [...found].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, word]) => word)
}

const wordsIn = ({ title, text }: Pick<Known, 'title' | 'text'>): string[] =>
  wordsOf(folded(`${title} ${text}`)).filter((word) => word.length > 3 && word.length < 30)

async function addWords(tx: Database, words: readonly Word[]): Promise<void> {
  for (let at = 0; at < words.length; at += mostWords) {
    const part = words.slice(at, at + mostWords)
    const known = await tx
      .select({ language: searchWords.language, word: searchWords.word })
      .from(searchWords)
      .where(
        and(
          inArray(searchWords.language, [...languages]),
          inArray(
            searchWords.word,
            part.map(({ word }) => word),
          ),
        ),
      )
    const isKnown = new Set(known.map(({ language, word }) => `${language} ${word}`))
    const fresh = part
      .filter(({ language, word }) => !isKnown.has(`${language} ${word}`))
      .map((row) => ({ ...row, trigrams: trigramsOf(row.word) }))
    if (fresh.length > 0) await tx.insert(searchWords).values(fresh).onConflictDoNothing()
  }
}
