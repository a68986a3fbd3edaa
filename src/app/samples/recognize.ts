import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patterns } from '#features/custom-pages/patterns/patterns'
import { builtInTexts } from '#features/settings/texts/store'
import { hintsFolder } from '#platform/readable-rows'
import { starterRows } from '#records/checklist'
import { isRecord } from '#text/parse-json'
import earlier from '../../starter/earlier.json'
import earlierSummaries from '../../starter/earlier-summaries.json'

/** Names, addresses and pictures of the company of the starter content. */
const words =
  /industria[ .-]?ai\b|industria\.example|Marta Ibáñez|Jonas Lindqvist|Nuria Castellanos|Ruben de Wit|Calle del Taller 14|963 000 142|\/images\/(?:(?:post|project|about)-|placeholder)/i

/**
 * Patterns of the texts to look at in records that are not those of the starter content. LIKE with a few patterns is
 * several times faster than a regular expression.
 */
export const suspectPatterns = ['%ndustria_AI%', '%ndustria_ai%', '%ndustria.example%', '%/images/p%']

export const namesSample = (text: string): boolean => words.test(text)

/** The texts of a value at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

let ofInterface: Set<string> | undefined

/** Texts of the starter content that fit any company. */
const fitting = new Set(['Cookies', 'Legal Notice', 'Aviso legal', '/og.png'])

/** Texts that are built in say nothing about the sample company: *Blog*, *Privacy Policy*. */
export function isGeneric(text: string): boolean {
  ofInterface ??= new Set(Object.values(builtInTexts()).flatMap((texts) => Object.values(texts)))
  return fitting.has(text) || ofInterface.has(text) || !/\p{L}/u.test(text)
}

const telling = (texts: readonly string[]) => new Set(texts.filter((text) => !isGeneric(text)))

const pages = new Map<string, ReadonlySet<string>>()

/** The texts that a page came with, also those of earlier releases. */
export function pageContentTexts(page: string): ReadonlySet<string> {
  const known = pages.get(page)
  if (known) return known
  const came = starterRows('pages').filter((row) => row.page === page)
  const before: Readonly<Record<string, unknown>> = earlier
  const found = telling(textsIn([came.map(({ content }) => content), before[page]]))
  pages.set(page, found)
  return found
}

type Row = Record<string, unknown>

/**
 * An example record as it comes, and as it came with earlier releases: without lists, author and chart, and with a
 * longer summary.
 */
export function asItCame(row: Row): Row[] {
  const plain = withoutLists(row)
  const summaries: Readonly<Record<string, Row>> = earlierSummaries
  const { translations, ...summary } = summaries[String(row.slug)] ?? {}
  if (!isRecord(translations)) return withEarlier([row, plain])
  const longer = inEachLanguage({ ...plain, ...summary }, (texts, language) => {
    const own = translations[language]
    return { ...texts, ...(isRecord(own) ? own : {}) }
  })
  return withEarlier([row, plain, longer])
}

const withEarlier = (rows: Row[]): Row[] =>
  rows.flatMap((row) => ('author' in row ? [row, { ...inEachLanguage(chartless(row), chartless), author: '' }] : [row]))

const chart = /<figure><img src="\/images\/post-chart-.*<\/figure>\n?/

const chartless = (texts: Row): Row =>
  typeof texts.content === 'string' ? { ...texts, content: texts.content.replace(chart, '') } : texts

const withoutLists = (row: Row): Row => inEachLanguage(listless(row), listless)

const listless = (texts: Row): Row =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => !Array.isArray(value)))

/** With changed texts of the other languages. */
function inEachLanguage(row: Row, change: (texts: Row, language: string) => Row): Row {
  const overlays = Object.entries(isRecord(row.translations) ? row.translations : {})
  const changed = overlays.map(([language, texts]) => [language, isRecord(texts) ? change(texts, language) : texts])
  return { ...row, translations: Object.fromEntries(changed) }
}

let ofPatterns: ReadonlySet<string> | undefined

/** The example texts of the patterns for new pages. */
export function patternTexts(): ReadonlySet<string> {
  ofPatterns ??= telling(
    Object.values(patterns).flatMap(({ page }) =>
      textsIn([page.title, page.blocks.map(withoutNames), page.translations]),
    ),
  )
  return ofPatterns
}

const withoutNames = ({ id: _id, type: _type, ...block }: Record<string, unknown>) => block

type Texts = Record<string, Record<string, string>>
let neutral: Texts | undefined

/** Texts of the interface that fit every site, in place of those that speak of the sample. */
export function neutralTexts(): Texts {
  neutral ??= JSON.parse(readFileSync(join(hintsFolder, 'texts.json'), 'utf8')) as Texts
  return neutral
}
