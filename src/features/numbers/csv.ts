import { toCsv } from '#text/csv'
import type { Numbers, NumbersQuery } from './contract'

/** The numbers of a date range as CSV, a row for each day or month and for each entry of the lists. */
export function numbersCsv(told: Numbers, by: NumbersQuery['by']): string {
  const parts = [
    { list: by, entries: told.series.map(({ date: key, ...counts }) => ({ key, ...counts })) },
    { list: 'page', entries: told.pages },
    { list: 'referrer', entries: told.referrers },
    { list: 'language', entries: told.languages },
    { list: 'device', entries: told.devices },
    { list: 'campaign', entries: told.campaigns },
    { list: 'search', entries: told.searches },
  ]
  return toCsv([
    ['list', 'key', 'views', 'visitors'],
    ...parts.flatMap(({ list, entries }) =>
      entries.map(({ key, views, visitors }) => [list, key, String(views), String(visitors)]),
    ),
  ])
}
