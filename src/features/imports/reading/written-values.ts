import { folded } from '#text/fold'
import { type Language, isLanguage } from '#i18n/language'
import { htmlToText } from '#text/html-text'
import { isText, joinHalves, parse } from '#text/html/parse'

/** The plain text of HTML, in one line. */
export const plainText = (html: string): string =>
  htmlToText(
    joinHalves(html.slice(0, longest))
      .replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, (entity) =>
        Bun.escapeHTML(entityCharacter(entity.slice(1, -1)) ?? entity),
      )
      .replaceAll(controls, ''),
  )

/** Far more than the site stores of a title or an excerpt; the search for the ends of tags is not linear. */
const longest = 4000

const controls = /(?![\t\n\r])\p{Cc}/gu

/** The character of an entity by its name or number; undefined if it is unknown. */
export function entityCharacter(name: string): string | undefined {
  const [node] = parse(`&${name};`)
  return node && isText(node) && node.value !== `&${name};` ? node.value : undefined
}

const names: Readonly<Record<string, Language>> = {
  eng: 'en',
  english: 'en',
  ingles: 'en',
  castellano: 'es',
  espanol: 'es',
  spa: 'es',
  spanish: 'es',
}

/** The language of a text, by its tag (`es`, `es-MX`, `es_MX`) or name; undefined if this site does not have it. */
export function writtenLanguage(written: string): Language | undefined {
  const [primary = ''] = folded(written.trim()).split(/[-_. ]/, 1)
  return isLanguage(primary) ? primary : names[primary]
}

/** A language, a script, a region and variants as in RFC 5646: `pt`, `pt-br`, `zh-hant-tw`, `sr_Latn`, `es-419`. */
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_](?:[a-z\d]{5,8}|\d[a-z\d]{3}))*$/i

const known = (type: 'language' | 'script' | 'region') => {
  const displayed = new Intl.DisplayNames('en', { type, fallback: 'none' })
  return (code: string): boolean => displayed.of(code) !== undefined
}
const isKnown = { language: known('language'), script: known('script'), region: known('region') }

