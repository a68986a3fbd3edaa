import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#platform/db/open-database'
import { createLog } from '#platform/log/log'
import { type Client, firstAdministrator, visitor, withRetries } from '../../client'
import { crowding } from '../../crowding'
import { startSite } from '../../site-process'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto, until } from '../figures'
import { startMailServer, type Taken } from './mail-server'

/** Milliseconds after which a response of the mail server has been received and stored, on an idle machine. */
const settled = 500

type Options = DrillOptions & { readers: number }
type Standing = { state: string; total: number; sent: number; failed: number; bounced: number }

/**
 * kill -9 at random times while a newsletter is sent to many readers, of whom every seventh has no mailbox. All others
 * get it under one Message-ID each, and mails whose acceptance the site has received are not sent again.
 */
export async function newsletterDrill({ name, readers, rounds, env = {} }: Options): Promise<Figures> {
  const figures = newFigures(`kill -9 while a newsletter is sent to ${readers}, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'letters-'))
  const server = await startMailServer({ knows: (address) => numberOf(address) % 7 !== 0 })
  const options = {
    dataDir,
    env: {
      ...env,
      THROTTLE: '0',
      SEED_DEMO: '0',
      SITE_URL: 'http://127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'site@acme.example',
      MAIL_TO: 'ada@acme.example',
      MAIL_RATE: '60000',
    },
  }
  let site = await startSite(options)
  try {
    const { cookie } = await firstAdministrator(site)
    const path = `/api/newsletters/${await write(visitor(site.url, cookie))}`
    await site.stop()
    await storeReaders({ dataDir, databaseUrl: env.DATABASE_URL }, readers)
    site = await startSite(options)
    const begun = performance.now()
    await until('sending begins', 20_000 * crowding(), async () => {
      const { status } = await visitor(site.url, cookie).write('POST', `${path}/send`)
      // A crowded machine answers 503 in time, and may have begun nevertheless.
      if (![202, 409, 503].includes(status)) expectThat(figures, false, `sending answered ${status}`)
      return status === 202 || status === 409
    })
    const standing = async () => (await (await visitor(site.url, cookie).get(path)).json()) as Standing
    for (let round = 0; round < rounds; round++) {
      await Bun.sleep(300 + Math.random() * 1500)
      const asked = performance.now()
      if ((await standing()).state === 'sent') break
      const ended = site.stop('SIGKILL')
      const killedAt = performance.now()
      await ended
      // Stored in several statements, each of which may take as long as this answer did.
      server.forgive(killedAt - settled * crowding() - 10 * (killedAt - asked))
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      figures.rounds++
    }
    await until('the letter is sent', (60_000 + 60 * readers) * crowding(), async () => {
      await Bun.sleep(200)
      return (await standing()).state === 'sent'
    }).catch(async (error: unknown) => {
      const waiting = await visitor(site.url, cookie).get('/api/outbox?state=waiting')
      throw new Error(
        `${String(error)}; it stands at ${JSON.stringify(await standing())}, in the outbox wait ${(await waiting.text()).slice(0, 1000)}; the site printed ${site.output().slice(-2000)}`,
      )
    })
    console.log(`${readers} letters, ${figures.rounds} kills: ${Math.round((performance.now() - begun) / 1000)} s`)
    await audit(figures, { standing: await standing(), readers, taken: server.taken() })
    await auditOutbox(figures, visitor(site.url, cookie), readers)
  } finally {
    await site.stop('SIGKILL')
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

const numberOf = (address: string) => Number(/^reader(\d+)@/.exec(address)?.[1] ?? 1)

async function write(admin: Client): Promise<number> {
  const post = await withRetries(() =>
    admin.write('POST', '/api/blog', {
      title: 'News',
      excerpt: 'What is new',
      imageUrl: '/images/post.webp',
      content: `<p>${'What is new here. '.repeat(100)}</p>`,
    }),
  )
  const { id } = (await post.json()) as { id: number }
  const letter = await withRetries(() => admin.write('POST', '/api/newsletters', { post: id, audience: 'all' }))
  return ((await letter.json()) as { id: number }).id
}

async function storeReaders(at: { dataDir: string; databaseUrl?: string }, readers: number): Promise<void> {
  const { db, close } = await openDatabase(at, createLog('silent', false), async () => {})
  await db.execute(sql`
    insert into waitlist_subscribers (email, email_key, state, news, language)
    select 'reader' || i || '@example.com', 'reader' || i || '@example.com', 'confirmed', true, (array['en', 'es'])[1 + i % 2]
    from generate_series(1, ${readers}::int) as i`)
  await close()
}

type Audited = { standing: Standing; readers: number; taken: readonly Taken[] }

async function audit(figures: Figures, { standing, readers, taken }: Audited): Promise<void> {
  const bounced = Math.floor(readers / 7)
  const wanted = { state: 'sent', total: readers, sent: readers - bounced, failed: 0, bounced }
  const found = Object.fromEntries(Object.keys(wanted).map((key) => [key, standing[key as keyof Standing]]))
  expectThat(figures, Bun.deepEquals(found, wanted), `in the end it stands at ${JSON.stringify(found)}`)
  figures.acknowledged = wanted.sent
  const ofReader = Map.groupBy(taken, ({ to }) => to)
  for (let reader = 1; reader <= readers; reader++)
    if (reader % 7 !== 0 && !ofReader.has(`reader${reader}@example.com`)) figures.lost++
  for (const mails of ofReader.values()) {
    const ids = new Set(mails.map(({ messageId }) => messageId))
    // The site had received the acceptance of this one.
    const isHeardTwice = mails.slice(0, -1).some(({ wasHeard }) => wasHeard)
    if (ids.size > 1 || isHeardTwice) figures.doubled++
  }
}

/** One row for each reader. */
async function auditOutbox(figures: Figures, admin: Client, readers: number): Promise<void> {
  const all: { id: number; to: string; kind: string }[] = []
  for (let before = ''; ; before = `&before=${all.at(-1)?.id}`) {
    const page = (await (await admin.get(`/api/outbox?limit=200${before}`)).json()) as typeof all
    all.push(...page)
    if (page.length < 200) break
  }
  const letters = all.filter(({ kind }) => kind === 'letter')
  const isOneEach = letters.length === readers && new Set(letters.map(({ to }) => to)).size === readers
  expectThat(figures, isOneEach, `${letters.length} rows stand in the outbox`)
}
