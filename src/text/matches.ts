import { folded, wordPattern } from './fold'

const wordBounds = new RegExp(`(${wordPattern.source})`, 'u')

/** Minimum similarity to a searched word. */
const alike = 0.5

/** A part of a text, and whether it matches the search. */
type Piece = { text: string; isMatch: boolean }

/** Splits a text around the words that are similar to one of `words`. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const matches = matcherOf(words)
  const pieces: Piece[] = []
  for (const [at, part] of text.split(wordBounds).entries()) {
    const isMatch = at % 2 === 1 && matches(part)
    const last = pieces.at(-1)
    if (!isMatch && last?.isMatch === false) last.text += part
    else if (part !== '') pieces.push({ text: part, isMatch })
  }
  return pieces
}

/** Whether a word matches a search word: by prefix, or as a similar form of it. */
export function matcherOf(words: readonly string[]): (word: string) => boolean {
  const wanted = words.map(folded)
  const known = new Map<string, boolean>()
  return (word) => {
    const plain = folded(word)
    const before = known.get(plain)
    if (before !== undefined) return before
    const found = wanted.some(
      (own) =>
        plain === own ||
        (own.length > 1 && plain.startsWith(own)) ||
        (own.length > 3 && plain.length > 3 && plain[0] === own[0] && trigramSimilarity(plain, own) > alike),
    )
    known.set(plain, found)
    return found
  }
}

/** Approximate UTF-16 units: two lines of a result. */
const length = 180

const wordsBefore = 60

/** The part of a text around the first of the words, or its beginning. */
export function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= length) return text
  const matches = matcherOf(words)
  const found = text.matchAll(wordPattern).find(([word]) => matches(word))?.index ?? 0
  const from = found <= wordsBefore ? 0 : afterBlank(text, found - wordsBefore)
  const to = text.length - from <= length ? text.length : text.lastIndexOf(' ', from + length)
  const end = to > from ? to : from + length
  return `${from > 0 ? '… ' : ''}${text.slice(from, end).toWellFormed().trim()}${end < text.length ? ' …' : ''}`
}

function afterBlank(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank === -1 || blank > at + wordsBefore ? at : blank + 1
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** Whether one letter is inserted, deleted, replaced, or transposed with the next one. */
export function isTypo(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left === right) return false
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const [rest, other] = [left.slice(at), right.slice(at)]
  if (rest.length < other.length) return rest === other.slice(1)
  if (rest.length > other.length) return rest.slice(1) === other
  return rest.slice(1) === other.slice(1) || (swapped(rest) === other && rest.length > 1)
}

/** All words that are a typo of a folded word, with letters of its own script, and digits only if it has one. */
export function typosOf(word: string): string[] {
  const own = [...new Set(word + letters + (/\d/.test(word) ? digits : ''))]
  const forms = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of own) {
      forms.add(before + letter + after)
      if (after !== '') forms.add(before + letter + after.slice(1))
    }
    if (after !== '') forms.add(before + after.slice(1))
    if (after.length > 1) forms.add(before + swapped(after))
  }
  forms.delete(word)
  return [...forms].filter((form) => form.isWellFormed())
}

const swapped = (text: string) => `${text[1]}${text[0]}${text.slice(2)}`

/** The trigrams of a word, including its beginning and its end. */
export function trigramsOf(word: string): string[] {
  const padded = `  ${word} `
  return [...new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))]
}

/** The similarity of two words, from 0 to 1: the share of common trigrams. */
function trigramSimilarity(left: string, right: string): number {
  const [ours, theirs] = [trigramsOf(left), new Set(trigramsOf(right))]
  const common = ours.filter((group) => theirs.has(group)).length
  return common / (ours.length + theirs.size - common)
}

/** The edit distance of two words: inserted, deleted, replaced or transposed letters. */
export function editDistance(left: string, right: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current[column] = Math.min(
        (last![column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last![column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before![column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, current]
  }
  return last?.[right.length] ?? 0
}
