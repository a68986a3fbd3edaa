import { sql, type SQL } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

/** A timestamp as ISO 8601 UTC text with milliseconds, independent of the driver and the session's time zone. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: readMoment,
})

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const now = sql`now()`

/** SQL: a span of time. */
export const interval = (seconds: number): SQL => sql`make_interval(secs => ${seconds})`

/** Parses `1815-12-10 00:00:00.5-00:14:44`; `Date` supports neither early years nor such offsets. */
export function readMoment(text: string): string {
  const [, local = '', sign = '', hours = '0', minutes = '0', seconds = '0'] =
    /^(.+)([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/.exec(text) ?? []
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return new Date(Date.parse(`${local.replace(' ', 'T')}Z`) - (sign === '-' ? -offset : offset)).toISOString()
}
