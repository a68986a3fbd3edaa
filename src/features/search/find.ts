import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { byIndexes } from '#platform/db/sql'
import type { Database } from '#platform/db/database'
import type { Findable, FindableDetails } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import { homePageId } from '#platform/owner/site'
import { href } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { sitePaths } from '#i18n/addresses/paths'
import { excerptOf, matcherOf } from '#text/matches'
import { folded, plainLetters, wordsOf } from '#text/fold'
import type { SearchHit, SearchQuery } from './contract'
import { wordingOf } from './index-records'
import { meantBy, textArray, isVisible, livesIn, quoted } from './words'
import { searchEntries as entries } from './table'

/** Of the first words of a text so many are in the one before it, when both say the same. */
const echo = 1 / 2
/** The texts of a record that follow its lead begin with a summary of at most so many UTF-16 units. */
const longestSummary = 400

/** A record's text without the summary in its second line, if that says what the lead in the first one does. */
function withoutEcho(text: string): string {
  const [lead = '', summary = '', ...rest] = text.split('\n', 40)
  if (rest.length === 0 || summary.length > longestSummary) return text
  const told = new Set(wordsOf(folded(lead)))
  const words = wordsOf(folded(summary)).slice(0, told.size)
  const isEcho = words.length > 0 && words.filter((word) => told.has(word)).length >= words.length * echo
  return isEcho ? [lead, text.slice(lead.length + summary.length + 2)].join('\n') : text
}

/** The excerpt below a title: words that the title already matches are not looked up in the text. */
function excerptBeside(title: string, text: string, words: readonly string[]): string {
  const inTitle = wordsOf(title)
  return excerptOf(
    text,
    words.filter((word) => !inTitle.some(matcherOf([word]))),
  )
}

/** Maximum number of words; further ones are ignored. */
const mostWords = 12
/**
 * Maximum number of matches to rank: beyond it an exact order is not worth the time. The more words, the longer ranking
 * takes, and the more similar are the matches.
 */
const mostRanked = 120
const rankedFor = (words: number) => Math.min(mostRanked, Math.ceil((mostRanked * 4) / words))

/** Maximum number of misspelt words in a search. */
const mostMisspelt = 3
/** Milliseconds that a search may wait for the database. */
const timeout = 1500

/** Runs a typo-tolerant search within the concurrency and rate limits of `createTypoLimit`. */
type TypoLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Entries that contain all words, title matches first; without any, entries that contain similarly spelled words. */
async function findTexts(
  db: Database,
  { q, language, limit }: Omit<SearchQuery, 'details'>,
  limited: TypoLimit,
): Promise<FoundHit[]> {
  const words = [...new Set(wordsOf(plainLetters(q).toLowerCase()))].slice(0, mostWords)
  if (words.length === 0) return []
  return withLowPriority(timeout, async () => {
    const { asked, rows } = await byIndexes(db, (tx) => findWritten(tx, words, language, limit))
    if (rows.length > 0) return rows.map((row) => toHit(row, words))
    // The first letter of a word that is still being typed.
    if (words.length > 1 && words.at(-1)?.length === 1)
      return findTexts(db, { q: words.slice(0, -1).join(' '), language, limit }, limited)
    return limited(async () => {
      const meant = await findMeant(db, asked, language)
      if (meant.size === 0) return []
      const forgiven = asked.map(({ word, written }) => [written, ...(meant.get(word) ?? []).map(quoted)].join(' | '))
      const found = await byIndexes(db, (tx) => find(tx, language, limit, forgiven))
      return found.map((row) => toHit(row, [...words, ...[...meant.values()].flat()]))
    })
  })
}

/** A result, and the id of its record. */
type FoundHit = { hit: SearchHit; id: string }

/** The results for visitors; with `details`, those of records have a date and a picture. */
export async function search(
  db: Database,
  sources: readonly Findable[],
  { details, ...asked }: SearchQuery,
  limited: TypoLimit = (work) => work(),
): Promise<SearchHit[]> {
  const found = await findTexts(db, asked, limited)
  if (!details) return found.map(({ hit }) => hit)
  const known = await Promise.all(
    sources.map(async (source) => {
      const ids = found.filter(({ hit }) => hit.kind === source.kind).map(({ id }) => id)
      return [source.kind, ids.length > 0 ? await source.details?.(db, ids) : undefined] as const
    }),
  )
  const byKind = new Map<string, ReadonlyMap<string, FindableDetails> | undefined>(known)
  return found.map(({ hit, id }) => ({ ...hit, ...byKind.get(hit.kind)?.get(id) }))
}

/** How many texts visitors can find in a language. */
export async function countTexts(db: Database, language: Language): Promise<number> {
  return withLowPriority(timeout, () =>
    db.$count(entries, and(eq(entries.language, language), isVisible, sql`not ${isReplaced}`)),
  )
}

/** A word, its query in PostgreSQL's syntax, and whether any public text contains it. */
type QueryWord = { word: string; written: string; isKnown: boolean }

