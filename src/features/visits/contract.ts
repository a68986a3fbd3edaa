import { z } from 'zod'
import { sitePaths } from '#i18n/addresses/paths'
import { plainText } from '#text/schema'

/** Maximum entries of each list in a response; the rest is summed up as `other`. */
export const mostRows = 100
/** Retention in months, and the longest range of a query. */
const retentionMonths = 25
/** The default range of a query, in days. */
export const defaultDays = 30
/** The key of the summed-up rest of a list. */
export const otherKey = 'other'

const firstDay = '2000-01-01'
const day = z.iso
  .date({ error: 'validation.date', abort: true })
  .refine((date) => date >= firstDay, { error: 'validation.date', abort: true })

const query = z.object({
  from: day.optional().meta({
    description: `The first day (UTC). Defaults to the last ${defaultDays} days up to \`to\`.`,
    example: '2026-10-01',
  }),
  to: day.optional().meta({
    description: `The last day (UTC), at most ${retentionMonths} months after the first. Defaults to today.`,
    example: '2026-10-31',
  }),
  by: z
    .enum(['day', 'month'], { error: 'validation.value' })
    .default('day')
    .meta({ description: 'The interval of `series`.' }),
  path: plainText(2048).optional().meta({ description: 'Only the page with this path.', example: sitePaths.blog }),
})

/** An open range ends today. */
export const visitsFilter = query.superRefine((asked, context) => {
  const { from, to } = spanOf(asked, today())
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (from > to) refuse(asked.to === undefined ? 'from' : 'to', 'validation.untilAfterFrom')
  else if (from < monthsBefore(to)) refuse('from', 'validation.span')
})
export type VisitsFilter = z.infer<typeof visitsFilter>

/** Days (UTC) as `YYYY-MM-DD`. */
export const today = (): string => toDay(Date.now())
const toDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)
export const addDays = (date: string, days: number): string => toDay(Date.parse(date) + days * 86_400_000)

/** Both ends included. */
export const daysIn = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** The range from the first to the last day, both included. */
export function spanOf({ from, to }: { from?: string; to?: string }, now: string): { from: string; to: string } {
  const last = to ?? now
  return { from: from ?? addDays(last, 1 - defaultDays), to: last }
}

/** The first day of the longest range that ends at a day. */
export function monthsBefore(date: string): string {
  const first = new Date(date)
  const wanted = first.getUTCDate()
  first.setUTCMonth(first.getUTCMonth() - retentionMonths)
  // A month without this day ends before it.
  if (first.getUTCDate() !== wanted) first.setUTCDate(0)
  return toDay(first.getTime())
}

const counts = { views: z.int().min(0), visitors: z.int().min(0) }

export const visitTotal = z.object(counts).meta({ id: 'VisitTotal' })
export type VisitTotal = z.infer<typeof visitTotal>

export const visitMoment = z.object({ date: z.string(), ...counts }).meta({ id: 'VisitMoment' })
export type VisitMoment = z.infer<typeof visitMoment>

export const visitEntry = z.object({ key: z.string(), ...counts }).meta({ id: 'VisitEntry' })
export type VisitEntry = z.infer<typeof visitEntry>

/** The lists, as they are named in rows and in downloads. */
export const visitLists = ['page', 'referrer', 'language', 'device', 'campaign', 'search'] as const
export type VisitList = (typeof visitLists)[number]
/** The lists in rows: the totals of a day, one of the lists, or a time slice for current visitors. */
export const countedLists = ['total', ...visitLists, 'slice'] as const
export type CountedList = (typeof countedLists)[number]

export const deviceKinds = ['phone', 'tablet', 'desktop'] as const

const list = z.array(visitEntry)

export const visitStatistics = z
  .object({
    total: visitTotal,
    previous: visitTotal,
    series: z.array(visitMoment),
    before: z.array(visitMoment),
    pages: list,
    referrers: list,
    languages: list,
    devices: list,
    campaigns: list,
    searches: list,
  })
  .meta({ id: 'VisitStatistics' })
export type VisitStatistics = z.infer<typeof visitStatistics>

export const liveVisits = z.object({ visitors: z.int().min(0) }).meta({ id: 'CurrentVisitors' })
export type LiveVisits = z.infer<typeof liveVisits>

/** The beacon that a page sends on client-side navigation; invalid ones get the same response and are not counted. */
export const visitInput = z
  .object({ path: z.string().max(12_288), referrer: z.string().max(4096).nullable().default(null) })
  .meta({ id: 'VisitInput' })
export type VisitInput = z.infer<typeof visitInput>
