import { type Client, firstAdministrator, visitor } from '../../client'
import { hasPooler, startPooler } from '../../database/pooler'
import { lackingForServers, newServer, type Server } from '../../database/postgres-cluster'
import { type SiteProcess, startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, until } from '../figures'
import { stallProxy } from './stall-proxy'

/** A failure of the process that does not write. */
type Mishap = 'listening cut' | 'listening frozen' | 'all cut' | 'all frozen' | 'stopped'

/** How the two processes connect to the database. */
type SetUp = {
  name: string
  pooler?: 'session' | 'transaction'
  listensTo?: 'server' | 'standby'
  mishap?: Mishap
  /** The process that does not write is idle before each write. */
  isIdle?: true
  /** Milliseconds for which the other process may serve the old version after the response to a write. */
  bound: number
  /** Only in the long round. */
  long?: true
}

/** How long, in milliseconds, the other process served the old version after the response to a write. */
export type Staleness = { setUp: string; writes: number; seenLate: number; median: number; longest: number }

type Read = { sent: number; took: number; status: number; version: number }

const setUps: SetUp[] = [
  { name: 'direct', bound: 0 },
  { name: 'asked nothing for 1.5 to 4.5 s before the write', isIdle: true, bound: 0 },
  { name: 'pooler in session mode', pooler: 'session', bound: 0, long: true },
  { name: 'pooler in transaction mode, `DATABASE_LISTEN_URL`', pooler: 'transaction', listensTo: 'server', bound: 0 },
  { name: 'pooler in transaction mode alone', pooler: 'transaction', bound: 1150 },
  { name: '`DATABASE_LISTEN_URL` of a standby', listensTo: 'standby', bound: 1150, long: true },
  { name: 'its listening connection is cut', mishap: 'listening cut', bound: 150, long: true },
  { name: 'its listening connection is frozen', mishap: 'listening frozen', bound: 150, long: true },
  { name: 'all its connections are cut', mishap: 'all cut', bound: 0, long: true },
  { name: 'all its connections are frozen', mishap: 'all frozen', bound: 0 },
  { name: 'the process is suspended for up to 0.4 s', mishap: 'stopped', bound: 0, long: true },
]

const slug = 'written-elsewhere'
const readEvery = 4
/** Reads that wait at the same time while nothing fails: more would only keep a slow machine from answering. */
const mostAtOnce = 10

/** Milliseconds between the writes of a round, and after the last of them. */
const pausesOf = ({ mishap, bound }: SetUp): number[] =>
  mishap ? [700, 1500, 1000] : bound > 0 ? [1300, 1300] : [150, 150, 150]

/**
 * Two processes, as on two machines: one writes, the other one is polled for a cached page. After the response to the
 * write it may serve the old version only for the promised time.
 */
export async function stalenessDrills({
  freshDatabase,
  rounds,
  short,
}: {
  freshDatabase: () => Promise<string>
  rounds: number
  short: boolean
}): Promise<{ figures: Figures[]; staleness: Staleness[] }> {
  const figures: Figures[] = []
  const staleness: Staleness[] = []
  for (const setUp of setUps.filter(({ long }) => !(short && long)).filter(isPossible)) {
    const made = newFigures(`staleness across two processes: ${setUp.name}`)
    const found: number[] = []
    const servers = setUp.listensTo === 'standby' ? await newServer() : undefined
    try {
      const databaseUrl = servers ? urlOf(servers.server) : await freshDatabase()
      const standbyUrl = servers && urlOf(await servers.server.addStandby())
      await run(setUp, { databaseUrl, standbyUrl }, rounds, made, found)
    } catch (error) {
      made.faults.push(String(error))
    } finally {
      servers?.dispose()
    }
    figures.push(made)
    staleness.push(toStaleness(setUp, found))
    expectThat(made, Math.max(...found, 0) <= setUp.bound, `stale for ${Math.max(...found)} ms`)
  }
  return { figures, staleness }
}

const isPossible = ({ pooler, listensTo }: SetUp) =>
  (pooler === undefined || hasPooler) && (listensTo !== 'standby' || lackingForServers() === undefined)

const urlOf = ({ port }: Server) => `postgres://postgres@127.0.0.1:${port}/postgres`

