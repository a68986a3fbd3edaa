import { and, asc, eq, not, or, sql } from 'drizzle-orm'
import { byIndexes } from '#platform/db/sql'
import { withLowPriority } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { searchEntries as entries, searchWords } from './table'

/** Advisory lock: shared while words are added, exclusive while they are deleted. */
export const wordsLock = sql`hashtextextended('search words', 0)`

const atOnce = 100
/** Milliseconds. */
const timeout = 10_000

const isUsed = sql<boolean>`exists (select from ${entries} where ${eq(entries.language, searchWords.language)}
  and ${entries.vector} @@ quote_literal(${searchWords.word})::tsquery)`

/** Deletes words that no text contains any more, in batches, each followed by a pause of the same duration. */
export async function deleteUnusedWords({ db, stopping }: Pick<Services, 'db' | 'stopping'>): Promise<void> {
  for (let after = { language: '', word: '' }; !stopping.aborted;) {
    const begun = performance.now()
    const some = await withLowPriority(timeout, () =>
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
