import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { mostKeys, type Batch, type Row } from '#platform/visits/visit-rows'
import { sliceKeys, slotCount } from '#platform/visits/visit-counter'
import { addDays, today } from './contract'
import { visitKeys, seenVisitors, visitWriters } from './table'

/**
 * Maximum keys of all pages together, per list and day: each page has keys of its own in addition to those of the site.
 */
const mostOfPages = 2000
/** Maximum number of slots that are sent, and stored, as a list; more are a bitmap. */
const mostNamed = 64
const mostListed = 500
/** Identifies this process as a writer. */
const writer = crypto.randomUUID()

type Tools = Pick<Services, 'db' | 'visits' | 'writeHold'>

/**
 * Stores the counts of this process in one statement. A failed batch is retried unchanged: whether or not it was
 * stored, it counts once.
 */
export async function storeVisits(services: Tools): Promise<void> {
  for (let left = 2; left > 0; left--) {
    const batch = services.visits.take()
    if (!batch) break
    await services.db.transaction(async (tx) => {
      await services.writeHold?.check(tx)
      // One process at a time, because the limits are checked against the stored rows.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('numbers', 0))`)
      await storeBatch(tx, batch)
    })
    services.visits.stored(batch)
  }
  await prepareKeys(services)
}

async function storeBatch(tx: Database, { number, rows }: Batch): Promise<void> {
  const sent = JSON.stringify(rows.map(toSent))
  const none = sql.raw(`0::bit(${slotCount})`)
  const ones = sql`least(bit_count(numbers_seen.places), ${slotCount - 1})`
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
      from jsonb_to_recordset(${sent}::jsonb) as given (day date, path text, list text, key text, views int, few int[], bits text)
      left join numbers using (day, path, list, key)
      where exists (select 1 from writer)
    ), there as (
      select day, list, path = '' as is_site, count(*) as count from numbers
      where day in (select day from sent) and key <> '' group by 1, 2, 3
    ), told as (
      select sent.day, sent.path, sent.list, sent.views, sent.few, sent.bits,
        case when sent.is_known or sent.list = 'slice'
          or sent.place + coalesce(there.count, 0) <= case when sent.path = '' then ${mostKeys}::int else ${mostOfPages}::int end
          then sent.key else '' end as key
      from sent left join there on there.day = sent.day and there.list = sent.list and there.is_site = (sent.path = '')
    ), counted as (
      select day, path, list, key, sum(views)::int as views, bit_or(('x' || bits)::bit(${sql.raw(String(slotCount))})) as bits
      from told group by 1, 2, 3, 4
    ), named as (
      select day, path, list, key, array_agg(place) as few from told cross join unnest(few) as place group by 1, 2, 3, 4
    ), joined as (
      select day, path, list, key, bits, case when old.few is null then old.places end as places,
        array(select distinct place from unnest(old.few || named.few) as place) as few
      from counted left join named using (day, path, list, key) left join numbers_seen as old using (day, path, list, key)
    ), judged as (
      select *, places is null and bits is null and cardinality(few) <= ${mostListed}::int as are_few from joined
    ), seen as (
      insert into numbers_seen (day, path, list, key, few, places)
      select day, path, list, key, case when are_few then few end,
        case when are_few then ${none} else coalesce(places, ${none}) | coalesce(bits, ${none})
          | (select coalesce(bit_or(set_bit(${none}, place, 1)), ${none}) from unnest(few) as place) end
      from judged
      on conflict (day, path, list, key) do update set few = excluded.few,
        places = case when excluded.few is null then excluded.places else numbers_seen.places end
      returning day, path, list, key, case when few is null
        then round(-${slotCount}::float8 * ln(1 - ${ones}::float8 / ${slotCount}::float8))::int else cardinality(few) end as visitors
    ), dropped as (
      delete from numbers_seen where list = 'slice' and key < ${sliceKeys(Date.now()).first}
    )
    insert into numbers (day, path, list, key, views, visitors)
    select day, path, list, key, views, visitors from counted join seen using (day, path, list, key) where list <> 'slice'
    on conflict (path, list, day, key) do update
      set views = numbers.views + excluded.views, visitors = greatest(numbers.visitors, excluded.visitors)`)
}

/**
 * Many slots as a bitmap in hexadecimal digits: setting each separately would make the database copy the whole bitmap.
 */
function toSent({ slots, ...row }: Row) {
  if (slots.size <= mostNamed) return { ...row, few: [...slots] }
  const bits = new Uint8Array(slotCount / 8)
  for (const slot of slots) bits[slot >> 3]! |= 0x80 >> (slot & 7)
  return { ...row, bits: bits.toHex() }
}

/** Prepares the keys of today and of tomorrow, which all processes share, before a visitor needs them. */
export async function prepareKeys({ db, visits }: Pick<Services, 'db' | 'visits'>): Promise<void> {
  const days = [today(), addDays(today(), 1)].filter((day) => !visits.knowsKey(day))
  if (days.length === 0) return
  await db
    .insert(visitKeys)
    .values(days.map((day) => ({ day, key: crypto.getRandomValues(Buffer.alloc(32)).toString('base64url') })))
    .onConflictDoNothing()
  for (const { day, key } of await db.select().from(visitKeys)) if (days.includes(day)) visits.learnKey(day, key)
}

/** Deletes the keys of past days, and, five minutes later because of late batches, their slots and batch numbers. */
export async function endDays(db: Database): Promise<void> {
  await db.delete(visitKeys).where(sql`${visitKeys.day} < ${today()}`)
  const late = addDays(new Date(Date.now() - 5 * 60_000).toISOString(), 0)
  await db.delete(seenVisitors).where(sql`${seenVisitors.day} < ${late}`)
  await db.delete(visitWriters).where(sql`${visitWriters.day} < ${late}`)
}