async function run(
  setUp: SetUp,
  { databaseUrl, standbyUrl }: { databaseUrl: string; standbyUrl?: string },
  rounds: number,
  figures: Figures,
  found: number[],
): Promise<void> {
  const { mishap, isIdle } = setUp
  const target = new URL(databaseUrl)
  const proxy = stallProxy({ hostname: target.hostname, port: Number(target.port || 5432) })
  const pooler = setUp.pooler && (await startPooler(databaseUrl, setUp.pooler))
  const through = Object.assign(target, { hostname: '127.0.0.1', port: String(proxy.port) }).href
  const url = pooler?.url ?? databaseUrl
  const listenUrl = standbyUrl ?? (setUp.listensTo === 'server' ? databaseUrl : url)
  const sites: SiteProcess[] = []
  const start = async (env: Record<string, string>) => {
    const site = await startSite({ env: { THROTTLE: '0', ...env } })
    sites.push(site)
    return site
  }
  try {
    const site = await start({ DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl })
    const admin = await firstAdministrator(site)
    const { id } = (await (await admin.write('POST', '/api/blog', bodyOf(0))).json()) as { id: number }
    const other = await start({
      DATABASE_URL: mishap?.startsWith('all') ? through : url,
      DATABASE_LISTEN_URL: mishap ? through : listenUrl,
    })
    let version = 0
    for (let round = 0; round < rounds; round++) {
      await until('the other process is well', 10_000, () => isWell(visitor(other.url), version, mishap !== undefined))
      version = await oneRound(version, id, admin, other)
      figures.rounds++
    }
  } finally {
    proxy.set('open')
    await Promise.all(sites.map((site) => site.dispose()))
    await pooler?.stop()
    proxy.stop()
  }

  async function oneRound(before: number, id: number, admin: Client, other: SiteProcess): Promise<number> {
    // A process that receives notifications again caches responses from then on.
    await Bun.sleep(300)
    const begin = () => watch(visitor(other.url), mishap ? Infinity : mostAtOnce)
    let watching = isIdle ? undefined : begin()
    await Bun.sleep(100)
    if (mishap) befall(mishap, other)
    const answered: { version: number; at: number }[] = []
    const reads: Read[] = []
    const stop = async () => void reads.push(...((await watching?.stop()) ?? []))
    try {
      for (const pause of pausesOf(setUp)) {
        await Bun.sleep(mishap && answered.length === 0 ? Math.random() * 200 : 0)
        const version = before + answered.length + 1
        if (isIdle) await Bun.sleep(1500 + Math.random() * 3000)
        await write(admin, id, version)
        answered.push({ version, at: performance.now() })
        if (isIdle) watching = begin()
        await Bun.sleep(pause)
        if (isIdle) await stop()
      }
    } finally {
      if (!isIdle) await stop()
    }
    proxy.set('open')
    figures.acknowledged += answered.length
    const first = answered[0]?.at ?? 0
    checkReads(reads.filter(({ sent }) => sent >= first))
    for (const { version, at } of answered) found.push(staleFor(reads, version, at))
    return before + answered.length
  }

  function checkReads(reads: Read[]) {
    expectThat(figures, reads.length > 20, `only ${reads.length} reads`)
    for (const { status, took } of reads) {
      expectThat(figures, status === 200 || (status === 503 && mishap !== undefined), `a read answered ${status}`)
      expectThat(figures, took <= 2200, `a read took ${Math.round(took)} ms`)
      figures.longestAnswerMs = Math.max(figures.longestAnswerMs, Math.round(took))
    }
  }

  function befall(what: Mishap, other: SiteProcess) {
    if (what === 'stopped') {
      other.signal('SIGSTOP')
      setTimeout(() => other.signal('SIGCONT'), 20 + Math.random() * 380)
    } else if (what.endsWith('cut')) {
      proxy.set('refusing')
      setTimeout(() => proxy.set('open'), 300)
    } else {
      proxy.set('frozen')
    }
  }
}

/** A read that started after the response to the write must show the new version. */
function staleFor(reads: readonly Read[], version: number, answeredAt: number): number {
  const stale = reads.filter((read) => read.sent >= answeredAt && read.status === 200 && read.version < version)
  return stale.length === 0 ? 0 : Math.ceil(Math.max(...stale.map(({ sent }) => sent)) - answeredAt)
}

/** Retries after a 503, which a machine that is busy with others may cause, as its `Retry-After` asks. */
async function write(admin: Client, id: number, version: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const answer = await admin.write('PUT', `/api/blog/${id}`, bodyOf(version))
    if (answer.status === 200) return
    const seconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || !seconds || tries === 3)
      throw new Error(`A write answered ${answer.status}: ${await answer.text()}`)
    await Bun.sleep(seconds * 1000)
  }
}

/** Sends reads continuously, without waiting for the responses, but at most `most` at the same time. */
function watch(reader: Client, most: number) {
  const reads: Promise<Read>[] = []
  let open = 0
  const timer = setInterval(() => {
    if (open >= most) return
    open++
    reads.push(readPage(reader).finally(() => open--))
  }, readEvery)
  return {
    stop: () => {
      clearInterval(timer)
      return Promise.all(reads)
    },
  }
}

async function readPage(reader: Client): Promise<Read> {
  const sent = performance.now()
  const answer = await reader.get(`/api/blog/${slug}`)
  const body = (await answer.json()) as { excerpt?: string }
  return { sent, took: performance.now() - sent, status: answer.status, version: Number(body.excerpt) }
}

/** Like `hears`: it must not be degraded. */
async function isWell(reader: Client, version: number, hears: boolean): Promise<boolean> {
  const ready = await reader.get('/readyz')
  const text = await ready.text()
  return ready.status === 200 && (!hears || text === 'ready') && (await readPage(reader)).version === version
}

const bodyOf = (version: number) => ({
  title: 'Written elsewhere',
  slug,
  excerpt: String(version),
  content: '<p>Text.</p>',
  imageUrl: '/og.png',
})

function toStaleness({ name }: SetUp, found: readonly number[]): Staleness {
  const sorted = found.toSorted((a, b) => a - b)
  return {
    setUp: name,
    writes: found.length,
    seenLate: found.filter((ms) => ms > 0).length,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    longest: sorted.at(-1) ?? 0,
  }
}

export const stalenessTable = (rows: readonly Staleness[]): string[] => [
  '| two processes | writes | seen late | median, ms | longest, ms |',
  '|---|---:|---:|---:|---:|',
  ...rows.map(
    ({ setUp, writes, seenLate, median, longest }) => `| ${setUp} | ${writes} | ${seenLate} | ${median} | ${longest} |`,
  ),
]
