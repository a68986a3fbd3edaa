import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const fontFolder = join(import.meta.dir, 'fonts')
export const fontFiles = (): string[] => readdirSync(fontFolder).filter((name) => name.endsWith('.ttf'))

/** Letters, digits and symbols, whose loss changes a text; the rest are blanks, marks and punctuation. */
const telling = /[\p{L}\p{N}\p{S}]/u
/** Drawn as nothing, or changes what is beside it. */
const invisible = /\p{Default_Ignorable_Code_Point}/u
const graphemes = new Intl.Segmenter()

/**
 * The part of a text for which the site's fonts have glyphs, whatever fonts the machine has; '' if that is less than half
 * of it. Letters with unusual marks lose these. The renderer would draw boxes with numbers for the rest.
 */
export function drawableText(text: string): string {
  const parts = [...graphemes.segment(text.toWellFormed().normalize('NFC'))].map(({ segment }) => ({
    isTelling: telling.test(segment),
    shown: drawableGrapheme(segment),
  }))
  const lost = parts.filter(({ isTelling, shown }) => isTelling && shown === '').length
  const all = parts.filter(({ isTelling }) => isTelling).length
  const shown = parts
    .map((part) => part.shown)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
  if (lost === 0) return shown
  // Punctuation that belonged to what is missing.
  return lost * 2 > all ? '' : shown.replace(/^[\p{Po}\p{Pd}\p{Pe}\s]+|[\p{Pd}\p{Ps}\s]+$/gu, '')
}

/** Tries simpler spellings: `ﬁ` as `fi`, and a letter without its marks. '' if there is none. */
function drawableGrapheme(grapheme: string): string {
  if (/^\s+$/u.test(grapheme)) return ' '
  const spellings = [grapheme, grapheme.normalize('NFKC')]
  const whole = spellings.find((spelling) => [...spelling].every(isDrawable))
  if (whole !== undefined) return whole
  const [base = '', ...marks] = grapheme.normalize('NFKD')
  const isLetter = isDrawable(base) && marks.every((mark) => /\p{M}/u.test(mark))
  return isLetter ? (base + marks.filter(isDrawable).join('')).normalize('NFC') : ''
}

const isDrawable = (character: string): boolean =>
  invisible.test(character) || glyphs().has(character.codePointAt(0) ?? 0)

let known: ReadonlySet<number> | undefined

/** The code points for which one of the fonts has a glyph. */
function glyphs(): ReadonlySet<number> {
  known ??= new Set(fontFiles().flatMap((name) => [...codePointsOf(readFileSync(join(fontFolder, name)))]))
  return known
}

/** The code points in the `cmap` table of a TrueType font: its subtables of format 4 and 12. */
function* codePointsOf(font: Buffer): Generator<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (entry === undefined) return
  const start = font.readUInt32BE(entry + 8)
  for (let at = 0; at < font.readUInt16BE(start + 2); at++) {
    const table = font.subarray(start + font.readUInt32BE(start + 8 + 8 * at))
    const format = table.readUInt16BE(0)
    if (format === 4) yield* segmentsOf(table)
    else if (format === 12) yield* groupsOf(table)
  }
}

function* segmentsOf(table: Buffer): Generator<number> {
  const length = table.readUInt16BE(6)
  // Behind each other: ends, starts, differences and offsets of the segments; two bytes behind the ends are unused.
  for (let at = 14; at < 14 + length; at += 2) {
    const from = table.readUInt16BE(at + length + 2)
    const delta = table.readUInt16BE(at + 2 * length + 2)
    const offsetAt = at + 3 * length + 2
    const offset = table.readUInt16BE(offsetAt)
    for (let code = from; code <= table.readUInt16BE(at) && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : table.readUInt16BE(offsetAt + offset + 2 * (code - from))
      if ((glyph & 0xffff) !== 0) yield code
    }
  }
}

function* groupsOf(table: Buffer): Generator<number> {
  for (let at = 0; at < table.readUInt32BE(12); at++) {
    const [from, to] = [table.readUInt32BE(16 + 12 * at), table.readUInt32BE(20 + 12 * at)]
    for (let code = from; code <= to; code++) yield code
  }
}
