import type { Language } from './language'

const dateTimes: Partial<Record<Language, Intl.DateTimeFormat>> = {}
const clockTimes: Partial<Record<Language, Intl.DateTimeFormat>> = {}

/** Date and time in the reader's time zone, for the admin. */
export function dateTime(iso: string, language: Language): string {
  dateTimes[language] ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return dateTimes[language].format(new Date(iso))
}

/** The time of day in the reader's time zone, for the admin. */
export function clockTime(iso: string, language: Language): string {
  clockTimes[language] ??= new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  return clockTimes[language].format(new Date(iso))
}

const days: Partial<Record<Language, Intl.DateTimeFormat>> = {}
const daysOfYears: Partial<Record<Language, Intl.DateTimeFormat>> = {}

/**
 * The shortest unambiguous form at `now`: the time for today, the day for this year, otherwise the day with its year.
 */
export function shortDate(iso: string, language: Language, now = new Date()): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString()) return clockTime(iso, language)
  days[language] ??= new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  daysOfYears[language] ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (date.getFullYear() === now.getFullYear() ? days : daysOfYears)[language]!.format(date)
}
