import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import type { Findable, FindableText } from '#platform/feature'
import type { Language } from '#i18n/language'
import { folded, wordsOf } from '#text/fold'
import { trigramsOf } from '#text/trigrams'
import { searchEntries, searchWords } from './table'
import { wordsLock } from './unused-words'

/** How PostgreSQL calls the languages that it knows the words of: in English, in lower case. */
export const wordingOf = (language: Language): string => englishNames.of(language)!.toLowerCase()
const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** UTF-16 units: far more than anybody reads, and what an index entry can hold. */
const longestText = 100_000
const batch = 100
/** To find them means to look through all there are. */
const mostFound = 2000
const mostWords = 1000

/** A record that was written is found by what it says now, or not at all. */
export async function reindexRecord(sources: readonly Findable[], tx: Database, { kind, id, action }: WriteEvent) {
  if (action === 'drafted') return
  if (kind === 'site') {
    await tx.delete(searchEntries)
    await tx.delete(searchWords)
  }
  for (const source of sources) {
    if (kind !== 'site' && kind !== source.kind) continue
    if (id === null) await fillStale(tx, source)
    else await takeUp(tx, source, [String(id)])
  }
}

/**
 * Takes up at most so many records that are found by an older version of theirs or not yet: those of a release before,
 * and what a process of one has written. Resolves to how many there were.
 */
export async function fillStale(tx: Database, source: Findable, most = Infinity): Promise<number> {
  for (let done = 0; ;) {
    const wanted = Math.min(mostFound, most - done)
    const ids = await findStale(tx, source, wanted)
    for (let from = 0; from < ids.length; from += batch) await takeUp(tx, source, ids.slice(from, from + batch))
    done += ids.length
    if (ids.length < wanted || done >= most) return done
  }
}

/** Which are found by another version than theirs, or not at all. */
export async function findStale(db: Database, { kind, versions }: Findable, most: number): Promise<string[]> {
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

/** Has them found by what they say now. */
export async function takeUp(tx: Database, source: Findable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(searchEntries)
    .where(and(eq(searchEntries.kind, source.kind), inArray(searchEntries.recordId, [...ids])))
  const texts = await source.read(tx, ids)
  if (texts.length === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${wordsLock})`)
  await tx.insert(searchEntries).values(texts.map((found) => toEntry(source, found)))
  await addWords(tx, texts)
}

function toEntry({ kind }: Findable, { title, text: whole, id: recordId, ...found }: FindableText) {
  const text = whole.slice(0, longestText).toWellFormed()
  const ofTitle = vectorOf(found.language, title)
  return {
    ...found,
    kind,
    recordId,
    title,
    text,
    titleVector: ofTitle,
    vector: sql`setweight(${ofTitle}, 'A') || setweight(${vectorOf(found.language, text)}, 'D')`,
  }
}

/** Words by their stems, with accents and without, and as they stand, so that their beginnings are found too. */
function vectorOf(language: Language, text: string) {
  const plain = folded(text)
  const wording = sql`${wordingOf(language)}::regconfig`
  const accented = plain === text.toLowerCase() ? sql`` : sql`to_tsvector(${wording}, ${text}) || `
  const standing = [...new Set(wordsOf(plain))].join(' ')
  return sql`${accented}to_tsvector(${wording}, ${plain}) || to_tsvector('simple', ${standing})`
}

/** In one order, so that two who write at once do not wait for each other. */
async function addWords(tx: Database, texts: readonly FindableText[]): Promise<void> {
  const found = new Map<string, { language: Language; word: string; trigrams: string[] }>()
  for (const { language, title, text } of texts) {
    for (const word of wordsOf(folded(`${title} ${text.slice(0, longestText)}`)))
      if (word.length > 3 && word.length < 30) found.set(`${language} ${word}`, { language, word, trigrams: [] })
  }
  const rows = [...found].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row)
  for (let at = 0; at < rows.length; at += mostWords) {
    const part = rows.slice(at, at + mostWords)
    const known = await tx
      .select({ language: searchWords.language, word: searchWords.word })
      .from(searchWords)
      .where(
        inArray(
          searchWords.word,
          part.map(({ word }) => word),
        ),
      )
    const isKnown = new Set(known.map(({ language, word }) => `${language} ${word}`))
    const fresh = part
      .filter(({ language, word }) => !isKnown.has(`${language} ${word}`))
      .map((row) => ({ ...row, trigrams: trigramsOf(row.word) }))
    if (fresh.length > 0) await tx.insert(searchWords).values(fresh).onConflictDoNothing()
  }
}
