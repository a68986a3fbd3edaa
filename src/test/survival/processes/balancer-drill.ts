import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator, signIn } from '../../client'
import { freePort } from '../../network/free-port'
import { lackingForServers, newServer } from '../../database/postgres-cluster'
import { type SiteProcess, startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto, until } from '../figures'

const program = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })
const clients = 16

/** The configuration in docs/reliability.md. */
const settings = (port: number, sites: readonly number[]) => `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend visitors
  bind 127.0.0.1:${port}
  default_backend site
backend site
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  http-request disable-l7-retry unless { method GET HEAD }
  default-server check inter 500ms fall 1 rise 1
${sites.map((site, index) => `  server site${index} 127.0.0.1:${site}`).join('\n')}
`

/**
 * Two processes behind HAProxy are restarted one after the other while clients read and write through it, on persistent
 * and new connections: no request may fail. `drainSeconds` is the site's DRAIN_SECONDS.
 */
export async function balancerDrill({
  requests,
  drainSeconds,
}: {
  requests: number
  drainSeconds: number
}): Promise<Figures | { leftOut: string }> {
  const name = `rolling restart of two processes behind HAProxy, DRAIN_SECONDS=${drainSeconds}`
  const lacking = program ? lackingForServers() : 'there is no haproxy'
  if (lacking) return { leftOut: `${name}: ${lacking}` }
  const figures = newFigures(name)
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'))
  const { server, dispose } = await newServer()
  const sites: SiteProcess[] = []
  let balancer: Bun.Subprocess | undefined
  try {
    const ports = [freePort(), freePort()]
    const env = {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
      THROTTLE: '0',
      SEED_DEMO: '1',
      DRAIN_SECONDS: String(drainSeconds),
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
    }
    const start = (index: number) => startSite({ env: { ...env, PORT: String(ports[index]) } })
    sites.push(await start(0), await start(1))
    const port = freePort()
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, settings(port, ports))
    balancer = Bun.spawn([program ?? '', '-db', '-f', file], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    const url = `http://127.0.0.1:${port}`
    await until('the balancer answers', 10_000, async () => (await fetch(`${url}/readyz`)).ok)
    const visitors = startVisitors(figures, url)
    for (let index = 0; index < sites.length; index++) {
      await visitors.more(requests / 5)
      const old = sites[index]!
      const code = await timedInto(figures, 'longestRecoveryMs', () => old.stop('SIGTERM'))
      expectThat(figures, code === 0, `exit code ${code}`)
      await old.dispose()
      sites[index] = await start(index)
      // Time for the balancer to notice.
      await Bun.sleep(1500)
      figures.rounds++
    }
    await visitors.more(requests / 5)
    await visitors.until(requests)
    await visitors.stop()
    const admin = await signIn(sites[0]!)
    const subscribers = (await (await admin.get('/api/waitlist')).json()) as { email: string }[]
    const found = new Set(subscribers.map(({ email }) => email))
    figures.acknowledged = visitors.written.length
    figures.lost = visitors.written.filter((email) => !found.has(email)).length
    figures.doubled = subscribers.length - found.size
    console.log(`  ${visitors.count()} requests, ${figures.faults.length} failed`)
  } finally {
    balancer?.kill()
    await balancer?.exited
    for (const site of sites) await site.dispose()
    dispose()
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

function startVisitors(figures: Figures, url: string) {
  const written: string[] = []
  let sent = 0
  let going = true

  async function send(client: number, turn: number) {
    // Every other client uses a new connection each time.
    const headers: Record<string, string> = client % 2 === 0 ? {} : { connection: 'close' }
    const init = { headers, keepalive: client % 2 === 0, signal: AbortSignal.timeout(20_000) }
    const kind = turn % 5
    if (kind === 0) {
      const email = `balancer-${client}-${turn}@example.com`
      const body = JSON.stringify({ email })
      const answer = await fetch(`${url}/api/waitlist`, {
        ...init,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', origin: url },
        body,
      })
      await answer.arrayBuffer()
      if (answer.status === 201) written.push(email)
      return { what: 'a sign-up', held: answer.status === 201, status: answer.status }
    }
    const [path, status] = [
      ['/', 200],
      ['/api/projects', 200],
      [`/api/blog/nothing-${client}-${turn}`, 404],
      ['/blog/', 200],
    ][kind - 1] as [string, number]
    const answer = await fetch(url + path, init)
    await answer.arrayBuffer()
    return { what: path, held: answer.status === status, status: answer.status }
  }

  const loops = Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; going; turn++) {
      sent++
      try {
        const { what, held, status } = await timedInto(figures, 'longestAnswerMs', () => send(client, turn))
        expectThat(figures, held, `${what} answered ${status}`)
      } catch (error) {
        expectThat(figures, false, `a request was not answered: ${String(error)}`)
      }
      await Bun.sleep(5)
    }
  })

  const reach = (count: number) => until(`${count} requests are sent`, 120_000, async () => sent >= count)
  return {
    written,
    count: () => sent,
    more: (by: number) => reach(sent + by),
    until: reach,
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}
