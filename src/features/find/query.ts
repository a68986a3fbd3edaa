import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { excerptOf } from '#text/excerpt'
import { folded, wordsOf } from '#text/fold'
import { editDistance } from '#text/trigrams'
import { ranks } from './found'

/** Maximum number of words; further ones are ignored. */
const mostWords = 12
/** A word this short is found as it is typed only. */
const shortest = 4

/** What to look for, in texts whose folded words each follow a blank. */
export type Query = {
  words: readonly string[]
  /** In PostgreSQL's syntax. */
  tsquery: string
  /** The same with one typing error in each word. */
  isSimilar(text: SQLWrapper): SQL
  /** The rank of a title, and of a text if it is not in the title. */
  rank(title: SQLWrapper, isForgiving: boolean): SQL<number>
  /** The same for texts of this process; undefined if it is not found. */
  rankOf(title: string, text: string, isForgiving: boolean): number | undefined
  /** The part of the text with the words: of the title, if they are in it. */
  excerpt(rank: number, title: string, text: string): string
}

/** undefined without a word. */
export function readQuery(q: string): Query | undefined {
  const words = [...new Set(wordsOf(folded(q)))].slice(0, mostWords)
  if (words.length === 0) return undefined
  const all = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` and `)})`
  const contains = (text: SQLWrapper) => all(words.map((word) => sql`strpos(${text}, ${` ${word}`}) > 0`))
  const isSimilar = (text: SQLWrapper) => all(words.map((word) => sql`${text} ~ ${similarTo(word)}`))
  const beginning = words.map((word) => ` ${word}`).join('')
  return {
    words,
    tsquery: words.map((word) => `'${word}':*`).join(' & '),
    isSimilar,
    rank: (title, isForgiving) =>
      sql<number>`case when starts_with(${title}, ${beginning}) then 0 when ${contains(title)} then 1
        when ${isForgiving ? isSimilar(title) : sql`false`} then 2 else 3 end`,
    rankOf(title, text, isForgiving) {
      const inTitle = foldedWords(title)
      const inAll = [...inTitle, ...foldedWords(text)]
      if (
        inTitle
          .map((word) => ` ${word}`)
          .join('')
          .startsWith(beginning)
      )
        return 0
      const isIn = (own: readonly string[]) => words.every((word) => own.some((one) => one.startsWith(word)))
      const isAlmostIn = (own: readonly string[]) =>
        words.every((word) => own.some((one) => one.startsWith(word) || isTypo(word, one)))
      if (isIn(inTitle)) return 1
      if (isForgiving && isAlmostIn(inTitle)) return 2
      return isIn(inAll) || (isForgiving && isAlmostIn(inAll)) ? 3 : undefined
    },
    excerpt: (rank, title, text) => excerptOf(rank < ranks.text || text === '' ? title : text, words),
  }
}

/** The words of texts that are compared in every search: the catalogs and the owner's texts. */
const known = new Map<string, readonly string[]>()
const mostKnown = 5000

function foldedWords(text: string): readonly string[] {
  const before = known.get(text)
  if (before) return before
  const words = wordsOf(folded(text))
  if (known.size >= mostKnown) known.clear()
  known.set(text, words)
  return words
}

const isTypo = (word: string, other: string) =>
  word.length >= shortest && Math.abs(word.length - other.length) < 2 && editDistance(word, other) < 2

/** A regular expression for a word with at most one letter more, less, or other, or two exchanged; or its beginning. */
function similarTo(word: string): string {
  const letters = [...word]
  if (letters.length < shortest) return ` ${word}`
  const part = (from: number, to?: number) => letters.slice(from, to).join('')
  const forms = letters.flatMap((letter, at) => [
    // Another letter or none, and one more before it.
    `${part(0, at)}[^ ]?${part(at + 1)}`,
    `${part(0, at)}[^ ]${part(at)}`,
    ...(at > 0 ? [`${part(0, at - 1)}${letter}${letters[at - 1]}${part(at + 1)}`] : []),
  ])
  return ` (?:${word}|(?:${[...new Set(forms)].join('|')})[^ ]?(?: |$))`
}
