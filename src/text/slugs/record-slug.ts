import { slugify } from './slug'

/** Bytes in UTF-8: exports name folders after slugs, whose names may have 255, and suffixes such as `-2` follow. */
const longestSlug = 240
const longestGenerated = 200

/** A slug: letters with their marks, digits, `_` and `-`, in any script, in the composed form (NFC). */
export const slugPattern = /^[\p{L}\p{M}\p{N}_-]{1,240}$/u

/** The same in any length, and empty. */
export const letterSlug = /^[\p{L}\p{M}\p{N}_-]*$/u

/** In a URL as `encodeURIComponent` writes it, for patterns of paths. */
export const slugInUrl = String.raw`(?:[\w-]|%[89A-F][\dA-F]){1,240}`

/** The slug of a record or an import, derived from its title. */
export const recordSlug = (title: string): string => shortened(slugify(title), longestGenerated)

/** A slug as typed, composed, without invisible characters: those are not seen by who types the URL. */
export const typedSlug = (text: string): string => text.normalize('NFC').replace(/\p{DI}/gu, '')

/** Whether a composed text is a slug as they are generated, but for its case and hyphens: Latin letters without accents. */
export const isSlug = (text: string): boolean => text.split('-').every((part) => slugify(part) === part.toLowerCase())

export const isLongSlug = (slug: string): boolean => bytesOf(slug) > longestSlug

/** Cut before a whole letter, so that none loses its vowel signs. */
function shortened(slug: string, most: number): string {
  if (bytesOf(slug) <= most) return slug
  const letters = slug.match(/[^\p{M}]\p{M}*/gu) ?? []
  let [bytes, length] = [0, 0]
  for (const letter of letters) {
    bytes += bytesOf(letter)
    if (bytes > most) break
    length += letter.length
  }
  return slug.slice(0, length).replace(/-+$/, '')
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length
