import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { emitChanges, withChanges } from '#platform/events/changes'
import { type Network, world } from '#platform/http/public-network'
import type { Services } from '#platform/services'
import { lease } from '../store'
import { linkAnswers, linkChecks } from '../table'
import { type LinkRequest, requestLink, type LinkAnswer } from './request-link'
import { createHostPace } from './host-pace'

type Tools = Pick<Services, 'db' | 'changes' | 'stopping'>
type Answered = LinkAnswer & { url: string; checkedAt: string }
type Options = { network?: Network; gap?: number; longest?: number }

/** Hosts that are checked concurrently. */
const mostHosts = 8
/** Addresses that are held at once. */
const mostHeld = 1000
/** Milliseconds between two writes of what was answered, which keep the lease. */
const pause = 1000

/**
 * Checks the links that are due, unless another process does: one request per second and host. Results are stored as they
 * come, so that another process can continue where this one ended.
 */
export async function checkLinks(
  services: Tools,
  { network = world, gap = 1000, longest = 10_000 }: Options = {},
): Promise<void> {
  const { db } = services
  const holder = crypto.randomUUID()
  if (!(await mayClaim(services)) || !(await claim(services, holder))) return
  const lost = new AbortController()
  const asking: LinkRequest = {
    network,
    longest,
    pace: createHostPace(gap),
    stopping: AbortSignal.any([services.stopping, lost.signal]),
  }
  const storing = createStoring(services, holder, () => lost.abort())
  try {
    for (let urls = await dueUrls(services); urls.length > 0; urls = await dueUrls(services)) {
      await askAll(urls, asking, storing.add)
      await storing.store()
      asking.stopping.throwIfAborted()
    }
    await asking.pace.rest(asking.stopping)
    await finish(services, holder)
  } catch (error) {
    if (!asking.stopping.aborted) throw error
    // Releases the lease, so that the next check need not wait for its expiry.
    await db.update(linkChecks).set({ holder: null }).where(eq(linkChecks.holder, holder))
  } finally {
    storing.stop()
  }
}

const isFree = or(isNull(linkChecks.holder), sql`${linkChecks.leaseUntil} <= now()`)
const isLeft = and(linkChecks.isRunning, isFree)

/** Nothing is written every second where there is nothing to do. */
const mayClaim = async ({ db }: Tools): Promise<boolean> => (await db.$count(linkChecks, isLeft)) > 0

async function claim(services: Tools, holder: string): Promise<boolean> {
  return withChanges(services, async (tx) => {
    const rows = await tx.update(linkChecks).set({ holder, leaseUntil: lease }).where(isLeft).returning()
    emitChanges(tx, [changed])
    return rows.length > 0
  })
}

async function dueUrls({ db }: Tools): Promise<string[]> {
  const rows = await db
    .select({ url: linkAnswers.url })
    .from(linkAnswers)
    .where(eq(linkAnswers.isDue, true))
    .orderBy(asc(linkAnswers.url))
    .limit(mostHeld)
  return rows.map(({ url }) => url)
}

async function askAll(urls: readonly string[], asking: LinkRequest, add: (answered: Answered) => void): Promise<void> {
  const byHost = Map.groupBy(urls, (url) => new URL(url).hostname)
  const limit = pLimit(mostHosts)
  await limit.map([...byHost.values()], async (ofHost) => {
    for (const url of ofHost) {
      if (asking.stopping.aborted) return
      const answer = await requestLink(url, asking)
      // A request that was broken off says nothing.
      if (!asking.stopping.aborted) add({ url, ...answer, checkedAt: new Date().toISOString() })
    }
  })
}

/** Stores results once a second, and notices when another process has taken the lease. */
function createStoring(services: Tools, holder: string, onLost: () => void) {
  let answered: Answered[] = []
  let storing = Promise.resolve()

  async function storeSome() {
    const some = answered
    answered = []
    const isOurs = await withChanges(services, async (tx) => {
      const rows = await tx
        .update(linkChecks)
        .set({ leaseUntil: lease })
        .where(eq(linkChecks.holder, holder))
        .returning({ id: linkChecks.id })
      if (rows.length === 0) return false
      for (const { url, ...answer } of some)
        await tx
          .update(linkAnswers)
          .set({ ...answer, isDue: false })
          .where(eq(linkAnswers.url, url))
      if (some.length > 0) emitChanges(tx, [changed])
      return true
    })
    if (!isOurs) onLost()
  }
  const store = () => {
    const stored = storing.then(storeSome)
    storing = stored.catch(() => {})
    return stored
  }
  // Results that cannot be stored stay due, and are checked again.
  const timer = setInterval(() => void store().catch(() => {}), pause)
  return { add: (one: Answered) => void answered.push(one), store, stop: () => clearInterval(timer) }
}

async function finish(services: Tools, holder: string): Promise<void> {
  await withChanges(services, async (tx) => {
    await tx
      .update(linkChecks)
      .set({ isRunning: false, holder: null, checkedAt: sql`now()` })
      .where(eq(linkChecks.holder, holder))
    emitChanges(tx, [changed])
  })
}

const changed = { kind: 'link', action: 'updated', id: 1 } as const
