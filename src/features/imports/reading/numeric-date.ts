import { toUtc } from './utc'
import { type Language } from '#i18n/language'

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
