/**
 * Whether a translation equal to the English text counts as missing, unless it is confirmed: names and a few words may
 * well be the same in both languages, a sentence is not.
 */
export function isCopy({ source, text }: { source: string; text: string }): boolean {
  return source.trim() === text.trim() && wordsOf(source).length > mostSameWords
}

const mostSameWords = 3

/** Without tags, entities and URLs. */
const wordsOf = (text: string): string[] =>
  text.replaceAll(/<[^>]*>|&#?\w+;|https?:\/\/\S+/g, ' ').match(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu) ?? []
