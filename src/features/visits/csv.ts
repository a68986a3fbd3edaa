import { toCsv } from '#text/csv'
import type { VisitStatistics, VisitsFilter } from './contract'

/** The visits of a date range as CSV, a row for each day or month and for each entry of the lists. */
export function visitsCsv(visits: VisitStatistics, by: VisitsFilter['by']): string {
  const parts = [
    { list: by, entries: visits.series.map(({ date: key, ...counts }) => ({ key, ...counts })) },
    { list: 'page', entries: visits.pages },
    { list: 'referrer', entries: visits.referrers },
    { list: 'language', entries: visits.languages },
    { list: 'device', entries: visits.devices },
    { list: 'campaign', entries: visits.campaigns },
    { list: 'search', entries: visits.searches },
  ]
  return toCsv([
    ['list', 'key', 'views', 'visitors'],
    ...parts.flatMap(({ list, entries }) =>
      entries.map(({ key, views, visitors }) => [list, key, String(views), String(visitors)]),
    ),
  ])
}
