import { folded } from '#text/fold'

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

const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-01-01T00:00:00Z')
const toIso = (time: number): string | null => (time > first && time < last ? new Date(time).toISOString() : null)
