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
