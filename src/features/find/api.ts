import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { visitorLanguage } from '#i18n/visitor-language'
import { findParameters, foundEntry, type FindParameters, type FoundEntry, type FoundKind } from './contract'
import type { Database } from '#platform/db/database'
import type { FindableRows, FindableTexts, Naming } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import { type Language, isLanguage } from '#i18n/language'
import { findScreens } from './admin-words'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { byIndexes } from '#platform/db/sql'
import { recordTexts } from '#records/table'
import { excerptOf } from '#text/matches'
import { folded, wordsOf } from '#text/fold'
import { htmlToText } from '#text/html-text'
import { contentKindOf, editorAddress, recordKindOf } from '../kinds'
import { byRank, type Ranked, ranks, type Query, foldedWords, readQuery } from './query'
import { findEntries as entries, type FieldText, titleWords } from './table'
import { operations } from './operations'

/** Characters of their texts that are searched. */
const longestText = 10_000

/** `typos`: typing errors are forgiven, and these typos of the words occur in records. */
type Wanted = { limit: number; typos?: ReadonlySet<string> }

const wordsFor = (query: Query, { typos }: Wanted) => (typos ? query.similar(typos) : query.exact)

/** The typos of the words that occur in any record: a query for all of them takes long where many texts match. */
async function knownTypos(db: Database, query: Query): Promise<Set<string>> {
  if (query.typos.length === 0) return new Set()
  const rows = await byIndexes(db, (tx) =>
    tx
      .select({ form: sql<string>`form` })
      .from(sql`unnest(string_to_array(${query.typos.join(' ')}, ' ')) as form`)
      .where(sql`exists (select from ${entries} where ${entries.words} @@ quote_literal(form)::tsquery)`),
  )
  return new Set(rows.map(({ form }) => form))
}

/** Records and pages: those with the words in their titles and, if these are too few, in their texts. */
async function findRecords(
  db: Database,
  query: Query,
  { kinds, ...wanted }: Wanted & { kinds: string[] },
): Promise<Ranked[]> {
  if (kinds.length === 0) return []
  const { limit, typos } = wanted
  const [words, isForgiving] = [wordsFor(query, wanted), typos !== undefined]
  return byIndexes(db, async (tx) => {
    const title = titleWords(entries.foldedTitle)
    const found = new Map<string, Candidate>()
    const add = (rows: readonly Match[]) => {
      for (const { foldedTitle, ...row } of rows) {
        const rank = query.rankOf(wordsOf(foldedTitle), [], isForgiving) ?? ranks.text
        found.set(`${row.kind} ${row.id} ${row.language}`, { ...row, rank })
      }
    }
    // The limits are exact: twice as many contain enough that are not among those of the better rank.
    const titled = newest(tx, kinds, sql`${title} @@ ${words}::tsquery`, 2 * limit)
    add(
      await (isForgiving
        ? titled
        : unionAll(titled, newest(tx, kinds, sql`${title} @@ ${query.beginning}::tsquery`, limit))),
    )
    if (found.size < limit && !query.isLetter)
      add(await newest(tx, kinds, sql`${entries.words} @@ ${words}::tsquery`, 2 * limit))
    const best = [...found.values()].toSorted(byRank).slice(0, limit)
    return best.length === 0 ? [] : resultsOf(tx, [...query.words, ...(typos ?? [])], best)
  })
}

type Match = Pick<typeof entries.$inferSelect, 'kind' | 'language' | 'foldedTitle'> & { id: string; at: number }
type Candidate = Omit<Match, 'foldedTitle'> & { rank: number }

/** The newest entries of these kinds that match. */
const newest = (db: Database, kinds: string[], matches: SQL, most: number) =>
  db
    .select({
      kind: entries.kind,
      id: entries.recordId,
      language: entries.language,
      foldedTitle: entries.foldedTitle,
      at: sql<number>`extract(epoch from ${entries.changedAt})::float8`,
    })
    .from(entries)
    .where(and(inArray(entries.kind, kinds), matches))
    .orderBy(
      sql`${entries.changedAt} desc, length(${entries.recordId}) desc, ${entries.recordId} desc, ${entries.language}`,
    )
    .limit(most)

/** Texts and statuses are read of the results only: they take most of the time. */
async function resultsOf(db: Database, words: readonly string[], best: readonly Candidate[]): Promise<Ranked[]> {
  const { kind, recordId, language } = entries
  const rows = await db
    .select({
      kind,
      id: recordId,
      language,
      title: entries.title,
      texts: entries.texts,
      status: sql<string | null>`case when ${recordTexts.status} = 'published' and ${recordTexts.publishedAt} > now()
        then 'scheduled' else ${recordTexts.status} end`,
    })
    .from(entries)
    .leftJoin(
      recordTexts,
      sql`${recordTexts.kind} = ${kind} and ${recordTexts.recordId} = case when ${recordId} ~ '^[0-9]+$' then ${recordId}::int end`,
    )
    .where(
      sql`(${kind}, ${recordId}, ${language}) in (${sql.join(
        best.map((one) => sql`(${one.kind}, ${one.id}, ${one.language})`),
        sql`, `,
      )})`,
    )
  return best.flatMap(({ rank, at, ...one }): Ranked[] => {
    const row = rows.find((other) => other.kind === one.kind && other.id === one.id && other.language === one.language)
    // Another process may index a record while it is deleted.
    const isGone = row?.status === null && recordKindOf(row.kind) !== undefined
    if (!row || isGone) return []
    const { texts, ...shown } = row
    const place = rank < ranks.text ? titleField(row.kind, row.id, texts, row.title) : placeOf(texts, words)
    const address = editorAddress(row.kind, row.id) ?? ''
    return [
      {
        ...shown,
        rank,
        at,
        kind: row.kind as FoundKind,
        id: recordKindOf(row.kind) === undefined ? row.id : Number(row.id),
        href: place ? `${address}&${new URLSearchParams({ field: place.field })}` : address,
        match: excerptIn(rank, row.title, place?.text ?? '', words),
      },
    ]
  })
}

