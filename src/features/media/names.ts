import type { Mime } from './contract'
import { ends } from './reading/recognize'

const longest = 200
/** Maximum length of an escaped name in a URL, because URLs are stored in fields of limited length. */
const longestInAddress = 600

/**
 * A file's name for display: without folders, control characters and characters that change the text direction, at most
 * 200 characters.
 */
export function cleanName(name: string, mime: Mime): string {
  // Decodes quotes and line breaks as browsers encode them in part headers.
  const base = (
    name
      .replaceAll('%22', '"')
      .replaceAll(/%0[ad]/gi, ' ')
      .split(/[/\\]/)
      .at(-1) ?? ''
  )
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .trim()
  return shortened(base === '' ? `file.${ends[mime][0]}` : base, (text) => text.length <= longest)
}

/** The name in the permanent URL. */
export const nameInAddress = (name: string): string =>
  shortened(name, (text) => encodeURIComponent(text).length <= longestInAddress)

/** Shortens the name before its extension, never within a surrogate pair. */
function shortened(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name
  const end = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  const letters = [...segments.segment(name.slice(0, name.length - end.length))].map(({ segment }) => segment)
  let least = 0
  let most = letters.length
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(letters.slice(0, middle).join('') + end)) least = middle
    else most = middle - 1
  }
  return letters.slice(0, least).join('').trimEnd() + end
}

const segments = new Intl.Segmenter()
