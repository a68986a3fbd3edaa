import type { Language } from './language'
import { timeZone } from './site-zone'

// In the time zone of the site, or else of the reader.
const formats = new Map<string, Intl.DateTimeFormat>()

/** Date and time, for the admin. */
export const dateTime = (iso: string, language: Language): string =>
  formatOf(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** The day in a medium format (`Mar 2, 2026`, `2 mar 2026`), for the admin. */
export const mediumDate = (iso: string, language: Language): string =>
  formatOf(language, { dateStyle: 'medium' }).format(new Date(iso))

/** The time of day, for the admin. */
export const clockTime = (iso: string, language: Language): string =>
  formatOf(language, { timeStyle: 'short' }).format(new Date(iso))

/**
 * The shortest unambiguous form at `now`: the time for today, the day for this year, otherwise the day with its year.
 */
export function shortDate(iso: string, language: Language, now = new Date()): string {
  const date = new Date(iso)
  const [day, today] = [dayOf(date), dayOf(now)]
  if (day === today) return clockTime(iso, language)
  const isThisYear = day.slice(-4) === today.slice(-4)
  return formatOf(language, isThisYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' }).format(date)
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `3 hours ago`; the day for what is more than a week ago. */
export function relativeTime(iso: string, language: Language, now = new Date()): string {
  const past = now.getTime() - Date.parse(iso)
  if (past >= 7 * 86_400_000) return shortDate(iso, language, now)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, length] = units.find(([, duration]) => past >= duration) ?? ['second', Infinity]
  return format.format(-Math.floor(past / length), unit)
}

/** `03/02/2026`. */
const dayOf = (date: Date): string => formatOf('en', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(date)

function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${timeZone()} ${Object.values(options).join()}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: timeZone() })
  formats.set(key, known)
  return known
}
