import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { mostKeys } from '#platform/visits/admission'
import { sliceKeys } from '#platform/visits/recent-places'
import type { Batch } from '#platform/visits/visit-rows'
import { placeCount } from '#platform/visits/visitor-place'
import { addDays, today } from './contract'
import { numbersKeys, numbersSeen, numbersWriters } from './table'

/** Of the pages together, in each list and day: a page has its own keys beside those of the site. */
const mostOfPages = 2000
/** Names this process among those that count. */
const writer = crypto.randomUUID()

type Tools = Pick<Services, 'db' | 'visits' | 'writeHold'>

/**
 * Puts what this process has counted into the database, in one statement. What cannot be stored now is tried again as
 * it is: whether it came through or not, it counts once.
 */
export async function storeVisits(services: Tools): Promise<void> {
  for (let left = 2; left > 0; left--) {
    const batch = services.visits.take()
    if (!batch) break
    await services.db.transaction(async (tx) => {
      await services.writeHold?.check(tx)
      // One process after the other: what there is room for is decided on what is there.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('numbers', 0))`)
      await storeBatch(tx, batch)
    })
    services.visits.stored(batch)
  }
  await prepareKeys(services)
}

async function storeBatch(tx: Database, { number, rows }: Batch): Promise<void> {
  const sent = JSON.stringify(rows.map((row) => ({ ...row, places: [...row.places] })))
  const ones = sql`least(bit_count(numbers_seen.places), ${placeCount - 1})`
  await tx.execute(sql`
    with writer as (
      insert into numbers_writers (process, batch, day) values (${writer}, ${number}, ${today()})
      on conflict (process) do update set batch = excluded.batch, day = excluded.day where numbers_writers.batch < excluded.batch
      returning process
    ), sent as (
      select given.*, numbers.key is not null or given.key = '' as is_known,
        row_number() over (
          partition by given.day, given.list, given.path = '', numbers.key is not null or given.key = ''
          order by given.views desc, given.path, given.key
        ) as place
      from jsonb_to_recordset(${sent}::jsonb) as given (day date, path text, list text, key text, views int, places int[])
      left join numbers using (day, path, list, key)
      where exists (select 1 from writer)
    ), there as (
      select day, list, path = '' as is_site, count(*) as count from numbers
      where day in (select day from sent) and key <> '' group by 1, 2, 3
    ), counted as (
      select sent.day, sent.path, sent.list, told.key, sum(sent.views)::int as views,
        bit_or(places.bits) as places
      from sent
      left join there on there.day = sent.day and there.list = sent.list and there.is_site = (sent.path = '')
      cross join lateral (
        select case when sent.is_known or sent.list = 'slice'
          or sent.place + coalesce(there.count, 0) <= case when sent.path = '' then ${mostKeys}::int else ${mostOfPages}::int end
          then sent.key else '' end as key
      ) as told
      cross join lateral (
        select coalesce(bit_or(set_bit(0::bit(${sql.raw(String(placeCount))}), place, 1)), 0::bit(${sql.raw(String(placeCount))})) as bits
        from unnest(sent.places) as place
      ) as places
      group by 1, 2, 3, 4
    ), seen as (
      insert into numbers_seen (day, path, list, key, places) select day, path, list, key, places from counted
      on conflict (day, path, list, key) do update set places = numbers_seen.places | excluded.places
      returning day, path, list, key, round(-${placeCount}::float8 * ln(1 - ${ones}::float8 / ${placeCount}::float8))::int as visitors
    ), dropped as (
      delete from numbers_seen where list = 'slice' and key < ${sliceKeys(Date.now()).first}
    )
    insert into numbers (day, path, list, key, views, visitors)
    select day, path, list, key, views, visitors from counted join seen using (day, path, list, key) where list <> 'slice'
    on conflict (path, list, day, key) do update
      set views = numbers.views + excluded.views, visitors = greatest(numbers.visitors, excluded.visitors)`)
}

/** The keys of today and of tomorrow, which all processes share, are there before a visitor needs them. */
export async function prepareKeys({ db, visits }: Pick<Services, 'db' | 'visits'>): Promise<void> {
  const days = [today(), addDays(today(), 1)].filter((day) => !visits.knowsKey(day))
  if (days.length === 0) return
  await db
    .insert(numbersKeys)
    .values(days.map((day) => ({ day, key: crypto.getRandomValues(Buffer.alloc(32)).toString('base64url') })))
    .onConflictDoNothing()
  for (const { day, key } of await db.select().from(numbersKeys)) if (days.includes(day)) visits.learnKey(day, key)
}

/** What a day was counted with goes with the day; a while later, for counts that are late, what it was counted in. */
export async function endDays(db: Database): Promise<void> {
  await db.delete(numbersKeys).where(sql`${numbersKeys.day} < ${today()}`)
  const late = addDays(new Date(Date.now() - 5 * 60_000).toISOString(), 0)
  await db.delete(numbersSeen).where(sql`${numbersSeen.day} < ${late}`)
  await db.delete(numbersWriters).where(sql`${numbersWriters.day} < ${late}`)
}
