import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Database } from '#platform/db/database'
import { type Network, world, requestPublic, NoSuchName } from '#platform/http/public-network'
import { type Lease, leasedRows } from '#platform/jobs/leased-rows'
import type { Services } from '#platform/services'
import type { LinkState } from './contract'
import { leaseSeconds, stateOf } from './store'
import { linkAnswers, linkChecks } from './table'

const mostRedirects = 10
/** Statuses that GET would return as well, so that it is not tried: unauthorized, rate limited. */
const final = [401, 429]
const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (compatible; link check)' }

type LinkRequest = { network: Network; pace: HostPace; longest: number; stopping: AbortSignal }
type LinkAnswer = { state: LinkState; status: number | null }

type Answered = LinkAnswer & { url: string; checkedAt: string }
type Options = { network?: Network; gap?: number; longest?: number }

/** Hosts that are checked concurrently. */
const mostHosts = 8
/** Maximum URLs in memory. */
const mostHeld = 1000
/** Milliseconds between two writes of results, which also renew the lease. */
const pause = 1000

/** The check that was started and is not done. */
export const runningChecks = leasedRows({
  table: linkChecks,
  isOpen: eq(linkChecks.isRunning, true),
  lease: { seconds: leaseSeconds, until: 'leaseUntil' },
  claimedBy: 'holder',
  changed: () => ({ kind: 'link', action: 'updated', id: 1 }),
})

type Check = Lease<typeof linkChecks>

/**
 * Checks the links that are due, unless another process does: one request per second and host. Results are stored as they
 * come, so that another process can continue where this one ended.
 */
export async function checkLinks(services: Services, options: Options = {}): Promise<void> {
  const answered: Answered[] = []
  const store = (check: Check) =>
    answered.length > 0 ? check.store((tx) => storeAll(tx, answered.splice(0))) : check.renew()
  await runningChecks.runDue(services, {
    every: pause,
    beat: store,
    async work(check) {
      // Open windows learn that it goes on.
      await check.store(async () => {})
      if (await checkAll(services.db, check, { ...options, answered, store }))
        await runningChecks.finish(services, check.row, { isRunning: false, checkedAt: sql`now()` })
      else await runningChecks.release(services, check.row)
    },
  })
}

type Checking = Options & { answered: Answered[]; store(check: Check): Promise<void> }

/** Resolves to whether all links are checked. */
async function checkAll(
  db: Database,
  check: Check,
  { network = world, gap = 1000, longest = 10_000, answered, store }: Checking,
): Promise<boolean> {
  const asking: LinkRequest = { network, longest, pace: createHostPace(gap), stopping: check.signal() }
  try {
    for (let urls = await dueUrls(db); urls.length > 0; urls = await dueUrls(db)) {
      await askAll(urls, asking, (one) => void answered.push(one))
      await store(check)
      asking.stopping.throwIfAborted()
    }
    await asking.pace.rest(asking.stopping)
    return true
  } catch (error) {
    if (check.isHeld()) throw error
    return false
  }
}

async function storeAll(tx: Database, answered: readonly Answered[]): Promise<void> {
  for (const { url, ...answer } of answered)
    await tx
      .update(linkAnswers)
      .set({ ...answer, isDue: false })
      .where(eq(linkAnswers.url, url))
}

async function dueUrls(db: Database): Promise<string[]> {
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

/** The final result of an external URL after redirects. Errors on the way leave it unsure. */
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
