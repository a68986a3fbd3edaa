import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { administrator, type Client, firstAdministrator, visitor } from '../../client'
import { crowding } from '../../crowding'
import { type SiteProcess, startSite } from '../../site-process'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto, until } from '../figures'

const behaviours = ['takes', 'stalls', 'refuses', 'takes late'] as const
type Behaviour = (typeof behaviours)[number]
type DeliveredEvent = { id: string; message: number }

/**
 * kill -9 during webhook deliveries, with every behaviour of the receiver. Every acknowledged message is delivered in
 * the end, under one id for all attempts, and signed.
 */
export async function webhookDrill({ name, rounds, env = {} }: DrillOptions): Promise<Figures> {
  const figures = newFigures(`kill -9 while webhooks are told, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'webhooks-'))
  const receiver = startReceiver()
  const options = { dataDir, env: { ...env, THROTTLE: '0', SEED_DEMO: '0', WEBHOOK_ALLOW: '127.0.0.0/8' } }
  const acknowledged: string[] = []
  let site = await startSite(options)
  try {
    const { cookie } = await firstAdministrator(site)
    const added = await visitor(site.url, cookie).write('POST', '/api/webhooks', {
      url: receiver.url,
      events: ['message.received'],
      currentPassword: administrator.password,
    })
    const { id, secret } = (await added.json()) as { id: number; secret: string }
    receiver.trust(secret)
    for (let round = 0; round < rounds; round++) {
      receiver.behave(behaviours[round % behaviours.length]!)
      const writing = startWriting(site, acknowledged)
      await Bun.sleep(200 + Math.random() * 800)
      const ended = site.stop('SIGKILL')
      await Promise.all([writing.stop(), ended])
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      figures.rounds++
    }
    receiver.behave('takes')
    const admin = visitor(site.url, cookie)
    await redeliverAll(admin, id)
    await audit(figures, admin, { acknowledged, told: receiver.told })
    expectThat(figures, receiver.faults === 0, `${receiver.faults} signatures were wrong`)
  } finally {
    await site.stop('SIGKILL')
    await receiver.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

function startReceiver() {
  let behaviour: Behaviour = 'takes'
  let verifier: Verifier | undefined
  const told: DeliveredEvent[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 30,
    async fetch(request) {
      if (behaviour === 'stalls') return new Promise<Response>(() => {})
      if (behaviour === 'refuses') return new Response(null, { status: 503 })
      const body = await request.text()
      try {
        verifier?.verify(body, Object.fromEntries(request.headers))
      } catch {
        receiver.faults++
      }
      const { data } = JSON.parse(body) as { data: { id: number } }
      told.push({ id: request.headers.get('webhook-id') ?? '', message: data.id })
      // If killed before the response, the site never learns that it was accepted.
      if (behaviour === 'takes late') await Bun.sleep(300)
      return new Response(null, { status: 204 })
    },
  })
  const receiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    told,
    faults: 0,
    trust: (secret: string) => void (verifier = new Verifier(secret)),
    behave: (wanted: Behaviour) => void (behaviour = wanted),
    stop: () => server.stop(true),
  }
  return receiver
}

function startWriting(site: SiteProcess, acknowledged: string[]) {
  let going = true
  const loops = Array.from({ length: 4 }, async () => {
    while (going) {
      const subject = crypto.randomUUID()
      const body = { name: 'Bob', email: 'bob@example.com', subject, message: `About ${subject}` }
      try {
        const answer = await visitor(site.url).write('POST', '/api/contact', body)
        if (answer.status === 201) acknowledged.push(subject)
      } catch {
        await Bun.sleep(20)
      }
      await Bun.sleep(50)
    }
  })
  return {
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}

type Listed = { id: number; state: string; nextAttemptAt: string | null }

/** Waits until nothing is pending; deliveries with a distant retry are retried now, as an administrator would. */
async function redeliverAll(admin: Client, webhook: number): Promise<void> {
  const path = `/api/webhooks/${webhook}/deliveries`
  const listed = async (): Promise<Listed[]> => {
    const all: Listed[] = []
    for (let before = ''; ; before = `&before=${all.at(-1)?.id}`) {
      const page = (await (await admin.get(`${path}?limit=200${before}`)).json()) as Listed[]
      all.push(...page)
      if (page.length < 200) return all
    }
  }
  await until('every delivery is sent', 60_000 * crowding(), async () => {
    const left = (await listed()).filter(({ state }) => state !== 'sent')
    const late = left.filter(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') > Date.now() + 10_000)
    for (const { id } of late) await admin.write('POST', `${path}/${id}/retry`)
    if (left.length > 0) await Bun.sleep(500)
    return left.length === 0
  })
}

type Audited = { acknowledged: readonly string[]; told: readonly DeliveredEvent[] }

async function audit(figures: Figures, admin: Client, { acknowledged, told }: Audited): Promise<void> {
  const messages = (await (await admin.get('/api/contact')).json()) as { id: number; subject: string }[]
  const stored = new Map(messages.map(({ id, subject }) => [subject, id]))
  const ids = Map.groupBy(told, ({ message }) => message)
  figures.acknowledged = acknowledged.length
  figures.lost = acknowledged.filter((subject) => !ids.has(stored.get(subject) ?? 0)).length
  // A retry under the same id is expected by receivers; under another id it is a duplicate.
  figures.doubled = [...ids.values()].filter((tries) => new Set(tries.map(({ id }) => id)).size > 1).length
  expectThat(figures, acknowledged.length > 0, 'nothing was written')
  const known = new Set(messages.map(({ id }) => id))
  expectThat(
    figures,
    told.every(({ message }) => known.has(message)),
    'what was never stored was told',
  )
}
