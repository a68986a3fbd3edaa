import { spellLetters } from './slugs/slug'

/** Without invisible characters, such as soft hyphens, and with ligatures and full-width letters as ordinary ones. */
export const plainLetters = (text: string): string => text.replace(/\p{DI}/gu, '').normalize('NFKC')

/**
 * Lower case without accents, so that `Educación` and `educacion` are equal; `ß`, `ł` and the like in ASCII, and
 * one sigma, as a query ends where its word goes on. `fold_text` is the same in SQL.
 */
export const folded = (text: string): string =>
  spellLetters(
    text
      .replace(/\p{DI}/gu, '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replaceAll('ς', 'σ'),
  )

/** A word, with the accents that are written apart and the invisible characters within it. */
export const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\u0300-\u036f\p{DI}]*/gu

/** The words of a text, unchanged. */
export const wordsOf = (text: string): string[] => text.match(wordPattern) ?? []