async function findWritten(
  tx: Database,
  words: readonly string[],
  language: Language,
  limit: number,
): Promise<{ asked: QueryWord[]; rows: Found[] }> {
  const stems = await stemsOf(tx, language, words)
  const looked = words.filter((word) => stems.get(word)?.length !== 0)
  const wanted = looked.length > 0 ? looked : words
  const written = wanted.map((word) => anyOf(word, stems.get(word) ?? []))
  const isKnown = await livesIn(tx, language, written)
  return {
    asked: wanted.map((word, at) => ({ word, written: written[at]!, isKnown: isKnown[at] === true })),
    rows: isKnown.includes(false) ? [] : await find(tx, language, limit, written),
  }
}

/**
 * Suggestions for the words that occur in no public text, or for all if each occurs somewhere; empty if they would find
 * nothing. Between the steps, other requests get the database for as much time as a step took.
 */
async function findMeant(
  db: Database,
  asked: readonly QueryWord[],
  language: Language,
): Promise<Map<string, string[]>> {
  const none = new Map<string, string[]>()
  const unknown = asked.filter(({ isKnown }) => !isKnown)
  const doubted = unknown.length > 0 ? unknown : asked
  if (doubted.length > mostMisspelt) return none
  const meant = new Map<string, string[]>()
  for (const { word, isKnown } of doubted) {
    const begun = performance.now()
    const found = await byIndexes(db, (tx) => meantBy(tx, language, folded(word)))
    if (found.length > 0) meant.set(word, found)
    else if (!isKnown) return none
    await Bun.sleep(performance.now() - begun)
  }
  return meant
}

type Found = Pick<
  typeof entries.$inferSelect,
  'kind' | 'recordId' | 'language' | 'page' | 'params' | 'title' | 'text'
> & {
  isHome: boolean
}

/** The built-in home page, while a custom page is shown in its place. */
const isReplaced = sql`(${entries.kind} = 'page' and ${entries.recordId} = 'home' and ${homePageId} is not null)`

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

/** The best public matches; of the same rank the newest. */
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
    .where(and(eq(entries.language, language), isVisible, where, sql`not ${isReplaced}`))
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
      recordId: entries.recordId,
      language: entries.language,
      page: entries.page,
      params: entries.params,
      title: entries.title,
      text: sql<string>`left(${entries.text}, 20000)`,
      isHome: sql<boolean>`${entries.kind} = 'custom-page' and ${entries.recordId} is not distinct from ${homePageId}`,
    })
    .from(best)
    .innerJoin(
      entries,
      and(eq(entries.kind, best.kind), eq(entries.recordId, best.recordId), eq(entries.language, language)),
    )
    .orderBy(desc(best.rank), sql`${best.visibleFrom} desc nulls last`, best.kind, best.recordId)
}

/**
 * The stems of each word: as typed, without accents, and with a frequently omitted accent (Spanish -ión); none for a
 * stop word.
 */
async function stemsOf(db: Database, language: Language, words: readonly string[]): Promise<Map<string, string[]>> {
  const forms = words.flatMap((word) => formsOf(word, language).map((form) => ({ word, form })))
  const rows = await db
    .select({
      form: sql<string>`form`,
      stems: sql<string | null>`array_to_json(ts_lexize(${`${wordingOf(language)}_stem`}::regdictionary, form))::text`,
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

/** Endings that people type without their accent, by language: the stemmer knows only the correct ones. */
const accentedEndings: Readonly<Partial<Record<Language, [typed: RegExp, correct: string]>>> = { es: [/ion$/, 'ión'] }

function formsOf(word: string, language: Language): string[] {
  const [typed, correct] = accentedEndings[language] ?? []
  const plain = folded(word)
  return [...new Set([word, plain, ...(typed && correct ? [plain.replace(typed, correct)] : [])])]
}

/** A tsquery for a word by stem or prefix; a single letter is not used as a prefix, because it matches too much. */
function anyOf(word: string, stems: readonly string[]): string {
  const plain = folded(word)
  return [...new Set(stems)]
    .map(quoted)
    .concat(quoted(plain) + (plain.length > 1 ? ':*' : ''))
    .join(' | ')
}

const allOf = (words: readonly string[]) => words.map((word) => `(${word})`).join(' & ')

function toHit(found: Found, words: readonly string[]): FoundHit {
  const { kind, recordId, page, params, language, title, text, isHome } = found
  // The built-in home page has no title of its own; its first text is a slogan.
  const isBuiltInHome = page === sitePaths.home
  return {
    id: recordId,
    hit: {
      kind: kind as SearchHit['kind'],
      title: isBuiltInHome ? translate(language, 'meta.home') : title,
      url: isHome ? href(sitePaths.home, {}, language) : href(page, params, language),
      excerpt: isBuiltInHome ? excerptOf(`${title}\n${text}`, words) : excerptBeside(title, withoutEcho(text), words),
    },
  }
}
