import type { Language } from './language'

const locales: Record<Language, string> = { en: 'en-US', es: 'es-ES' }

const longFormat = (language: Language) => new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' })
const longDates: Record<Language, Intl.DateTimeFormat> = { en: longFormat('en'), es: longFormat('es') }

/** `April 5, 2024`, `5 de abril de 2024`: the day in UTC, so that server and browser agree. */
export function longDate(iso: string, language: Language): string {
  return longDates[language].format(new Date(iso))
}

const dateTimes: Partial<Record<Language, Intl.DateTimeFormat>> = {}

/** Date and time in the reader's own zone, for the admin. */
export function dateTime(iso: string, language: Language): string {
  dateTimes[language] ??= new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' })
  return dateTimes[language].format(new Date(iso))
}
