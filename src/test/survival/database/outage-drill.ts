import { firstAdministrator, visitor } from '../../client'
import { crowding } from '../../crowding'
import { startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto, until } from '../figures'
import { stallProxy } from './stall-proxy'

/**
 * The database refuses connections, freezes and returns: cached pages are still served, everything else is 503 with
 * Retry-After within 2 s, /readyz reports it, and the site works again within 1 s after the database.
 */
export async function outageDrill({ databaseUrl, rounds }: { databaseUrl: string; rounds: number }): Promise<Figures> {
  const figures = newFigures('database refusing, frozen, back')
  const target = new URL(databaseUrl)
  const proxy = stallProxy({ hostname: target.hostname, port: Number(target.port) })
  target.hostname = '127.0.0.1'
  target.port = String(proxy.port)
  const site = await startSite({ env: { DATABASE_URL: target.href, THROTTLE: '0', SEED_DEMO: '1' } })
  try {
    const crowded = crowding()
    const admin = await firstAdministrator(site)
    const client = visitor(site.url)
    await (await client.get('/')).arrayBuffer()
    for (let round = 0; round < rounds; round++) {
      for (const mode of ['frozen', 'refusing'] as const) {
        await (await client.get('/')).arrayBuffer()
        proxy.set(mode)
        const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)))
        for (const { what, status, retryAfter, ms } of answers) {
          expectThat(
            figures,
            status === 503 && retryAfter !== null,
            `${mode}: ${what} answered ${status}${status === 503 ? ' without Retry-After' : ''}`,
          )
          expectThat(figures, ms <= 2200 * crowded, `${mode}: ${what} took ${Math.round(ms)} ms`)
        }
        const ready = await timedInto(figures, 'longestAnswerMs', () => client.get('/readyz'))
        expectThat(figures, ready.status === 503, `${mode}: /readyz answered ${ready.status}`)
        proxy.set('open')
        await timedInto(figures, 'longestRecoveryMs', () =>
          until(
            'the site is back',
            5000 * crowded,
            async () => (await client.get('/api/blog/no-such-post')).status === 404,
          ),
        )
        await until('/readyz is back', 5000 * crowded, async () => (await client.get('/readyz')).status === 200)
      }
      figures.rounds++
    }
    expectThat(figures, figures.longestRecoveryMs <= 1500 * crowded, `recovery took ${figures.longestRecoveryMs} ms`)

    async function ask(index: number) {
      const requests = [
        {
          what: 'a sign-up',
          send: () => client.write('POST', '/api/waitlist', { email: `outage-${index}@example.com` }),
        },
        { what: 'an admin list', send: () => admin.get('/api/waitlist') },
        { what: 'an unkept item', send: () => client.get(`/api/blog/nothing-${index}-${crypto.randomUUID()}`) },
        { what: 'an unkept page', send: () => client.get(`/projects/nothing-${index}-${crypto.randomUUID()}/`) },
      ]
      const { what, send } = requests[index % requests.length]!
      const started = performance.now()
      const answer = await timedInto(figures, 'longestAnswerMs', send)
      await answer.arrayBuffer()
      return {
        what,
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        ms: performance.now() - started,
      }
    }
  } finally {
    await site.dispose()
    proxy.stop()
  }
  return figures
}

/** Pages may be asked for and frozen so often: on a crowded machine one may be rendered while notifications are late, and is not kept then. */
const mostAttempts = 5

/** Cached pages are still served while the database is frozen. */
export async function cachedDuringOutageDrill({ databaseUrl }: { databaseUrl: string }): Promise<Figures> {
  const figures = newFigures('cached pages while the database is frozen')
  const target = new URL(databaseUrl)
  const proxy = stallProxy({ hostname: target.hostname, port: Number(target.port) })
  target.hostname = '127.0.0.1'
  target.port = String(proxy.port)
  const site = await startSite({ env: { DATABASE_URL: target.href, SEED_DEMO: '1' } })
  const client = visitor(site.url)
  const paths = ['/', '/blog/', '/projects/', '/about/', '/contact/', '/legal/', '/api/blog']

  async function statusOf(path: string): Promise<number> {
    const answer = await client.get(path)
    await answer.arrayBuffer()
    return answer.status
  }

  /** Resolves to the faults. */
  async function attempt(): Promise<string[]> {
    const faults: string[] = []
    for (const path of paths)
      await until(`${path} answers`, 20_000 * crowding(), async () => (await statusOf(path)) === 200)
    proxy.set('frozen')
    figures.longestAnswerMs = 0
    for (const path of paths) {
      const status = await timedInto(figures, 'longestAnswerMs', () => statusOf(path))
      if (status !== 200) faults.push(`${path} answered ${status}`)
    }
    proxy.set('open')
    if (figures.longestAnswerMs >= 500 * crowding()) faults.push(`a kept page took ${figures.longestAnswerMs} ms`)
    return faults
  }

  try {
    do {
      figures.faults = await attempt()
      figures.rounds++
    } while (figures.faults.length > 0 && crowding() > 1 && figures.rounds < mostAttempts)
  } finally {
    proxy.set('open')
    await site.dispose()
    proxy.stop()
  }
  return figures
}