/** The parts of a language tag; undefined for other words, also those that only look like one. */
export function readLanguageTag(word: string): { primary: string; isLong: boolean } | undefined {
  const [, primary, script, region] = tag.exec(word) ?? []
  if (primary === undefined) return undefined
  const isTag =
    isKnown.language(primary.toLowerCase()) &&
    (script === undefined || isKnown.script(script)) &&
    (region === undefined || isKnown.region(region.toUpperCase()))
  return isTag ? { primary: primary.toLowerCase(), isLong: script !== undefined || region !== undefined } : undefined
}

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\s*(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i
const endsWithZone = /\d:\d\d.*(?:[+-]\d{4}|Z|GMT|UTC)(?: \(.*\))?$/i
/** `Date` would also take a number in any text for a year, and a negative year for another one. */
const hasYear = /^[^-].*\b\d{4}\b|^\d{4}\b/
/** Seconds or milliseconds since 1970, of the years after 2001. */
const elapsed = /^(?:\d{10}|\d{13})$/

/** Converts a date to ISO 8601; one without a time zone is in UTC. null if it is no date of our era. */
export function toUtc(written: string): string | null {
  const text = written.trim()
  const [, year, month = '', date = '', time = '00:00', zone = 'Z'] = iso.exec(text) ?? []
  if (year !== undefined) {
    const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    const moment = `${day}T${time.padStart(time.split(':', 1)[0]!.length === 1 ? time.length + 1 : 0, '0')}`
    const offset = /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2')
    return isDay(day) ? toIso(Date.parse(moment + offset)) : null
  }
  if (elapsed.test(text)) return fromNumber(Number(text))
  const english = inEnglish(text)
  if (!hasYear.test(english)) return null
  return toIso(Date.parse(endsWithZone.test(english) ? english : `${english} UTC`))
}

/** Numbers below this are seconds: as milliseconds they would be of 1973 and before. */
const firstMilliseconds = 1e11

/** Converts a number of milliseconds or seconds since 1970 to ISO 8601. */
export const fromNumber = (elapsedTime: number): string | null =>
  toIso(Math.abs(elapsedTime) < firstMilliseconds ? elapsedTime * 1000 : elapsedTime)

const months: Readonly<Record<string, string>> = {
  ene: 'Jan',
  feb: 'Feb',
  mar: 'Mar',
  abr: 'Apr',
  may: 'May',
  jun: 'Jun',
  jul: 'Jul',
  ago: 'Aug',
  sep: 'Sep',
  set: 'Sep',
  oct: 'Oct',
  nov: 'Nov',
  dic: 'Dec',
}
const spanishMonth =
  /\b(ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sept?(?:iembre)?|set(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?)\b\.?/
const spanishDay =
  /^(?:lun(?:es)?|mar(?:tes)?|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado)?|dom(?:ingo)?)\b\.?,?\s+/

/** A date with the name of its month in English or Spanish, as `Date` reads it: without words and endings of numbers. */
function inEnglish(text: string): string {
  const ordinal = text.replace(/\b(\d{1,2})(?:st|nd|rd|th|º|ª|°)(?=[\s,.])/i, '$1')
  const plain = folded(ordinal).slice(0, 100)
  const undated = plain.replace(spanishDay, '')
  if (!spanishMonth.test(undated) || /^(?:mon|tue|wed|thu|fri|sat|sun)/.test(plain)) return ordinal
  return undated
    .replace(spanishMonth, (_, month: string) => months[month.slice(0, 3)] ?? month)
    .replaceAll(/\b(?:del?|a las?|al?)\b/g, ' ')
    .replace(/\b(\d{1,2}:\d\d)\s*h(?:rs)?\b\.?/, '$1')
    .replaceAll(/\s+/g, ' ')
}

/** `Date` would take the 30th of February as the 1st of March. */
const isDay = (day: string): boolean => toIso(Date.parse(day))?.slice(0, 10) === day

const firstTime = Date.parse('0001-01-01T00:00:00Z')
const lastTime = Date.parse('9999-01-01T00:00:00Z')

const toIso = (time: number): string | null =>
  time > firstTime && time < lastTime ? new Date(time).toISOString() : null

/** Whether the day or the month comes first: `25/12/2024` or `12/25/2024`. */
export type DateOrder = 'day' | 'month'

const numeric =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?)?$/i

/** The order that a numeric date shows, `either` if both are possible; undefined for other texts. */
export function orderOf(written: string): DateOrder | 'either' | undefined {
  const [, first, sign, second] = numeric.exec(written.trim()) ?? []
  if (first === undefined) return undefined
  if (sign === '.' || Number(first) > 12) return 'day'
  return Number(second) > 12 ? 'month' : first === second ? undefined : 'either'
}

/** Converts a date to ISO 8601, and one of numbers in that order unless it shows another; null if it is no date. */
export function toUtcInOrder(written: string, order: DateOrder): string | null {
  const [, first = '', , second = '', year = '', hour, minute = '00', seconds = '00', half] =
    numeric.exec(written.trim()) ?? []
  if (first === '') return toUtc(written)
  const shown = orderOf(written)
  const [day, month] =
    (shown === 'month' || shown === 'day' ? shown : order) === 'day' ? [first, second] : [second, first]
  const hours = half === undefined ? Number(hour ?? 0) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const two = (part: string | number) => String(part).padStart(2, '0')
  return toUtc(`${fullYear(year)}-${two(month)}-${two(day)} ${two(hours)}:${minute}:${seconds}`)
}

/** Of two digits, those up to 69 are of this century, as spreadsheets read them. */
const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`)

/** Whether people who write a language put the day before the month in a date of numbers. */
export function isDayFirst(language: Language): boolean {
  const order = new Intl.DateTimeFormat(language).formatToParts().map(({ type }) => type)
  return order.indexOf('day') < order.indexOf('month')
}
