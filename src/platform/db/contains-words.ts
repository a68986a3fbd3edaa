import { and, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { folded } from '#text/fold'

/** SQL: whether each word of `q` occurs in one of the texts, ignoring case and accents; undefined without a word. */
export function containsWords(texts: readonly SQLWrapper[], q: string): SQL | undefined {
  const words = searchWords(q)
  if (words.length === 0) return undefined
  const all = sql.join(
    texts.map((text) => sql`${text}`),
    sql` || ' ' || `,
  )
  // `folded` in SQL.
  const text = sql`fold_text(${all})`
  return and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`))
}

/** The words of a query, without case and accents. */
export const searchWords = (q: string): string[] => folded(q.replaceAll('\0', ' ')).split(/\s+/).filter(Boolean)
