import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

/** A moment as ISO 8601 UTC text with milliseconds, whatever driver reads it. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

export const now = sql`now()`
