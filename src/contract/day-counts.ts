import { z } from 'zod'

/** The days of a range that a dashboard shows, today included. */
export const countedDays = 30

const dayCount = z.object({ date: z.iso.date(), count: z.int().min(0) }).meta({ id: 'DayCount' })

/** How many there were on each of the last 30 days, oldest first, and on each of the 30 days before (`before`). */
export const dayCounts = z
  .object({
    total: z.int().min(0),
    previous: z.int().min(0),
    series: z.array(dayCount),
    before: z.array(dayCount),
  })
  .meta({ id: 'DayCounts' })
export type DayCounts = z.infer<typeof dayCounts>
