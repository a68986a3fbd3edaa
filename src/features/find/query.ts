import { folded, wordsOf } from '#text/fold'
import { isTypo, typosOf } from '#text/matches'
import type { FoundEntry } from './contract'

/** Maximum number of words; further ones are ignored. */
const mostWords = 12
/** Maximum number of words in which an error is forgiven, the longest: each has hundreds of forms to look up. */
const mostMisspelt = 3

/** The rank of a result: its title begins with the words, contains them, or similar ones; or another text does. */
export const ranks = { beginning: 0, title: 1, similar: 2, text: 3 } as const

/** A result with what orders it: `at` is its last change, in seconds. */
export type Ranked = FoundEntry & { rank: number; at: number }

type Ordered = { kind: string; rank: number; at: number }

/** Of the same rank screens come first, and then the newest. */
export const byRank = (one: Ordered, other: Ordered) =>
  one.rank - other.rank || Number(isScreen(other)) - Number(isScreen(one)) || other.at - one.at

const isScreen = ({ kind }: Ordered) => kind === 'screen' || kind === 'setting'

/** UTF-16 units of such a word: a shorter one is found as it is typed only. */
const [shortest, longest] = [4, 30]

/** What to look for. */
export type Query = {
  words: readonly string[]
  /** It is one letter, which too many texts contain. */
  isLetter: boolean
  /** The tsqueries, in PostgreSQL's syntax: of titles that begin with the words, and of all texts with them. */
  beginning: string
  exact: string
  /** What may have been meant by the words in which an error is forgiven: hundreds of forms of each. */
  typos: readonly string[]
  /** The tsquery of all texts with the words or typos of them: of these only, where it is one of those. */
  similar(known: ReadonlySet<string>): string
  /** The rank of a title with these folded words, and of a text if it is not in the title; undefined if it is not found. */
  rankOf(title: readonly string[], text: readonly string[], isForgiving: boolean): number | undefined
}

/** undefined without a word. */
export function readQuery(q: string): Query | undefined {
  const typed = [...new Set(wordsOf(folded(q)))]
  const longer = typed.filter((word) => !isLetter(word))
  const words = (longer.length > 0 ? longer : typed.slice(0, 1)).slice(0, mostWords)
  if (words.length === 0) return undefined
  const misspelt = words
    .filter((word) => word.length >= shortest && word.length <= longest)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostMisspelt)
  const typos = new Map(misspelt.map((word) => [word, typosOf(word)]))
  const isAlmost = remembering((word, own) => typos.has(word) && isTypo(word, own))
  const isIn = (own: readonly string[]) => words.every((word) => own.some((one) => one.startsWith(word)))
  const isAlmostIn = (own: readonly string[]) =>
    words.every((word) => own.some((one) => one.startsWith(word) || isAlmost(word, one)))
  return {
    words,
    isLetter: longer.length === 0,
    beginning: [
      `'^${typed[0]}'${typed.length > 1 ? '' : ':*'}`,
      ...words.filter((word) => word !== typed[0]).map(beginningWith),
    ].join(' & '),
    exact: words.map(beginningWith).join(' & '),
    typos: [...typos.values()].flat(),
    similar: (known) =>
      words
        .map((word) => {
          const forms = typos.get(word) ?? []
          const living = forms.filter((form) => known.has(form))
          return `(${[beginningWith(word), ...(living.length > 0 ? living : forms).map(quoted)].join(' | ')})`
        })
        .join(' & '),
    rankOf(title, text, isForgiving) {
      const last = typed.length - 1
      if (typed.every((word, at) => (at < last ? title[at] === word : title[at]?.startsWith(word))))
        return ranks.beginning
      if (isIn(title)) return ranks.title
      if (isForgiving && isAlmostIn(title)) return ranks.similar
      const inAll = [...title, ...text]
      return isIn(inAll) || (isForgiving && isAlmostIn(inAll)) ? ranks.text : undefined
    },
  }
}

const isLetter = (word: string) => /^\p{L}$/u.test(word)

const quoted = (word: string) => `'${word}'`
const beginningWith = (word: string) => `'${word}':*`

/** The same words occur in many texts. */
function remembering(compare: (word: string, other: string) => boolean) {
  const known = new Map<string, boolean>()
  return (word: string, other: string): boolean => {
    const key = `${word} ${other}`
    const result = known.get(key) ?? compare(word, other)
    known.set(key, result)
    return result
  }
}

/** The words of texts that are compared in every search: the catalogs and the owner's texts. */
const known = new Map<string, readonly string[]>()
const mostKnown = 5000

export function foldedWords(text: string): readonly string[] {
  const before = known.get(text)
  if (before) return before
  const words = wordsOf(folded(text))
  if (known.size >= mostKnown) known.clear()
  known.set(text, words)
  return words
}
