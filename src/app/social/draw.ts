import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { onGround } from '#app/icons/draw-icon'
import { loadSharp, type MakeSharp, openPicture } from '#platform/images/open-picture'
import { sampleName } from '#contract/site'
import type { TypeName } from '#contract/site-values'
import type { SocialType } from '#records/social-picture'
import heroPaths from '#site/home/hero-paths.json'
import { readdirSync, readFileSync } from 'node:fs'

export type Drawn = {
  title: string
  brand: string
  /** The name of its section; '' for none. */
  label: string
  /** `#rrggbb`; by default the site's own. */
  accent?: string
  /** Instead of the mark of the sample company; `ground` is a background for one that would be invisible on the paper. */
  logo?: { picture: Uint8Array; holdsName: boolean; ground?: string }
  /** The record's own picture, a file in any format that browsers support. */
  picture?: Uint8Array
  isPhotograph: boolean
  type: SocialType
  /** The typeface; by default the site's own. */
  face?: Exclude<TypeName, 'archivo'>
  isDark?: true
  /** Without the grid of drawing paper. */
  isBlank?: true
}

const width = 1200
const height = 630
const margin = 72
/** The left edge of the picture, or of the plan drawn in its place. */
const edge = 760
const colours = {
  light: { paper: '#fbfaf7', ink: '#0f1f33', soft: '#46566b', grid: '#e9ebee', signal: '#d73304' },
  dark: { paper: '#08172b', ink: '#e7eef8', soft: '#a9bdd6', grid: '#12253d', signal: '#ff8a4c' },
}

declare module '#platform/images/picture-processes' {
  interface PictureTasks {
    drawPicture: typeof drawPicture
  }
}

/** Draws 1200 × 630 pixels in the site's look: the title on drawing paper, beside it the record's picture. */
export async function drawPicture(drawn: Drawn): Promise<Uint8Array<ArrayBuffer>> {
  const { picture, face } = drawn
  const inks = colours[drawn.isDark ? 'dark' : 'light']
  const { ink, soft } = inks
  const [title, brand, label] = [shownText(drawn.title), shownText(drawn.brand), shownText(drawn.label)] as const
  const sharp = await load(title + brand + label, face)
  const shown = picture && (await cutOut(picture, inks.paper))
  const hasPlan = !shown && drawn.isBlank !== true
  const room = (shown || hasPlan ? edge : width) - 2 * margin
  const logo = drawn.logo && (await fitLogo(drawn.logo, room))
  const hasMark = !logo && drawn.brand === sampleName
  const beside = logo ? logo.width + 14 : hasMark ? 52 : 0
  const name = await write(sharp, brand, { face, size: 30, width: room - beside, height: 40, colour: ink })
  const kind = await write(sharp, label, { face, size: 24, width: room, height: 34, colour: soft })
  const text = await write(sharp, title, { face, size: 68, width: room, height: 326, colour: ink })
  const isNamed = !logo || drawn.logo?.holdsName !== true
  const ground = { ...inks, accent: drawn.accent ?? inks.signal, hasGrid: drawn.isBlank !== true }
  const sheet = sharp(
    Buffer.from(background({ ...ground, hasPicture: shown !== undefined, hasPlan, hasMark })),
  ).composite([
    ...(shown
      ? [{ input: shown, raw: { width: width - edge, height, channels: 3 as const }, left: edge, top: 0 }]
      : []),
    ...(logo ? [{ input: logo.data, left: margin, top: 82 - Math.round(logo.height / 2) }] : []),
    ...(isNamed && name
      ? [{ input: name.data, left: margin + beside, top: 62 + Math.round((40 - name.height) / 2) }]
      : []),
    ...(text ? [{ input: text.data, left: text.isFromRight ? margin + room - text.width : margin, top: 150 }] : []),
    ...(kind ? [{ input: kind.data, left: margin, top: height - margin - kind.height }] : []),
  ])
  return new Uint8Array(await encode(sheet.removeAlpha(), drawn).toBuffer())
}

/** '' where the fonts lack most letters: no title is better than boxes, and the alternative text has it. */
const shownText = (text: string): string => drawableText(cut(text))

/** Characters that the site's own font lacks. */
const otherLetters = /[^\p{ASCII}\u0080-\u024f\u2000-\u2064\u20ac]/u
let ownFonts: Promise<void> | undefined
let otherFonts: Promise<void> | undefined
const facesLoaded = new Map<string, Promise<void>>()

/**
 * Fonts for other characters are loaded with the first text that has some, so that the first picture does not wait for
 * them.
 */
async function load(text: string, face: Drawn['face']): Promise<MakeSharp> {
  const sharp = await loadSharp()
  await (ownFonts ??= loadFonts(sharp, (name) => name.startsWith('archivo')))
  if (face)
    await facesLoaded.getOrInsertComputed(face, () => loadFonts(sharp, (name) => name.startsWith(`look-${face}`)))
  if (otherLetters.test(text)) await (otherFonts ??= loadFonts(sharp, (name) => name.startsWith('noto')))
  return sharp
}

/** Registers the fonts that are needed: a font is known to the renderer from its first use on. */
async function loadFonts(sharp: MakeSharp, isWanted: (name: string) => boolean): Promise<void> {
  for (const file of fontFiles().filter(isWanted))
    await sharp({ text: { text: '.', font: 'Archivo', fontfile: join(fontFolder, file) } })
      .png()
      .toBuffer()
}

