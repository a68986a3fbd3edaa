import { administrator, type Client, signIn, visitor } from '../../client'
import { crowding } from '../../crowding'
import { lackingForServers, newServer, type Server } from '../../database/postgres-cluster'
import { hasPooler, poolerVersion, startPooler } from '../../database/pooler'
import { type SiteProcess, startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto, until } from '../figures'

type Result = Figures | { leftOut: string }

const settings = {
  // Throttles stay on, because they write too: each write has its own client address.
  TRUST_PROXY: '1',
  SEED_DEMO: '1',
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
}
/** The promised limits in milliseconds on a machine without other work, and the time that a response may take in addition. */
const longestAnswer = 2000
const longestReturn = 2000

/** The ways to name two servers in one URL. */
export const namedHosts = ['?target_session_attrs=read-write', '?target_session_attrs=primary', ''] as const

const urlOf = (servers: readonly Server[], query = '') =>
  `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres${query}`

/** The primary is killed during writes, and its synchronous standby is promoted. */
export async function killedPrimaryDrill({ query }: { query: (typeof namedHosts)[number] }): Promise<Result> {
  const name = `kill -9 of the primary, promotion of its synchronous standby (${query.slice(1) || 'two hosts'})`
  return onServers(name, async (figures, primary) => {
    const standby = await primary.addStandby({ synchronous: true })
    await onSite(figures, urlOf([primary, standby], query), async (site) => {
      const writers = startWriters(figures, site)
      await writers.acknowledged(60)
      primary.kill()
      await Bun.sleep(1000)
      await takeOver(figures, standby, writers)
    })
  })
}

/** The standby is promoted, and writes succeed again. */
async function takeOver(figures: Figures, standby: Server, writers: ReturnType<typeof startWriters>) {
  // There is no other standby to wait for.
  await standby.ask(`alter system reset synchronous_standby_names`)
  await timedInto(figures, 'longestRecoveryMs', async () => {
    await standby.promote()
    await writers.acknowledged(1)
  })
  await writers.acknowledged(60)
  await writers.stop()
}

/** The server becomes read-only, and later writable again; a site without another server waits for it. */
export async function readOnlyDrill(): Promise<Result> {
  return onServers('a server that turns read-only and back', async (figures, server) => {
    await onSite(figures, urlOf([server]), async (site) => {
      const kept = ['/', '/blog/', '/api/blog']
      for (const path of kept) await (await visitor(site.url).get(path)).arrayBuffer()
      const writers = startWriters(figures, site)
      await writers.acknowledged(40)
      const turn = async (state: 'on' | 'off') => {
        await server.ask(`alter system set default_transaction_read_only = ${state}`)
        await server.ask('select pg_reload_conf()')
      }
      await turn('on')
      await writers.refused(40)
      for (const path of kept) {
        const answer = await visitor(site.url).get(path)
        expectThat(figures, answer.status === 200, `${path} answered ${answer.status} while the server was read-only`)
        await answer.arrayBuffer()
      }
      const ready = await visitor(site.url).get('/readyz')
      expectThat(figures, ready.status === 503, `/readyz answered ${ready.status} while the server was read-only`)
      await timedInto(figures, 'longestRecoveryMs', async () => {
        await turn('off')
        await writers.acknowledged(1)
      })
      await writers.acknowledged(40)
      await writers.stop()
    })
  })
}

/** Primary and standby switch roles twice: the site follows. */
export async function switchedServersDrill(): Promise<Result> {
  return onServers('a primary that becomes a standby, and the other way about', async (figures, first) => {
    const second = await first.addStandby()
    await onSite(figures, urlOf([first, second]), async (site) => {
      const writers = startWriters(figures, site)
      const parts = [first, second] as const
      for (const [primary, standby] of [parts, parts.toReversed() as [Server, Server]]) {
        await writers.acknowledged(40)
        await primary.stop()
        await timedInto(figures, 'longestRecoveryMs', async () => {
          await standby.promote()
          await writers.acknowledged(1)
        })
        await primary.demote(standby)
        await until('the new standby follows', 20_000, async () =>
          (await standby.ask('select state from pg_stat_replication')).includes('streaming'),
        )
      }
      await writers.acknowledged(40)
      await writers.stop()
    })
  })
}

/**
 * The synchronous standby is frozen: commits may be lost with the primary, so none is acknowledged. The primary is
 * killed in this state, and only the standby's data remain.
 */
export async function frozenStandbyDrill(): Promise<Result> {
  return onServers('a frozen synchronous standby, then kill -9 of the primary', async (figures, primary) => {
    const standby = await primary.addStandby({ synchronous: true })
    await onSite(figures, urlOf([primary, standby]), async (site) => {
      const writers = startWriters(figures, site)
      await writers.acknowledged(60)
      standby.freeze()
      // Lets writes finish that the standby has confirmed already.
      await Bun.sleep(300)
      const before = writers.count()
      await readMeanwhile(figures, site, 6000)
      expectThat(
        figures,
        writers.count() === before,
        `${writers.count() - before} writes were acknowledged that the standby did not have`,
      )
      standby.thaw()
      await timedInto(figures, 'longestRecoveryMs', () => writers.acknowledged(1))
      await writers.acknowledged(60)
      standby.freeze()
      await Bun.sleep(4000)
      primary.kill()
      standby.thaw()
      await takeOver(figures, standby, writers)
    })
  })
}

