import { addDays, defaultDays, monthsBefore, type NumbersQuery, today } from '../contract'

export const presets = ['7', '30', '90', 'year'] as const
type Preset = (typeof presets)[number]

/** The state of the screen in its URL. */
export type Shown = { span: Preset | 'own'; from: string; to: string; path?: string }

const day = /^\d{4}-\d{2}-\d{2}$/

export function shownBy(search: string): Shown {
  const asked = new URLSearchParams(search)
  const path = asked.get('path') ?? undefined
  const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? '']
  if (day.test(from) && day.test(to) && isSpan(from, to)) return { span: 'own', from, to, path }
  const span = presets.find((one) => one === asked.get('span')) ?? '30'
  return { span, ...daysOf(span), path }
}

/** The first and the last day of a preset, which is today; a year has whole months. */
export function daysOf(span: Preset): { from: string; to: string } {
  const to = today()
  if (span !== 'year') return { from: addDays(to, 1 - Number(span)), to }
  const first = new Date(`${to.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 11)
  return { from: first.toISOString().slice(0, 10), to }
}

export const isSpan = (from: string, to: string): boolean => from <= to && to <= today() && from >= monthsBefore(to)

export function searchOf({ span, from, to, path }: Shown): string {
  const asked = new URLSearchParams(span === 'own' ? { from, to } : span === '30' ? {} : { span })
  if (path !== undefined) asked.set('path', path)
  return asked.size > 0 ? `?${asked}` : ''
}

/** Longer spans are grouped by month, because the chart cannot show more days separately. */
const mostDays = 120

/** The query parameters of a request, without the server's defaults. */
export function queryOf({ span, from, to, path }: Shown): Partial<NumbersQuery> {
  const isLong = Date.parse(to) - Date.parse(from) > mostDays * 86_400_000
  return {
    ...(span === String(defaultDays) ? {} : { from, to }),
    ...(isLong ? { by: 'month' as const } : {}),
    ...(path === undefined ? {} : { path }),
  }
}
