import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, firstAdministrator, visitor, withRetries } from '../../client'
import { crowding } from '../../crowding'
import { type SiteProcess, startSite } from '../../site-process'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto, until } from '../figures'
import { behaviours, startMailServer, type Taken } from './mail-server'

/** Milliseconds after which a response of the mail server has been received and stored, on an idle machine. */
const settled = 500
const recipients = ['ada@acme.example', 'grace@acme.example']

/**
 * kill -9 while mails are written and sent, with every behaviour of the mail server: it accepts mails, is unreachable,
 * stalls, drops the connection before and after acceptance, refuses temporarily and permanently. Every acknowledged
 * message is mailed to each recipient, and mails whose acceptance the site has received are not sent again.
 */
export async function mailDrill({ name, rounds, env = {} }: DrillOptions): Promise<Figures> {
  const figures = newFigures(`kill -9 while mails are sent, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  const server = await startMailServer()
  const options = {
    dataDir,
    env: {
      ...env,
      THROTTLE: '0',
      SEED_DEMO: '0',
      SITE_URL: 'http://127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'site@acme.example',
      MAIL_TO: recipients.join(','),
    },
  }
  const written: string[] = []
  let site = await startSite(options)
  try {
    const { cookie } = await firstAdministrator(site)
    const plan = Array.from({ length: rounds }, (_, round) => behaviours[round % behaviours.length]!)
    for (const behaviour of plan) {
      server.behave(behaviour)
      const writing = startWriting(site, written)
      await Bun.sleep(400 + Math.random() * 1600)
      const ended = site.stop('SIGKILL')
      const killedAt = performance.now()
      await Promise.all([writing.stop(), ended])
      server.forgive(killedAt - settled * crowding())
      // Sometimes it is unreachable while the site restarts.
      if (Math.random() < 0.5) server.behave('takes')
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      figures.rounds++
    }
    server.behave('takes')
    await sendAll(figures, site, visitor(site.url, cookie))
    audit(figures, written, server.taken())
    await auditOutbox(figures, visitor(site.url, cookie), written)
  } finally {
    await site.stop('SIGKILL')
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

/** Several processes send at the same time, and each mail is sent once. */
export async function mailWorkersDrill({
  databaseUrl,
  mails,
}: {
  databaseUrl: string
  mails: number
}): Promise<Figures> {
  const figures = newFigures('mails of two processes, PostgreSQL')
  const server = await startMailServer()
  server.behave('refuses for now')
  const env = {
    DATABASE_URL: databaseUrl,
    WORKERS: '2',
    THROTTLE: '0',
    SEED_DEMO: '0',
    SITE_URL: 'http://127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'site@acme.example',
    MAIL_TO: recipients.join(','),
  }
  let site = await startSite({ env })
  try {
    const { cookie } = await firstAdministrator(site)
    const written: string[] = []
    await Promise.all(Array.from({ length: mails }, (_, index) => write(site, `two-${index}`, written)))
    server.behave('takes')
    // A start retries everything at once, in both processes.
    await site.stop()
    site = await timedInto(figures, 'longestRecoveryMs', () => startSite({ env }))
    await sendAll(figures, site, visitor(site.url, cookie))
    audit(figures, written, server.taken())
    figures.rounds = 1
  } finally {
    await site.dispose()
    await server.stop()
  }
  return figures
}

function startWriting(site: SiteProcess, written: string[]) {
  let going = true
  const loops = Array.from({ length: 4 }, async (_, index) => {
    for (let turn = 0; going; turn++) {
      await write(site, `${site.pid}-${index}-${turn}`, written)
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

async function write(site: SiteProcess, subject: string, written: string[]): Promise<void> {
  const body = { name: 'Bob', email: 'bob@example.com', subject, message: `About ${subject}: ${crypto.randomUUID()}` }
  try {
    const answer = await visitor(site.url).write('POST', '/api/contact', body)
    if (answer.status === 201) written.push(subject)
  } catch {
    await Bun.sleep(20)
  }
}

/** Waits until the outbox is empty; permanently refused mails are retried, as an administrator would. */
async function sendAll(figures: Figures, site: SiteProcess, admin: Client): Promise<void> {
  const listed = await withRetries(() => admin.get('/api/outbox?state=failed&limit=200'))
  for (const { id } of (await listed.json()) as { id: number }[]) {
    const answer = await withRetries(() => admin.write('POST', `/api/outbox/${id}/retry`))
    expectThat(figures, answer.status === 200, `trying again answered ${answer.status}`)
  }
  await until('every mail is sent', 60_000 * crowding(), async () => {
    const { waiting, failed: left } = (await (await admin.get('/api/mail')).json()) as Record<string, number>
    if (left && left > 0) await sendAll(figures, site, admin)
    return waiting === 0
  })
}

/** Compares the mail server's mails with the acknowledged messages. */
function audit(figures: Figures, written: string[], taken: readonly Taken[]): void {
  const nameOf = ({ to, subject }: Taken) => `${to} ${subject.replace('Bob: ', '')}`
  const needed = written.flatMap((subject) => recipients.map((to) => `${to} ${subject}`))
  const came = new Set(taken.map(nameOf))
  figures.acknowledged += needed.length
  figures.lost += needed.filter((mail) => !came.has(mail)).length
  const heard = new Set<string>()
  const ids = new Map<string, string>()
  for (const mail of taken) {
    // The site had received the acceptance of this one.
    if (heard.has(mail.messageId)) figures.doubled++
    if (mail.wasHeard) heard.add(mail.messageId)
    const known = ids.get(nameOf(mail)) ?? mail.messageId
    expectThat(figures, known === mail.messageId && known !== '', 'a mail changed its Message-ID')
    ids.set(nameOf(mail), known)
  }
}

async function auditOutbox(figures: Figures, admin: Client, written: string[]): Promise<void> {
  const status = (await (await withRetries(() => admin.get('/api/mail'))).json()) as { ok: boolean; failed: number }
  expectThat(figures, status.ok && status.failed === 0, `in the end mail stands at ${JSON.stringify(status)}`)
  expectThat(figures, written.length > 0, 'nothing was written')
}
