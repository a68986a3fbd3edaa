import { and, between, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { sliceKeys, visitorsAt } from '#platform/visits/visit-counter'
import {
  addDays,
  daysIn,
  monthsBefore,
  type LiveVisits,
  mostRows,
  type VisitStatistics,
  type VisitsFilter,
  otherKey,
  spanOf,
  today,
  type VisitEntry,
  type VisitList,
  visitLists,
  type VisitMoment,
  type VisitTotal,
} from './contract'
import { visitCounts, seenVisitors } from './table'

/** Visitors of several days are counted once per day, because no identifier links the days. */
export async function readVisits(db: Database, { by, path, ...asked }: VisitsFilter): Promise<VisitStatistics> {
  const span = spanOf(asked, today())
  const length = daysIn(span)
  const page = path === undefined ? '' : path.endsWith('/') ? path : `${path}/`
  const [days, lists] = await Promise.all([
    readDays(db, page, { from: addDays(span.from, -length), to: span.to }),
    readLists(db, page, span),
  ])
  const series = seriesOf(days, span)
  const before = seriesOf(days, { from: addDays(span.from, -length), to: addDays(span.from, -1) })
  const of = (list: VisitList) => lists.get(list) ?? []
  return {
    total: totalOf(series),
    previous: totalOf(before),
    series: by === 'month' ? byMonth(series) : series,
    before: by === 'month' ? byMonth(before) : before,
    pages: page === '' ? of('page') : pageAlone(page, totalOf(series)),
    referrers: of('referrer'),
    languages: of('language'),
    devices: of('device'),
    campaigns: of('campaign'),
    searches: of('search'),
  }
}

type Span = { from: string; to: string }

/** Only days with visits. */
async function readDays(db: Database, page: string, { from, to }: Span): Promise<VisitMoment[]> {
  const isOf =
    page === '' ? eq(visitCounts.list, 'total') : and(eq(visitCounts.list, 'page'), eq(visitCounts.key, page))
  return db
    .select({ date: visitCounts.day, views: visitCounts.views, visitors: visitCounts.visitors })
    .from(visitCounts)
    .where(and(eq(visitCounts.path, ''), isOf, between(visitCounts.day, from, to)))
}

async function readLists(db: Database, page: string, { from, to }: Span): Promise<Map<string, VisitEntry[]>> {
  const { list, key, day, path } = visitCounts
  const views = sql<number>`sum(${visitCounts.views})`
  const visitors = sql<number>`sum(${visitCounts.visitors})`
  const summed = db
    .select({ list, key, views: views.as('views'), visitors: visitors.as('visitors') })
    .from(visitCounts)
    .where(and(eq(path, page), between(day, from, to), ne(list, 'total')))
    .groupBy(list, key)
    // A search by a single visitor may identify them. `max`, because visitors of two days may be the same person.
    .having(sql`${list} <> 'search' or max(${visitCounts.visitors}) > 1`)
    .as('summed')
  const ranked = db
    .select({
      list: summed.list,
      key: summed.key,
      views: summed.views,
      visitors: summed.visitors,
      rank: sql<number>`row_number() over (partition by ${summed.list}, ${summed.key} = '' order by ${summed.views} desc, ${summed.visitors} desc, ${summed.key})`.as(
        'rank',
      ),
    })
    .from(summed)
    .as('ranked')
  const rows = await db
    .select({
      list: ranked.list,
      key: sql<string>`case when ${ranked.rank} <= ${mostRows} then ${ranked.key} else '' end`.as('listed_key'),
      views: sql`sum(${ranked.views})`.mapWith(Number).as('all_views'),
      visitors: sql`sum(${ranked.visitors})`.mapWith(Number).as('all_visitors'),
    })
    .from(ranked)
    .groupBy(ranked.list, sql`listed_key`)
    .orderBy(sql`all_views desc, all_visitors desc, listed_key`)
  const otherLast = [...rows.filter(({ key: of }) => of !== ''), ...rows.filter(({ key: of }) => of === '')]
  const byList = Map.groupBy(otherLast, (row) => row.list)
  return new Map(
    visitLists.map((name) => [
      name,
      (byList.get(name) ?? []).map((row) => ({
        key: row.key === '' ? otherKey : row.key,
        views: row.views,
        visitors: row.visitors,
      })),
    ]),
  )
}

function seriesOf(days: readonly VisitMoment[], span: Span): VisitMoment[] {
  const known = new Map(days.map((day) => [day.date, day]))
  return Array.from({ length: daysIn(span) }, (_, index) => {
    const date = addDays(span.from, index)
    return known.get(date) ?? { date, views: 0, visitors: 0 }
  })
}

const byMonth = (series: readonly VisitMoment[]): VisitMoment[] =>
  [...Map.groupBy(series, ({ date }) => date.slice(0, 7))].map(([date, days]) => ({ date, ...totalOf(days) }))

function totalOf(days: readonly VisitTotal[]): VisitTotal {
  const total = { views: 0, visitors: 0 }
  for (const { views, visitors } of days) {
    total.views += views
    total.visitors += visitors
  }
  return total
}

const pageAlone = (key: string, total: VisitTotal): VisitEntry[] => (total.views > 0 ? [{ key, ...total }] : [])

/** Deletes the counts of days before the retention time. `day` is today's, `YYYY-MM-DD`. */
export async function deleteOld(tx: Database, day = today()): Promise<void> {
  await tx.delete(visitCounts).where(lt(visitCounts.day, monthsBefore(day)))
}

/** Visitors of the last five minutes, from this process's memory and from what the others have stored. */
export async function readLive({ db, visits }: Pick<Services, 'db' | 'visits'>): Promise<LiveVisits> {
  const slots = visits.live()
  const { first, last } = sliceKeys(Date.now())
  const rows = await db
    .select({
      few: seenVisitors.few,
      places: sql<string | null>`case when ${seenVisitors.few} is null then ${seenVisitors.places}::text end`,
    })
    .from(seenVisitors)
    .where(and(eq(seenVisitors.list, 'slice'), between(seenVisitors.key, first, last)))
  for (const row of rows) {
    for (const slot of row.few ?? []) slots.add(slot)
    for (const found of row.places?.matchAll(/1/g) ?? []) slots.add(found.index)
  }
  return { visitors: visitorsAt(slots.size) }
}
