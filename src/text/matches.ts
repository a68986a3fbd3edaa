import { folded, wordPattern } from './fold'
import { trigramSimilarity } from './trigrams'

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