/** Uncached pages and admin lists are answered while writes fail. */
async function readMeanwhile(figures: Figures, site: SiteProcess, ms: number): Promise<void> {
  const client = visitor(site.url)
  for (const end = performance.now() + ms; performance.now() < end; await Bun.sleep(50)) {
    const path = `/projects/nothing-${crypto.randomUUID()}/`
    const started = performance.now()
    const answer = await client.get(path)
    await answer.arrayBuffer()
    const took = performance.now() - started
    expectThat(figures, answer.status === 404, `a page answered ${answer.status} while the standby stood still`)
    expectThat(
      figures,
      took <= longestAnswer * crowding(),
      `a page took ${Math.round(took)} ms while the standby stood still`,
    )
  }
}

/** Visitors write through a pooler whose server connections are all terminated meanwhile. */
export async function pooledDrill({
  mode,
  turns,
}: {
  mode: 'session' | 'transaction'
  turns: number
}): Promise<Result> {
  const name = `connections cut behind PgBouncer in ${mode} mode`
  if (!hasPooler) return { leftOut: `${name}: there is no pgbouncer` }
  return onServers(`${name} (${poolerVersion()})`, async (figures, server) => {
    const pooler = await startPooler(urlOf([server]), mode)
    try {
      await onSite(figures, pooler.url, async (site) => {
        const writers = startWriters(figures, site)
        for (let turn = 0; turn < turns; turn++) {
          await writers.acknowledged(60)
          await timedInto(figures, 'longestRecoveryMs', async () => {
            await server.ask(
              `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
            )
            await writers.acknowledged(1)
          })
        }
        await writers.acknowledged(60)
        await writers.stop()
      })
    } finally {
      await pooler.stop()
    }
  })
}

async function onServers(name: string, work: (figures: Figures, primary: Server) => Promise<void>): Promise<Result> {
  const lacking = lackingForServers()
  if (lacking) return { leftOut: `${name}: ${lacking}` }
  const figures = newFigures(name)
  const { server, dispose } = await newServer()
  try {
    await work(figures, server)
    figures.rounds++
    expectThat(
      figures,
      figures.longestAnswerMs <= longestAnswer * crowding(),
      `an answer took ${figures.longestAnswerMs} ms`,
    )
    expectThat(
      figures,
      figures.longestRecoveryMs <= longestReturn * crowding(),
      `writes came back after ${figures.longestRecoveryMs} ms`,
    )
  } finally {
    dispose()
  }
  return figures
}

async function onSite(figures: Figures, databaseUrl: string, work: (site: SiteProcess) => Promise<void>) {
  const site = await startSite({ env: { ...settings, DATABASE_URL: databaseUrl } })
  try {
    await work(site).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${site.output().slice(-4000)}`)
    })
    await audit(figures, site)
  } finally {
    await site.dispose()
  }
}

const sent = new WeakMap<SiteProcess, Set<string>>()

/**
 * Visitors who sign up and send messages. Each write is retried until it is acknowledged, under one Idempotency-Key, as
 * browsers do; the only other allowed response is 503 with `Retry-After`.
 */
function startWriters(figures: Figures, site: SiteProcess) {
  const done = new Set<string>()
  sent.set(site, done)
  let refusals = 0
  let going = true
  const loops = Array.from({ length: 8 }, async (_, index) => {
    const client = visitor(site.url)
    for (let turn = 0; going; turn++) {
      const name = `${index % 2 === 0 ? 'email' : 'message'}-${index}-${turn}`
      while (!(await accepted(client, name))) {
        if (!going) return
        await Bun.sleep(25)
      }
      done.add(name)
    }
  })

  async function accepted(client: Client, name: string): Promise<boolean> {
    const headers = { 'idempotency-key': name, 'x-forwarded-for': addressOf(name) }
    const email = `${name}@example.com`
    try {
      const answer = await timedInto(figures, 'longestAnswerMs', async () => {
        const whole = await (name.startsWith('email')
          ? client.write('POST', '/api/waitlist', { email }, headers)
          : client.write('POST', '/api/contact', { name, email, subject: name, message: name }, headers))
        await whole.arrayBuffer()
        return whole
      })
      if (answer.status === 503) {
        refusals++
        expectThat(figures, answer.headers.has('retry-after'), 'a 503 came without Retry-After')
      } else {
        expectThat(figures, answer.status === 201, `a write answered ${answer.status}`)
      }
      return answer.status === 201
    } catch (error) {
      expectThat(figures, false, `a write was not answered: ${String(error)}`)
      return false
    }
  }

  const more = (what: string, count: () => number, by: number) => {
    const enough = count() + by
    return until(`${by} more writes are ${what}`, 15_000 * crowding(), async () => count() >= enough)
  }

  return {
    count: () => done.size,
    /** Resolves after `by` more acknowledged writes. */
    acknowledged: (by: number) => more('acknowledged', () => done.size, by),
    refused: (by: number) => more('refused', () => refusals, by),
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}

/** A client address for each write. */
function addressOf(name: string): string {
  const number = Bun.hash.crc32(name)
  return `2001:db8:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
}

/** Compares the stored data with the acknowledged writes. */
async function audit(figures: Figures, site: SiteProcess): Promise<void> {
  const admin = await signIn(site)
  const subscribers = (await (await admin.get('/api/waitlist')).json()) as { email: string }[]
  const messages = (await (await admin.get('/api/contact')).json()) as { subject: string }[]
  const stored = [
    ...subscribers.map(({ email }) => email.replace('@example.com', '')),
    ...messages.map(({ subject }) => subject),
  ]
  const found = new Set(stored)
  const done = sent.get(site) ?? new Set()
  figures.acknowledged += done.size
  figures.lost += [...done].filter((name) => !found.has(name)).length
  figures.doubled += stored.length - found.size
}
