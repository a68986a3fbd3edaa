import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#base/db/database'
import { href } from '#base/href'
import type { Language } from '#base/i18n/language'
import { folded, wordsOf } from '#base/text/folded'
import type { SearchHit, SearchQuery } from './contract'
import { wordings } from './entries'
import { excerptOf } from './excerpt'
import { meantBy } from './slips'
import { searchEntries as entries } from './table'
import { textArray } from './text-array'

/** Words that are looked for; of more than that the first. */
const mostWords = 12
/**
 * Of so many that hold one word, or a few, the best are found: what so many say is not worth an exact order. The more
 * words, the longer each takes to rank, and the more alike are those that hold all of them.
 */
const mostRanked = 120
const rankedFor = (words: number) => Math.min(mostRanked, Math.ceil((mostRanked * 4) / words))

/** What holds all the words, those in whose titles they stand first; else what holds words that are much like them. */
export async function search(db: Database, { q, language, limit }: SearchQuery): Promise<SearchHit[]> {
  const words = [...new Set(wordsOf(q.toLowerCase()))].slice(0, mostWords)
  return words.length === 0 ? [] : db.transaction((tx) => searchFor(tx, words, language, limit))
}

async function searchFor(
  db: Database,
  words: readonly string[],
  language: Language,
  limit: number,
): Promise<SearchHit[]> {
  const stems = await stemsOf(db, language, words)
  const looked = words.filter((word) => stems.get(word)?.length !== 0)
  const asked = looked.length > 0 ? looked : words
  const rows = await find(
    db,
    language,
    limit,
    asked.map((word) => anyOf(word, stems.get(word) ?? [])),
  )
  if (rows.length > 0) return rows.map((row) => toHit(row, words))
  const meant = await Promise.all(asked.map((word) => meantBy(db, language, folded(word))))
  if (meant.every((found) => found.length === 0)) return []
  const forgiven = asked.map((word, at) =>
    [anyOf(word, stems.get(word) ?? []), ...(meant[at] ?? []).map(quoted)].join(' | '),
  )
  return (await find(db, language, limit, forgiven)).map((row) => toHit(row, [...words, ...meant.flat()]))
}

type Found = Pick<typeof entries.$inferSelect, 'kind' | 'language' | 'page' | 'params' | 'title' | 'text'>

async function find(db: Database, language: Language, limit: number, words: readonly string[]): Promise<Found[]> {
  const wanted = sql`${allOf(words)}::tsquery`
  const most = Math.max(limit, rankedFor(words.length))
  const titled = await ranked(
    db,
    language,
    limit,
    entries.titleVector,
    sql`${entries.titleVector} @@ ${wanted}`,
    wanted,
    most,
  )
  if (titled.length === limit) return titled
  const rest = sql`${entries.vector} @@ ${wanted} and not ${entries.titleVector} @@ ${wanted}`
  return [...titled, ...(await ranked(db, language, limit - titled.length, entries.vector, rest, wanted, most))]
}

/** The best of those that visitors see, of the same rank the newest. */
function ranked(
  db: Database,
  language: Language,
  limit: number,
  vector: PgColumn,
  where: SQL,
  wanted: SQL,
  most: number,
): Promise<Found[]> {
  const candidates = db
    .select({
      kind: entries.kind,
      recordId: entries.recordId,
      visibleFrom: entries.visibleFrom,
      rank: sql<number>`ts_rank(${vector}, ${wanted}, 1)`.as('rank'),
    })
    .from(entries)
    .where(
      and(
        eq(entries.language, language),
        sql`(${entries.visibleFrom} is null or ${entries.visibleFrom} <= now())`,
        where,
      ),
    )
    .limit(most)
    .as('candidates')
  const best = db
    .select()
    .from(candidates)
    .orderBy(
      desc(candidates.rank),
      sql`${candidates.visibleFrom} desc nulls last`,
      candidates.kind,
      candidates.recordId,
    )
    .limit(limit)
    .as('best')
  return db
    .select({
      kind: entries.kind,
      language: entries.language,
      page: entries.page,
      params: entries.params,
      title: entries.title,
      text: sql<string>`left(${entries.text}, 20000)`,
    })
    .from(best)
    .innerJoin(
      entries,
      and(eq(entries.kind, best.kind), eq(entries.recordId, best.recordId), eq(entries.language, language)),
    )
    .orderBy(desc(best.rank), sql`${best.visibleFrom} desc nulls last`, best.kind, best.recordId)
}

/**
 * The stems of each word, as it is typed, without accents, and with the one that is left out most; none of a stop word.
 * From here on the transaction goes by indexes alone: the planner takes reading through all rows for cheap, for it does
 * not count that each must be unpacked.
 */
async function stemsOf(db: Database, language: Language, words: readonly string[]): Promise<Map<string, string[]>> {
  const forms = words.flatMap((word) => formsOf(word, language).map((form) => ({ word, form })))
  const rows = await db
    .select({
      form: sql<string>`form`,
      stems: sql<string | null>`array_to_json(ts_lexize(${`${wordings[language]}_stem`}::regdictionary, form))::text`,
      plan: sql`set_config('enable_seqscan', 'off', true)`,
    })
    .from(sql`unnest(${textArray(forms.map(({ form }) => form))}) as form`)
  const byForm = new Map(
    rows.map(({ form, stems }) => [form, stems === null ? [form] : (JSON.parse(stems) as string[])]),
  )
  const of = (word: string) => [
    ...new Set(forms.filter((known) => known.word === word).flatMap(({ form }) => byForm.get(form) ?? [])),
  ]
  return new Map(words.map((word) => [word, byForm.get(word)?.length === 0 ? [] : of(word)]))
}

const formsOf = (word: string, language: Language): string[] => [
  ...new Set([word, folded(word), ...(language === 'es' ? [folded(word).replace(/ion$/, 'ión')] : [])]),
]

/** One letter alone is no beginning that is worth looking for. */
function anyOf(word: string, stems: readonly string[]): string {
  const plain = folded(word)
  return [...new Set(stems)]
    .map(quoted)
    .concat(quoted(plain) + (plain.length > 1 ? ':*' : ''))
    .join(' | ')
}

const allOf = (words: readonly string[]) => words.map((word) => `(${word})`).join(' & ')
const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const toHit = ({ kind, page, params, language, title, text }: Found, words: readonly string[]): SearchHit => ({
  kind: kind as SearchHit['kind'],
  title,
  url: href(page, params, language),
  excerpt: excerptOf(text, words),
})