/** The family in the font files of a typeface. */
const familyOf = (face: Drawn['face']) =>
  face
    ? `Look ${face.replaceAll(/(^|-)(\w)/g, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase())}`
    : 'Archivo'

type Box = { face: Drawn['face']; size: number; width: number; height: number; colour: string }

/** A text of at most `size`, scaled down to fit its box; undefined for an empty one. */
async function write(sharp: MakeSharp, words: string, { face, size, width: room, height: most, colour }: Box) {
  if (words === '') return undefined
  const set = async (fit: { dpi: number } | { height: number }) => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${Bun.escapeHTML(words)}</span>`,
        font: `${face ? `${familyOf(face)}, ` : ''}Archivo Bold ${size}`,
        width: room,
        rgba: true,
        wrap: 'word-char',
        spacing: -4,
        ...fit,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  const whole = await set({ dpi: 72 })
  const fits = whole.height <= most && whole.width <= room ? whole : await set({ height: most })
  return { ...fits, isFromRight: fromRight.test(words) }
}

/** Maximum characters of a title. */
const longest = 160
const letters = new Intl.Segmenter()

/** Truncates what would be too small to read, and removes control characters, which Pango rejects, and those that change the text direction. */
function cut(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = text.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/g, ' ').trim()
  const parts = [...letters.segment(clean)].map(({ segment }) => segment)
  return parts.length > longest
    ? `${parts
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : clean
}

/** Right-to-left by the first strong character. */
const fromRight = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** An unreadable picture is left out. */
async function cutOut(picture: Uint8Array, paper: string): Promise<Buffer | undefined> {
  try {
    const upright = await openPicture(picture)
    return await upright
      .resize(width - edge, height, { fit: 'cover' })
      .flatten({ background: paper })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
  } catch {
    return undefined
  }
}

/** In pixels. */
const logoHeight = 56
const logoPadding = 8

/** An unreadable picture is left out. */
async function fitLogo({ picture, ground }: NonNullable<Drawn['logo']>, room: number) {
  const padding = ground === undefined ? 0 : logoPadding
  try {
    const upright = await openPicture(picture)
    const fitted = upright.resize(Math.round(room * 0.6) - 2 * padding, logoHeight - 2 * padding, { fit: 'inside' })
    const { data, info } = await onGround(fitted, padding, ground).png().toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}

/**
 * A picture with a photograph is in full colour, because in a palette it would displace the brand colours. 256 colours
 * are enough for lines, and the accent is exact.
 */
function encode(sheet: Sharp, { type, isPhotograph }: Pick<Drawn, 'type' | 'isPhotograph'>): Sharp {
  // Without chroma subsampling thin letters keep their colour.
  if (type === 'jpg') return sheet.jpeg({ quality: 82, chromaSubsampling: '4:4:4', progressive: true })
  return sheet.png({ compressionLevel: 9, ...(isPhotograph ? {} : { palette: true, dither: 0, effort: 2 }) })
}

type Ground = Record<'accent' | 'paper' | 'ink' | 'soft' | 'grid', string> &
  Record<'hasPicture' | 'hasPlan' | 'hasMark' | 'hasGrid', boolean>

function background({ hasPicture, hasPlan, hasMark, hasGrid, accent, paper, ink, soft, grid }: Ground): string {
  const end = hasPicture ? edge : width
  const lines = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, index) => line((index + 1) * 30)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
${hasGrid ? `<path d="${lines(Math.floor(end / 30), (x) => `M${x} 0V${height}`)}${lines(20, (y) => `M0 ${y}H${end}`)}" stroke="${grid}" fill="none"/>` : ''}
${hasMark ? mark(accent, ink) : ''}
<rect x="${margin}" y="${height - margin - 57}" width="96" height="8" fill="${accent}"/>
${hasPlan ? plan({ accent, paper, ink, soft }) : ''}
${hasPicture ? `<rect x="${edge - 2}" width="2" height="${height}" fill="${ink}"/>` : ''}
</svg>`
}

/** The ground of the home page's drawing, larger than its place. */
function plan({ accent, paper, ink, soft }: Pick<Ground, 'accent' | 'paper' | 'ink' | 'soft'>): string {
  const inks: Record<string, string> = { 'drawing-line': ink, 'drawing-signal': accent }
  const ground = heroPaths.filter(([, , industry]) => industry === undefined)
  const lines = ground.map(([classes = '', d]) => {
    const [kind = '', fill] = classes.split(' ')
    const weight = kind in inks ? 2 : 0.9
    return `<path d="${d}" fill="${fill ? paper : 'none'}" stroke="${inks[kind] ?? soft}" stroke-width="${weight}"/>`
  })
  return `<svg x="${edge}" y="0" width="${width - edge}" height="${height}" viewBox="8 150 390 558" preserveAspectRatio="xMidYMid slice">${lines.join('')}</svg>`
}

const mark = (accent: string, ink: string) =>
  `<svg x="${margin - 4}" y="60" width="44" height="44" viewBox="0 0 32 32"><path fill="${ink}" d="M2 3h5.2v26H2zM17.2 11.2a7 7 0 0 0 5.6 0L30.2 29h-5.5L20 17.2 15.3 29H9.8z"/><circle fill="${accent}" cx="20" cy="6.3" r="3.6"/></svg>`

const fontFolder = join(import.meta.dir, 'fonts')
const fontFiles = (): string[] => readdirSync(fontFolder).filter((name) => name.endsWith('.ttf'))

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
  const isLetter = isDrawable(base) && marks.every((one) => /\p{M}/u.test(one))
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
