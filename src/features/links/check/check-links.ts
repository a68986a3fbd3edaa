import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { emitChanges, withChanges } from '#platform/events/changes'
import { type Network, world, requestPublic, NoSuchName } from '#platform/http/public-network'
import type { Database } from '#platform/db/database'
import { untilEarliest } from '#platform/scheduler/until-earliest'
import type { Services } from '#platform/services'
import type { LinkState } from '../contract'
import { lease, stateOf } from '../store'
import { linkAnswers, linkChecks } from '../table'

const mostRedirects = 10
/** Statuses that GET would return as well, so that it is not tried: unauthorized, rate limited. */
const final = [401, 429]
const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (compatible; link check)' }

type LinkRequest = { network: Network; pace: HostPace; longest: number; stopping: AbortSignal }
type LinkAnswer = { state: LinkState; status: number | null }

/** The final result of an external URL after redirects. Errors on the way leave it unsure. */

type Tools = Pick<Services, 'db' | 'changes' | 'stopping'>
type Answered = LinkAnswer & { url: string; checkedAt: string }
type Options = { network?: Network; gap?: number; longest?: number }

/** Hosts that are checked concurrently. */
const mostHosts = 8
/** Maximum URLs in memory. */
const mostHeld = 1000
/** Milliseconds between two writes of results, which also renew the lease. */
const pause = 1000

/**
 * Checks the links that are due, unless another process does: one request per second and host. Results are stored as they
 * come, so that another process can continue where this one ended.
 */
export async function checkLinks(
  services: Tools,
  { network = world, gap = 1000, longest = 10_000 }: Options = {},
): Promise<void> {
  const holder = crypto.randomUUID()
  if (!(await claim(services, holder))) return
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
    await withChanges(services, async (tx) => {
      await tx.update(linkChecks).set({ holder: null }).where(eq(linkChecks.holder, holder))
      emitChanges(tx, [changed])
    })
  } finally {
    storing.stop()
  }
}

const isFree = or(isNull(linkChecks.holder), sql`${linkChecks.leaseUntil} <= now()`)
const isLeft = and(linkChecks.isRunning, isFree)

/** Milliseconds until a check can be claimed; Infinity if none is running. */
export const untilDue = (db: Database): Promise<number> =>
  untilEarliest(db, linkChecks, {
    moment: sql`case when ${linkChecks.holder} is null then now() else ${linkChecks.leaseUntil} end`,
    where: eq(linkChecks.isRunning, true),
  })

async function claim(services: Tools, holder: string): Promise<boolean> {
  return withChanges(services, async (tx) => {
    const rows = await tx.update(linkChecks).set({ holder, leaseUntil: lease }).where(isLeft).returning()
    if (rows.length > 0) emitChanges(tx, [changed])
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
      // An aborted request has no result.
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
    const ownsLease = await withChanges(services, async (tx) => {
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
    if (!ownsLease) onLost()
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

async function requestLink(address: string, asking: LinkRequest): Promise<LinkAnswer> {
  let status: number | null = null
  try {
    let url: URL | undefined = new URL(address)
    for (let redirects = 0; url && redirects <= mostRedirects; redirects++) {
      const answer: IncomingMessage = await askOnce(url, asking)
      status = answer.statusCode ?? null
      const { location } = answer.headers
      const isMoved = status !== null && status >= 300 && status < 400 && location !== undefined
      if (!isMoved) return { state: stateOf(status ?? 0), status }
      url = targetOf(location, url)
    }
    return { state: 'unsure', status }
  } catch (error) {
    return error instanceof NoSuchName ? { state: 'broken', status: null } : { state: 'unsure', status }
  }
}

/** Not every server supports HEAD: a refusal is repeated as a GET with a browser's headers. */
async function askOnce(url: URL, asking: LinkRequest): Promise<IncomingMessage> {
  const head = await ask(url, 'HEAD', asking)
  const status = head.statusCode ?? 0
  return status < 400 || final.includes(status) ? head : ask(url, 'GET', asking)
}

async function ask(url: URL, method: 'HEAD' | 'GET', { network, pace, longest, stopping }: LinkRequest) {
  return pace.ask(url.hostname, stopping, async () => {
    const signal = AbortSignal.any([AbortSignal.timeout(longest), stopping])
    const answer = await requestPublic(url, { method, headers, signal, network })
    // Only the headers are needed.
    answer.destroy()
    return answer
  })
}

function targetOf(location: string, base: URL): URL | undefined {
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

type HostPace = {
  /** Runs a request as soon as the host's rate allows. Rejects when `stopping` is aborted. */
  ask<Answer>(host: string, stopping: AbortSignal, request: () => Promise<Answer>): Promise<Answer>
  /** Resolves when every host may be requested at once. */
  rest(stopping: AbortSignal): Promise<void>
}

/** Waits `gap` milliseconds between a response of a host and the next request to it, however slow the network is. */
function createHostPace(gap: number): HostPace {
  const free = new Map<string, number>()
  const leftOf = (host: string) => (free.get(host) ?? 0) - performance.now()
  return {
    async ask(host, stopping, request) {
      // A redirect may have led another request to this host meanwhile.
      for (let left = leftOf(host); left > 0; left = leftOf(host)) await wait(left, undefined, { signal: stopping })
      free.set(host, performance.now() + gap)
      try {
        return await request()
      } finally {
        free.set(host, performance.now() + gap)
      }
    },
    async rest(stopping) {
      const left = Math.max(0, ...free.values()) - performance.now()
      if (left > 0) await wait(left, undefined, { signal: stopping })
    },
  }
}
