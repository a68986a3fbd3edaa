import { expect, test } from 'bun:test'
import { longDate } from './calendar-day'
import { clockTime, dateTime, relativeTime, shortDate } from './dates'
import type { Language } from './language'
import { onSiteClock, setTimeZone } from './site-zone'
import { translate } from './translate'

const inLanguage = (language: Language) => (iso: string) =>
  longDate(iso, (id, values) => translate(language, id, values))

test.each([
  ['en', 'en-US'],
  ['es', 'es-ES'],
] as const)('long dates in %s have the usual format', (language, locale) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  for (let month = 0; month < 12; month++) {
    const iso = new Date(Date.UTC(2024, month, month + 1, 23, 59)).toISOString()
    expect(inLanguage(language)(iso)).toBe(format.format(new Date(iso)))
  }
})

test('the day is in UTC', () => {
  expect(inLanguage('en')('2024-04-05T23:30:00-05:00')).toBe('April 6, 2024')
  expect(inLanguage('es')('2024-01-01')).toBe('1 de enero de 2024')
})

test('a time in a list is as short as it is unambiguous', () => {
  const now = new Date(2026, 5, 15, 18)
  const told = (...at: [number, number, number, number]) => shortDate(new Date(...at).toISOString(), 'en', now)
  expect(told(2026, 5, 15, 9)).toMatch(/^9:00.AM$/)
  expect(told(2026, 5, 14, 9)).toBe('Jun 14')
  expect(told(2025, 5, 15, 9)).toBe('Jun 15, 2025')
  expect(shortDate(new Date(2026, 5, 14).toISOString(), 'es', now)).toBe('14 jun')
})

test('how long ago something was is told for a week', () => {
  const now = new Date(2026, 5, 15, 18)
  const told = (minutes: number, language: Language = 'en') =>
    relativeTime(new Date(now.getTime() - minutes * 60_000).toISOString(), language, now)
  expect(
    [-1, 0.9, 1, 59.9, 60, 23 * 60, 24 * 60, 7 * 24 * 60 - 1, 7 * 24 * 60].map((minutes) => told(minutes)),
  ).toEqual([
    'now',
    'now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '6 days ago',
    'Jun 8',
  ])
  expect(told(120, 'es')).toBe('hace 2 horas')
})

test('with a time zone of the site, days and times are those of its clock', () => {
  setTimeZone('Europe/Madrid')
  expect(dateTime('2026-03-28T23:30:00.000Z', 'en')).toBe('Mar 29, 2026, 12:30 AM')
  expect(clockTime('2026-03-29T02:00:00.000Z', 'en')).toBe('4:00 AM')
  expect(onSiteClock('2026-03-28T23:30:00.000Z').toISOString()).toBe('2026-03-29T00:30:00.000Z')
  // A mere day is that day everywhere.
  expect(onSiteClock('2026-03-28').toISOString()).toBe('2026-03-28T00:00:00.000Z')
  const day = longDate('2026-03-28T23:30:00.000Z', (_, values) => `${values?.day} ${values?.month}`)
  expect(day).toBe('29 3')
  setTimeZone(undefined)
})
