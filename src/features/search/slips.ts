import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { Language } from '#base/i18n/language'
import { slipsBetween, trigramsOf } from '#base/text/likeness'
import { searchWords } from './table'

const candidates = 60
const mostMeant = 4

/** The words of the site that are nearest to one that nobody has written: at most a slip or two away. */
export async function meantBy(db: Database, language: Language, word: string): Promise<string[]> {
  if (word.length < 4) return []
  const groups = sql`${sql.param(trigramsOf(word))}::text[]`
  const allowed = word.length < 6 ? 1 : 2
  const rows = await db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(
      and(
        eq(searchWords.language, language),
        sql`${searchWords.trigrams} && ${groups}`,
        sql`length(${searchWords.word}) between ${word.length - allowed} and ${word.length + allowed}`,
      ),
    )
    .orderBy(desc(sql`(select count(*) from unnest(${searchWords.trigrams}) as own where own = any(${groups}))`))
    .limit(candidates)
  const near = rows
    .map((row) => ({ word: row.word, slips: slipsBetween(word, row.word) }))
    .filter(({ slips }) => slips <= allowed)
    .toSorted((left, right) => left.slips - right.slips)
  return near
    .filter(({ slips }) => slips === near[0]?.slips)
    .map((row) => row.word)
    .slice(0, mostMeant)
}
