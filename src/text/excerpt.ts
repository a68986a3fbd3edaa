import { wordPattern } from './fold'
import { matcherOf } from './matches'

/** Approximate UTF-16 units: two lines of a result. */
const length = 180
const before = 60

/** The part of a text around the first of the words, or its beginning. */
export function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= length) return text
  const matches = matcherOf(words)
  const found = text.matchAll(wordPattern).find(([word]) => matches(word))?.index ?? 0
  const from = found <= before ? 0 : afterBlank(text, found - before)
  const to = text.length - from <= length ? text.length : text.lastIndexOf(' ', from + length)
  const end = to > from ? to : from + length
  return `${from > 0 ? '… ' : ''}${text.slice(from, end).toWellFormed().trim()}${end < text.length ? ' …' : ''}`
}

function afterBlank(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank === -1 || blank > at + before ? at : blank + 1
}
