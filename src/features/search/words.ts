import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Language } from '#i18n/language'
import { searchEntries as entries } from './table'
import { textArray } from './text-array'

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
