import { and, eq, lt, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Database } from '#platform/db/database'
import { throttles } from './table'
import { HttpError, tooMany } from '#contract/http-error'
import type { Config } from '#platform/config'
import { LRUCache } from 'lru-cache'
import { interval } from '#platform/db/columns'

/** At most `hits` within any `seconds`. */
type Limit = { hits: number; seconds: number }

export type Throttle = { kind: string; subject: string; limits: Limit[] }

/** A counted hit, for `refund`. */
export type Hit = { key: string; at: string }

/** Counts a hit in one statement, so that parallel requests cannot exceed the limit; throws 429 when it is reached. */
export async function countHit(db: Database, { kind, subject, limits }: Throttle): Promise<Hit> {
  const key = keyOf({ kind, subject })
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  const instant = sql`clock_timestamp()::timestamptz(3)`
  const [row] = await db
    .insert(throttles)
    .values({ key, hits: sql`array[${instant}]`, expiresAt: sql`${instant} + ${interval(longest)}` })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        hits: sql`array(select hit from unnest(${throttles.hits}) as hit where hit > ${instant} - ${interval(longest)} order by hit) || ${instant}`,
        expiresAt: sql`excluded.expires_at`,
      },
      setWhere: and(
        ...limits.map(
          ({ hits, seconds }) =>
            sql`(select count(*) from unnest(${throttles.hits}) as hit where hit > ${instant} - ${interval(seconds)}) < ${hits}`,
        ),
      ),
    })
    .returning({ hits: throttles.hits })
  if (!row) throw tooMany(await secondsLeft(db, key, limits))
  return { key, at: row.hits.at(-1) ?? '' }
}

/** Counts an attempt if it is within the limits, and returns whether it is: for callers that must not reveal a refusal. */
export const isWithinLimits = async (db: Database, throttle: Throttle): Promise<boolean> =>
  (await countWithinLimits(db, throttle)).length > 0

/** The same; resolves to the counted hit, or to none when the limit is reached. */
export async function countWithinLimits(db: Database, throttle: Throttle): Promise<Hit[]> {
  try {
    return [await countHit(db, throttle)]
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return []
    throw error
  }
}

/** The number of a subject's current hits. */
export async function countedHits(db: Database, { kind, subject, limits }: Throttle): Promise<number> {
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  const instant = sql`clock_timestamp() - ${interval(longest)}`
  const [row] = await db
    .select({
      count: sql`(select count(*) from unnest(${throttles.hits}) as hit where hit > ${instant})`.mapWith(Number),
    })
    .from(throttles)
    .where(eq(throttles.key, keyOf({ kind, subject })))
  return row?.count ?? 0
}

/** Deletes all hits of a subject. */
export async function forgetHits(db: Database, throttle: Pick<Throttle, 'kind' | 'subject'>): Promise<void> {
  await db.delete(throttles).where(eq(throttles.key, keyOf(throttle)))
}

/** Removes one counted hit that should not have counted. */
export async function refund(db: Database, { key, at }: Hit): Promise<void> {
  const place = sql`array_position(${throttles.hits}, ${at}::timestamptz(3))`
  await db
    .update(throttles)
    .set({ hits: sql`${throttles.hits}[:${place} - 1] || ${throttles.hits}[${place} + 1:]` })
    .where(and(eq(throttles.key, key), sql`${place} is not null`))
}

/** Deletes expired hits. */
export async function sweepThrottles(db: Database): Promise<void> {
  await db.delete(throttles).where(lt(throttles.expiresAt, sql`now()`))
}

/** The key by which a client address is throttled: IPv6 by its first 64 bits, which a household shares. */
export const addressGroup = (text: string): string => groups.memo(text)

/** For frequent clients: parsing an address takes longer than using it. */
const groups = new LRUCache<string, string>({ max: 1000, memoMethod: groupOf })

function groupOf(text: string): string {
  if (!ipaddr.isValid(text)) return text
  const address = ipaddr.process(text)
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : address.toString()
}

const keyOf = ({ kind, subject }: Pick<Throttle, 'kind' | 'subject'>) =>
  `${kind}:${new Bun.CryptoHasher('sha256').update(subject).digest('base64url')}`

async function secondsLeft(db: Database, key: string, limits: Limit[]): Promise<number> {
  const [row] = await db
    .select({ hits: throttles.hits, now: sql`clock_timestamp()`.mapWith(throttles.expiresAt) })
    .from(throttles)
    .where(eq(throttles.key, key))
  const newestFirst = (row?.hits ?? []).map((hit) => Date.parse(hit)).toReversed()
  const waits = limits.map(({ hits, seconds }) => {
    const blocking = newestFirst[hits - 1]
    return blocking === undefined || !row ? 1 : (blocking - Date.parse(row.now)) / 1000 + seconds
  })
  return Math.max(1, Math.ceil(Math.max(...waits)))
}

const formLimits = [
  { hits: 5, seconds: 60 },
  { hits: 30, seconds: 3600 },
]

/** Counts one sign-up or message of an address; throws 429 over the limit. */
export async function countSubmission(
  { config, db }: { config: Pick<Config, 'throttle'>; db: Database },
  address: string,
): Promise<void> {
  if (config.throttle) await countHit(db, { kind: 'form-address', subject: addressGroup(address), limits: formLimits })
}

/**
 * A rate limit per client address in the memory of this process, for reads: it stores nothing, and works while the
 * database takes no writes. Throws 429 for a request over the limit.
 */
export function createRateLimit(
  { hits, seconds }: Limit,
  now: () => number = () => performance.now(),
): (address: string) => void {
  /** The number of requests left, and since when; they are replenished one by one. */
  const clients = new LRUCache<string, { left: number; at: number }>({ max: 10_000 })
  const each = (seconds * 1000) / hits

  return (address) => {
    const key = addressGroup(address)
    const at = now()
    const before = clients.get(key)
    const left = before ? Math.min(hits, before.left + (at - before.at) / each) : hits
    clients.set(key, { left: left < 1 ? left : left - 1, at })
    if (left < 1) throw tooMany(((1 - left) * each) / 1000)
  }
}
