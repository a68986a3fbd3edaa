import { toCsv } from '#text/csv'
import type { Numbers, NumbersQuery } from './contract'

/** The numbers of a date range as CSV, a row for each day or month and for each entry of the lists. */
export function numbersCsv(numbers: Numbers, by: NumbersQuery['by']): string {
  const parts = [
    { list: by, entries: numbers.series.map(({ date: key, ...counts }) => ({ key, ...counts })) },
    { list: 'page', entries: numbers.pages },
    { list: 'referrer', entries: numbers.referrers },
    { list: 'language', entries: numbers.languages },
    { list: 'device', entries: numbers.devices },
    { list: 'campaign', entries: numbers.campaigns },
    { list: 'search', entries: numbers.searches },
  ]
  return toCsv([
    ['list', 'key', 'views', 'visitors'],
    ...parts.flatMap(({ list, entries }) =>
      entries.map(({ key, views, visitors }) => [list, key, String(views), String(visitors)]),
    ),
  ])
}
