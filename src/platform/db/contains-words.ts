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
  const text = foldedText(all)
  return and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`))
}

/**
 * SQL: `folded` of a text. Letters of ASCII are folded without the collation of the database, which may be Turkish
 * (`lower('I')` is `ı`), and after their accents are gone, which a database without a locale cannot fold.
 */
const foldedText = (text: SQL) =>
  sql`lower(translate(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))`

/** The words of a query, without case and accents. */
export const searchWords = (q: string): string[] => folded(q.replaceAll('\0', ' ')).split(/\s+/).filter(Boolean)
