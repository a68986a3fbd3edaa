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

const signs: Record<string, string> = { '+': 'plus', '#': 'sharp', '♯': 'sharp', '*': 'star' }

/** Latin letters that Unicode does not decompose, as they are spelled in ASCII. */
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ĸ: 'k',
  ŧ: 't',
  ə: 'e',
}

/** Spells lower-case letters such as `ß`, `ł` and `ø` in ASCII. */
export const spellLetters = (text: string): string =>
  text.replace(/[ßæœøðþđħıłŋĸŧə]/g, (letter) => spelled[letter] ?? letter)

/** The slug of a category: signs at the end of a word tell categories apart, such as C, C++, C# and .NET. */
export const categorySlug = (category: string): string =>
  slugify(
    category
      .replace(/(?<=[\p{L}\p{N}+#♯*])[+#♯*]/gu, (sign) => `-${signs[sign]}-`)
      .replace(/(?<![\p{L}\p{N}.])\.(?=\p{L})/gu, 'dot-'),
  )