/** The part with the words: of the title, if they are in it. */
const excerptIn = (rank: number, title: string, text: string, words: readonly string[]) =>
  excerptOf(rank < ranks.text || text === '' ? title : text, words)

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

/** Rows of other features, all in one statement. */
async function findOthers(
  db: Database,
  query: Query,
  { sources, ...wanted }: Wanted & { sources: readonly FindableRows[] },
): Promise<Ranked[]> {
  if (sources.length === 0 || query.isLetter) return []
  const { limit, typos } = wanted
  const words = wordsFor(query, wanted)
  const parts = sources.map(
    ({ kind, rows }): SQL =>
      sql`(select ${kind}::text as kind, id, title, left(text, ${longestText}) as text, status, language, at
      from (${rows}) as own where words @@ ${words}::tsquery order by at desc nulls last, id desc limit ${2 * limit})`,
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
    const rank = query.rankOf(wordsOf(folded(row.title)), wordsOf(folded(row.text)), typos !== undefined)
    return rank === undefined ? [] : [{ ...row, rank }]
  })
  return ranked
    .toSorted(byRank)
    .slice(0, limit)
    .map(({ text, language, ...row }) => ({
      ...row,
      kind: row.kind as FoundKind,
      id: /^\d+$/.test(row.id) ? Number(row.id) : row.id,
      language: language && isLanguage(language) ? language : null,
      href: sources.find(({ kind }) => kind === row.kind)?.href(row.id) ?? '',
      match: excerptIn(row.rank, row.title, htmlToText(text), query.words),
    }))
}

/** Milliseconds that a search may wait for the database. */
const timeout = 1500

type FindSources = {
  records: readonly Naming[]
  others: readonly FindableRows[]
  texts: readonly FindableTexts[]
}

/** The best results for the words, exact ones or else similar ones; screens are named in `language` where both fit. */
async function find(
  db: Database,
  sources: FindSources,
  { q, kinds, limit }: FindParameters,
  language: Language,
): Promise<FoundEntry[]> {
  const query = readQuery(q)
  if (!query) return []
  const isWanted = (kind: string) => kinds === undefined || kinds.some((one) => one === kind)
  const wanted = {
    kinds: sources.records.map(({ kind }) => kind).filter(isWanted),
    sources: sources.others.filter(({ kind }) => isWanted(kind)),
    limit,
  }
  const collect = async (typos?: ReadonlySet<string>): Promise<Ranked[]> => {
    const isForgiving = typos !== undefined
    return [
      ...findScreens(query, language, isForgiving).filter(({ kind }) => isWanted(kind)),
      ...(await findRecords(db, query, { ...wanted, typos })),
      ...(isWanted('text') && !query.isLetter ? await findTexts(db, sources.texts, query, isForgiving) : []),
      ...(await findOthers(db, query, { ...wanted, typos })),
    ]
  }
  return withLowPriority(timeout, async () => {
    const exact = await collect()
    const found = exact.length > 0 || query.typos.length === 0 ? exact : await collect(await knownTypos(db, query))
    return found.toSorted(byRank).slice(0, limit).map(toEntry)
  })
}

const toEntry = ({ kind, id, title, status, language, href, match }: Ranked): FoundEntry => ({
  kind,
  id,
  title,
  status,
  language,
  href,
  match,
})

/** The texts of the site: they have no title, so they rank as texts. */
async function findTexts(
  db: Database,
  sources: readonly FindableTexts[],
  query: Query,
  isForgiving: boolean,
): Promise<Ranked[]> {
  const texts = await Promise.all(sources.map((list) => list(db)))
  return texts.flat().flatMap(({ key, language, text: stored, href }): Ranked[] => {
    const text = htmlToText(stored)
    if (query.rankOf([], foldedWords(text), isForgiving) === undefined) return []
    const match = excerptOf(text, query.words)
    return [{ kind: 'text', id: key, title: match, status: null, language, href, match, rank: ranks.text, at: 0 }]
  })
}

export const findApi = (services: Services, sources: () => FindSources, recentWrites: { settled(): Promise<void> }) =>
  new Elysia({ tags: ['Search'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/find',
      async ({ query, request }) => {
        await recentWrites.settled()
        return find(services.db, sources(), query, visitorLanguage(request))
      },
      {
        query: findParameters,
        response: { 200: z.array(foundEntry) },
        detail: operations.searchAdmin,
      },
    )
