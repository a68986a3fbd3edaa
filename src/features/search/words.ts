import { and, asc, desc, eq, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { byIndexes } from '#platform/db/sql'
import { withLowPriority } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import type { Language } from '#i18n/language'
import { editDistance, trigramsOf } from '#text/matches'
import { searchWords, searchEntries as entries } from './table'

const candidates = 60
/** Far more than share trigrams with both halves of a word on a site of ten thousand posts. */
const mostAlike = 2000
const mostNear = 40
const mostMeant = 4

/** The publicly visible words nearest to a misspelt one, within an edit distance of one or two. */
export async function meantBy(db: Database, language: Language, word: string): Promise<string[]> {
  if (word.length < 4) return []
  const groups = trigramsOf(word)
  const allowed = word.length < 6 ? 1 : 2
  const among = (...where: SQL[]) =>
    db
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(
        and(
          eq(searchWords.language, language),
          sql`length(${searchWords.word}) between ${word.length - allowed} and ${word.length + allowed}`,
          ...where,
        ),
      )
  const nearest = (rows: { word: string }[]) => nearestOf(db, language, word, rows, allowed)
  // Most typing errors leave something of both halves, and few words share trigrams with both: those are compared
  // first.
  const half = groups.length >> 1
  const found = await nearest(await among(sharing(groups.slice(0, half)), sharing(groups.slice(half))).limit(mostAlike))
  if (found.length > 0) return found
  const common = sql`(select count(*) from unnest(${searchWords.trigrams}) as own where own = any(${textArray(groups)}))`
  return nearest(await among(sharing(groups)).orderBy(desc(common)).limit(candidates))
}

const sharing = (groups: readonly string[]) => sql`${searchWords.trigrams} && ${textArray(groups)}`

/** Filters by `livesIn`, because the table also has words of scheduled records and, for a while, of deleted ones. */
async function nearestOf(
  db: Database,
  language: Language,
  word: string,
  rows: readonly { word: string }[],
  allowed: number,
): Promise<string[]> {
  const near = rows
    .map((row) => ({ word: row.word, slips: editDistance(word, row.word) }))
    .filter(({ slips }) => slips <= allowed)
    .toSorted((left, right) => left.slips - right.slips)
    .slice(0, mostNear)
  if (near.length === 0) return []
  const isLive = await livesIn(
    db,
    language,
    near.map((one) => quoted(one.word)),
  )
  const live = near.filter((_, at) => isLive[at])
  return live
    .filter(({ slips }) => slips === live[0]?.slips)
    .map((one) => one.word)
    .slice(0, mostMeant)
}

/** An array of one parameter per text, because the driver of a server does not support arrays here. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`

export const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** SQL: whether an entry is public now. */
export const isVisible = sql`(${entries.visibleFrom} is null or ${entries.visibleFrom} <= now())`

/** Whether each of these queries (in PostgreSQL's syntax) matches a public text. */
export async function livesIn(db: Database, language: Language, wanted: readonly string[]): Promise<boolean[]> {
  const rows = await db
    .select({
      isLive: sql<boolean>`exists (select from ${entries} where ${eq(entries.language, language)} and ${isVisible} and ${entries.vector} @@ wanted.words::tsquery)`,
    })
    .from(sql`unnest(${textArray(wanted)}) with ordinality as wanted (words, at)`)
    .orderBy(sql`wanted.at`)
  return rows.map(({ isLive }) => isLive)
}

/** Advisory lock: shared while words are added, exclusive while they are deleted. */
export const wordsLock = sql`hashtextextended('search words', 0)`

const atOnce = 100
/** Milliseconds. */
const deletionTimeout = 10_000

const isUsed = sql<boolean>`exists (select from ${entries} where ${eq(entries.language, searchWords.language)}
  and ${entries.vector} @@ quote_literal(${searchWords.word})::tsquery)`

/** Deletes words that no text contains any more, in batches, each followed by a pause of the same duration. */
export async function deleteUnusedWords({ db, stopping }: Pick<Services, 'db' | 'stopping'>): Promise<void> {
  for (let after = { language: '', word: '' }; !stopping.aborted;) {
    const begun = performance.now()
    const some = await withLowPriority(deletionTimeout, () =>
      byIndexes(db, (tx) =>
        tx
          .select({ language: searchWords.language, word: searchWords.word, isUsed })
          .from(searchWords)
          .where(sql`(${searchWords.language}, ${searchWords.word}) > (${after.language}, ${after.word})`)
          .orderBy(asc(searchWords.language), asc(searchWords.word))
          .limit(atOnce),
      ),
    )
    const unused = some.filter((one) => !one.isUsed)
    if (unused.length > 0)
      await byIndexes(db, async (tx) => {
        const [row] = await tx
          .select({ isAlone: sql<boolean>`pg_try_advisory_xact_lock(${wordsLock})` })
          .from(sql`(select 1) as one`)
        const isOne = or(
          ...unused.map(({ language, word }) => and(eq(searchWords.language, language), eq(searchWords.word, word))),
        )
        if (row?.isAlone) await tx.delete(searchWords).where(and(isOne, not(isUsed)))
      })
    const last = some.at(-1)
    if (!last || some.length < atOnce) return
    after = last
    await Bun.sleep(performance.now() - begun)
  }
}
