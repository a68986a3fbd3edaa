import { spellLetters } from './letters'

/**
 * Generates a slug from a title: Latin letters folded to ASCII, `&` spelled `-and-`, everything except word characters
 * and hyphens dropped. Letters of other scripts, with their vowel signs and accents, are word characters; emoji and
 * invisible characters are not.
 */
export function slugify(title: string): string {
  return spellLetters(
    title
      // Thai and Lao AM are one letter, which decomposes irreversibly.
      .replace(/[^\u0e33\u0eb3]+/g, (part) => part.normalize('NFKD'))
      .toLowerCase()
      .trim()
      .replace(/\s+/g, '-')
      .replace(/\p{DI}/gu, '')
      .replace(/(\p{sc=Latin})\p{M}+/gu, '$1'),
  )
    .replace(/&/g, '-and-')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}\p{Nl}_-]|[\u02b0-\u02ff]|(?<![\p{L}\p{M}])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
}
