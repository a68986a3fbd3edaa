/**
 * Whether a translation that says the same as the English is none, unless somebody confirms it: names and a few words
 * may well be the same in both languages, a sentence is not.
 */
export function isCopy({ source, text }: { source: string; text: string }): boolean {
  return source.trim() === text.trim() && wordsOf(source).length > mostSameWords
}

const mostSameWords = 3

/** Tags, entities and addresses are no words. */
const wordsOf = (text: string): string[] =>
  text.replaceAll(/<[^>]*>|&#?\w+;|https?:\/\/\S+/g, ' ').match(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu) ?? []
