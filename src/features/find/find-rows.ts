import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { FindableRows } from '#platform/feature'
import { isLanguage } from '#i18n/language'
import { recordTexts } from '#records/table'
import { folded } from '#text/fold'
import { htmlToText } from '#text/html-text'
import { contentKindOf, editorAddress, recordKindOf } from '../kinds'
import type { FoundKind } from './contract'
import { type Ranked, ranks } from './found'
import type { Query } from './query'
import { findEntries as entries, type FieldText } from './table'

/** Titles compared for typing errors, the newest ones. */
const mostCompared = 2000
/** Rows of each other feature that are read, the newest ones: they have no index of their words. */
const mostRead = 500
/** Characters of their texts that are searched. */
const longestText = 2000

/** Records and pages; with `isForgiving` those with similar words in their title. */
export async function findRecords(
  db: Database,
  query: Query,
  { kinds, limit, isForgiving }: { kinds: readonly string[]; limit: number; isForgiving: boolean },
): Promise<Ranked[]> {
  if (kinds.length === 0) return []
  const isOfKind = sql`${entries.kind} in ${kinds}`
  const where = isForgiving
    ? sql`${isOneOfNewest} and ${query.isSimilar(entries.foldedTitle)}`
    : sql`${entries.words} @@ ${query.tsquery}::tsquery`
  const best = db
    .select({
      kind: entries.kind,
      recordId: entries.recordId,
      language: entries.language,
      at: sql<number>`extract(epoch from ${entries.changedAt})::float8`.as('at'),
      rank: query.rank(entries.foldedTitle, isForgiving).as('rank'),
    })
    .from(entries)
    .where(sql`${isOfKind} and ${where}`)
    .orderBy(sql`rank, at desc, length(${entries.recordId}) desc, ${entries.recordId} desc, ${entries.language}`)
    .limit(limit)
    .as('best')
  const rows = await db
    .select({
      kind: entries.kind,
      id: entries.recordId,
      language: entries.language,
      title: entries.title,
      texts: entries.texts,
      status: sql<string | null>`case when ${recordTexts.status} = 'published' and ${recordTexts.publishedAt} > now()
        then 'scheduled' else ${recordTexts.status} end`,
      rank: best.rank,
      at: best.at,
    })
    .from(best)
    .innerJoin(
      entries,
      sql`${entries.kind} = ${best.kind} and ${entries.recordId} = ${best.recordId} and ${entries.language} = ${best.language}`,
    )
    // Only for the results: to join the statuses of all matches takes most of the time.
    .leftJoin(
      recordTexts,
      sql`${recordTexts.kind} = ${best.kind} and ${recordTexts.recordId} = case when ${best.recordId} ~ '^[0-9]+$' then ${best.recordId}::int end`,
    )
  return rows.map(({ texts, ...row }) => {
    const isRecord = recordKindOf(row.kind) !== undefined
    const place = row.rank < ranks.text ? titleField(row.kind, row.id, texts, row.title) : placeOf(texts, query.words)
    const address = editorAddress(row.kind, row.id) ?? ''
    return {
      ...row,
      kind: row.kind as FoundKind,
      id: isRecord ? Number(row.id) : row.id,
      href: place ? `${address}&${new URLSearchParams({ field: place.field })}` : address,
      match: query.excerpt(row.rank, row.title, place?.text ?? ''),
    }
  })
}

/** The field with a title: of a page, whose title is its name, its first one. */
const titleField = (kind: string, id: string, texts: readonly FieldText[], title: string) =>
  contentKindOf(kind, id)?.name === 'page' ? texts[0] : texts.find(({ text }) => text === title)

/** The text with most of the words, the first of those. */
function placeOf(texts: readonly FieldText[], words: readonly string[]): FieldText | undefined {
  const matchers = words.map((word) => startsWith(word))
  const scored = texts.map((place) => {
    const plain = ` ${folded(place.text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
    return { place, score: matchers.filter((matches) => matches(plain)).length }
  })
  return scored.toSorted((one, other) => other.score - one.score)[0]?.place
}

const startsWith = (word: string) => (plain: string) => plain.includes(` ${word}`)

/** Rows of other features, all in one statement; typing errors are forgiven in their titles. */
export async function findOthers(
  db: Database,
  query: Query,
  { sources, limit, isForgiving }: { sources: readonly FindableRows[]; limit: number; isForgiving: boolean },
): Promise<Ranked[]> {
  if (sources.length === 0) return []
  const parts = sources.map(
    ({
      kind,
      rows,
    }): SQL => sql`(select ${kind}::text as kind, id, title, left(text, ${longestText}) as text, status, language, at
      from (${rows}) as own order by at desc nulls last, id desc limit ${mostRead})`,
  )
  const rows = await db
    .select({
      kind: sql<string>`kind`,
      id: sql<string>`id`,
      title: sql<string>`title`,
      text: sql<string>`text`,
      status: sql<string | null>`status`,
      language: sql<string | null>`language`,
      at: sql<number>`coalesce(extract(epoch from at), 0)::float8`,
    })
    .from(sql`(${sql.join(parts, sql` union all `)}) as found`)
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(query, row.title, row.text, isForgiving)
    return rank === undefined ? [] : [{ ...row, rank }]
  })
  const best = ranked.toSorted((one, other) => one.rank - other.rank || other.at - one.at).slice(0, limit)
  return best.map(({ text, language, ...row }) => ({
    ...row,
    kind: row.kind as FoundKind,
    id: /^\d+$/.test(row.id) ? Number(row.id) : row.id,
    language: language && isLanguage(language) ? language : null,
    href: sources.find(({ kind }) => kind === row.kind)?.href(row.id) ?? '',
    match: query.excerpt(row.rank, row.title, htmlToText(text)),
  }))
}

/** Most rows contain none of the words: they are left out before their texts are split. */
function rankOf(query: Query, title: string, text: string, isForgiving: boolean): number | undefined {
  if (isForgiving) return query.rankOf(title, '', true)
  const plain = folded(`${title} ${text}`)
  return query.words.every((word) => plain.includes(word)) ? query.rankOf(title, text, false) : undefined
}

const isOneOfNewest = sql`${entries.changedAt} >= coalesce(
  (select changed_at from find_entries order by changed_at desc offset ${mostCompared} limit 1), '-infinity')`
