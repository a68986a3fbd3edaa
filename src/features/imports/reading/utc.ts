const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i
const endsWithZone = /\d:\d\d.*(?:[+-]\d{4}|Z|GMT|UTC)(?: \(.*\))?$/i
/** `Date` would also take a number in any text for a year, and a negative year for another one. */
const hasYear = /^[^-].*\b\d{4}\b|^\d{4}\b/

/** Converts a date to ISO 8601; one without a time zone is in UTC. null if it is no date of our era. */
export function toUtc(written: string): string | null {
  const text = written.trim()
  const [, day, time = '00:00', zone = 'Z'] = iso.exec(text) ?? []
  if (day !== undefined) {
    const moment = `${day}T${time}${/^[a-z]/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`
    return isDay(day) ? toIso(Date.parse(moment)) : null
  }
  return hasYear.test(text) ? toIso(Date.parse(endsWithZone.test(text) ? text : `${text} UTC`)) : null
}

/** `Date` would take the 30th of February as the 1st of March. */
const isDay = (day: string): boolean => toIso(Date.parse(day))?.slice(0, 10) === day

const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-01-01T00:00:00Z')
const toIso = (time: number): string | null => (time > first && time < last ? new Date(time).toISOString() : null)
