import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { getTableName, sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { createAdministrator, hasAdministrator } from '#auth/store'
import { insertSession } from '#auth/sessions/sessions'
import { passkeys, recoveryCodes, totpSecrets } from '#auth/second-factor/table'
import { sessions } from '#auth/table'
import type { Database } from '#platform/db/database'
import { openDatabase } from '#platform/db/open-database'
import type { WriteEvent } from '#platform/events/events'
import { createCacheTags } from '#platform/cache/cache-tags'
import { createLog } from '#platform/log/log'
import type { Services } from '#platform/services'
import { contactMessages, messageReplies } from '#features/messages/table'
import { listMessages } from '#features/messages/store'
import { posts } from '#features/posts/table'
import { projects } from '#features/projects/table'
import { newsletterMails, newsletters } from '#features/newsletters/table'
import { waitlistLinks, waitlistSubscribers } from '#features/waitlist/table'
import { testServices } from '#test/api'
import type { TestDatabase } from '#test/database/database'
import { collectContent, packContent, readArchive, replaceContent } from '#test/site-content'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { until } from '#test/waiting'
import { requestOwner, openBackupSocket } from './backup-socket'
import { prepareContent } from './start-up'
import { fillWhenEmpty } from './fill'
import { type SiteContent, contentTables, passingTables, stayingTables } from './site-content'
import { textsIn } from '#test/content/texts-in'

let site: TestDatabase
let services: Services
beforeAll(async () => {
  const made = await testServices()
  services = made.services
  site = { ...made, db: services.db }
  slowOwner = askSlowOwner()
})
beforeEach(() => site.reset())
afterAll(() => site.close())

let slowOwner: ReturnType<typeof askSlowOwner>

/**
 * Simulates an operator who answers a prompt after the timeouts of server and client: meanwhile the other tests run.
 */
function askSlowOwner() {
  const dataDir = mkdtempSync(join(tmpdir(), 'backup-'))
  const { promise, resolve: resume } = Promise.withResolvers<void>()
  const late = Promise.all([Bun.sleep(13_000), promise])
  const slow = async <Result>(work: (db: Database) => Promise<Result>) => {
    await late
    return work(site.db)
  }
  const socket = openBackupSocket({
    ...services,
    config: { ...services.config, dataDir },
    withDedicatedConnection: slow,
  })
  return {
    asked: requestOwner(dataDir),
    resume,
    async stop() {
      await socket?.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Starter content, unusual texts, spam, an answered message, and a signed-in administrator. */
async function fill(db: Database): Promise<SiteContent> {
  await fillWhenEmpty(services)
  const ada = await createAdministrator(db, { username: 'Ada', password: 'a long enough password' })
  await insertSession(db, ada.id, 'http://localhost')
  await db.insert(totpSecrets).values({ userId: ada.id, secret: 'JBSWY3DPEHPK3PXP', usedSteps: [59_000_000] })
  await db.insert(passkeys).values({
    userId: ada.id,
    name: 'Key',
    credentialId: 'AAAA',
    publicKey: 'pQEC',
    counter: 4_294_967_295,
    transports: ['usb', 'nfc'],
  })
  await db.insert(recoveryCodes).values(['a', 'b'].map((letter) => ({ userId: ada.id, codeHash: letter.repeat(64) })))
  await db.insert(waitlistSubscribers).values([
    { email: 'usuario@español.es', emailKey: 'usuario@español.es', state: 'confirmed' },
    { email: 'bot@example.com', emailKey: null, spam: true },
  ])
  await db
    .insert(waitlistLinks)
    .values({ tokenHash: 'a'.repeat(64), purpose: 'unsubscribe', subscriberId: 1, language: 'es' })
  await db.insert(newsletters).values({ post: 1, subject: textsIn('News', { es: '' }), audience: 'all', state: 'sent' })
  await db.insert(newsletterMails).values({ newsletterId: 1, subscriberId: 1, language: 'es', state: 'sent' })
  await db.insert(contactMessages).values({
    name: '‮Zoë 🦜',
    email: 'z@example.com',
    subject: 'a\nb',
    message: '"\\ \u2028 <b>',
    submittedAt: '2026-01-02T03:04:05.678Z',
    read: true,
  })
  await db.insert(contactMessages).values({
    name: 'Clocks',
    email: 'c@example.com',
    subject: 'Clocks',
    message: 'Clocks',
    spam: true,
    spamScore: 60,
    spamReasons: [{ rule: 'links', count: 5 }],
    spamSince: '2026-02-03T04:05:06.789Z',
    textHash: 'abc',
    language: 'es',
  })
  await db
    .insert(messageReplies)
    .values({ messageId: 1, byId: 1, byName: 'Ada', body: 'Tick\ntock', mailMessageId: '<a@acme.example>' })
  return collectContent(db)
}

test('a restore puts back every row as it was, and signs everybody out', async () => {
  const content = await fill(site.db)
  expect(content.posts!.length).toBeGreaterThan(5)
  expect(await site.db.$count(sessions)).toBe(1)
  const archive = await packContent(content)
  await site.db.delete(projects)
  await site.db.update(posts).set({ title: 'changed' })
  await site.db.insert(waitlistSubscribers).values({ email: 'later@example.com', emailKey: 'later@example.com' })
  expect(await replaceContent(services, await readArchive(archive))).toBeNull()
  expect(await collectContent(site.db)).toEqual(content)
  expect(await site.db.$count(sessions)).toBe(0)
})

test('an archive of a release without folders and replies is restored, too', async () => {
  const content = await fill(site.db)
  const later = ['archived', 'spamScore', 'spamReasons', 'spamSince', 'textHash', 'language']
  const bare = content.messages!.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !later.includes(name))),
  )
  await replaceContent(services, await readArchive(await packContent({ ...content, messages: bare, replies: [] })))
  expect(await (await listMessages(site.db, { folder: 'all' })).whole()).toMatchObject([
    { name: 'Clocks', folder: 'spam', spam: { score: 100 } },
    { subject: 'a\nb', folder: 'inbox', read: true, spam: { score: 0, reasons: [] }, replies: 0 },
  ])
})

test('a restore is one event, and clears all caches', async () => {
  const content = await fill(site.db)
  const heard: WriteEvent[] = []
  const stop = services.events.subscribe((event) => void heard.push(event))
  const before = services.cacheTags.stamp(['project'])
  await replaceContent(services, content)
  stop()
  expect(heard).toEqual([{ kind: 'site', action: 'updated', id: null, name: 'site.updated', actor: { is: 'system' } }])
  expect(services.cacheTags.stamp(['project'])).not.toBe(before)
})

test('ids continue above those of the archive', async () => {
  const content = await fill(site.db)
  await site.reset()
  await replaceContent(services, content)
  const [added] = await site.db
    .insert(waitlistSubscribers)
    .values({ email: 'n@example.com', emailKey: 'n@example.com' })
    .returning()
  expect(added?.id).toBe(Math.max(...content.subscribers!.map(({ id }) => Number(id))) + 1)
})

test('restoring an archive without an administrator creates a set-up code', async () => {
  const content = await fill(site.db)
  expect(
    await replaceContent(services, { ...content, users: [], totpSecrets: [], passkeys: [], recoveryCodes: [] }),
  ).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect(await hasAdministrator(site.db)).toBe(false)
})

test('a restore that the database refuses changes nothing', async () => {
  const content = await fill(site.db)
  const [first] = content.posts!
  const twice = { ...content, posts: [first!, { ...first!, id: 999 }] }
  await expect(replaceContent(services, twice)).rejects.toThrow()
  expect(await collectContent(site.db)).toEqual(content)
  expect(await site.db.$count(sessions)).toBe(1)
})

describe('an archive is refused before anything is touched', () => {
  let archive: Uint8Array
  let unpacked: string
  beforeAll(async () => {
    await site.reset()
    archive = await packContent(await fill(site.db))
    unpacked = gunzipSync(archive).toString()
  })

  const faultOf = async (change: (text: string) => string) => {
    const changed = change(unpacked)
    expect(changed).not.toBe(unpacked)
    return readArchive(gzipSync(changed)).then(
      () => 'accepted',
      (error: Error) => error.message,
    )
  }
  /** With a corrected checksum, as an attacker would. */
  const forged = (change: (lines: string) => string) => (text: string) => {
    const end = text.indexOf('\n') + 1
    const lines = change(text.slice(end))
    const head = JSON.parse(text.slice(0, end))
    return `${JSON.stringify({ ...head, sha256: new Bun.CryptoHasher('sha256').update(lines).digest('hex') })}\n${lines}`
  }

  test('when it is of another format', async () => {
    await expect(readArchive(new TextEncoder().encode('hello'))).rejects.toThrow('no archive of this site')
    await expect(readArchive(gzipSync('hello'))).rejects.toThrow('no archive of this site')
    await expect(readArchive(new Uint8Array())).rejects.toThrow('no archive of this site')
  })
  test('when it is truncated', async () => {
    await expect(readArchive(archive.subarray(0, archive.length - 100))).rejects.toThrow('damaged')
  })
  test('when a character has changed', async () => {
    expect(await faultOf((text) => text.replace('usuario@', 'usuaria@'))).toContain('checksum')
  })
  test('when it is of a newer version', async () => {
    expect(await faultOf((text) => text.replace(/"schema":\d+/, '"schema":9999999999999'))).toContain('newer')
  })
  test('when a row is invalid', async () => {
    expect(await faultOf(forged((lines) => lines.replace('"read":true', '"read":"yes"')))).toContain('messages.read')
    expect(await faultOf(forged((lines) => lines.replace('"read":true', '"read":true,"extra":1')))).toContain(
      'messages.',
    )
    expect(await faultOf(forged((lines) => lines.replace('"read":true,', '')))).toContain('messages.read')
    expect(await faultOf(forged((lines) => lines.replace('"a\\nb"', '"a\\u0000b"')))).toContain('messages.subject')
    expect(await faultOf(forged((lines) => lines.replace('2026-01-02T03', '2026-13-02T03')))).toContain(
      'messages.submittedAt',
    )
    expect(await faultOf(forged((lines) => lines.replace('"first":true', '"first":false')))).toContain('users.first')
    expect(await faultOf(forged((lines) => lines.replace('"page":"home"', '"page":"start"')))).toContain('pages.page')
    expect(await faultOf(forged((lines) => lines.replace('["messages"', '["sessions"')))).toContain('no row')
  }, 20_000)
  test('when rows are missing', async () => {
    expect(await faultOf(forged((lines) => lines.replace(/^\["subscribers".*\n/m, '')))).toContain('counts')
  })
})

test('an archive is a snapshot, whatever is written while it is read', async () => {
  const count = 600
  await site.db.execute(sql`
    insert into contact_messages (name, email, subject, message, spam_score)
    select 'Ada', 'ada@example.com', 'About ' || i, repeat('loom ', 100), 10 from generate_series(1, ${count}::int) as i`)
  let isRead = false
  let moves = 0
  const writing = (async () => {
    for (; !isRead; moves++) {
      const [from, to] = [1 + ((moves * 7) % count), 1 + ((moves * 13 + 5) % count)]
      // Two records swap a value; deleted ones come back with another id.
      await site.db.transaction(async (tx) => {
        await tx.execute(
          sql`update contact_messages set spam_score = spam_score - 1 where subject = ${`About ${from}`}`,
        )
        await tx.execute(sql`update contact_messages set spam_score = spam_score + 1 where subject = ${`About ${to}`}`)
        const gone = sql`delete from contact_messages where subject = ${`About ${count - (moves % count)}`}`
        await tx.execute(sql`
          with gone as (${gone} returning *)
          insert into contact_messages (name, email, subject, message, spam_score)
          select name, email, subject, message, spam_score from gone`)
      })
      await Bun.sleep(1)
    }
  })()
  try {
    // Repeated until enough was written meanwhile.
    do {
      const { messages = [] } = await collectContent(site.db)
      expect(messages).toHaveLength(count)
      expect(new Set(messages.map(({ subject }) => subject)).size).toBe(count)
      expect(messages.reduce((sum, { spamScore }) => sum + Number(spamScore), 0)).toBe(count * 10)
      const ids = messages.map(({ id }) => Number(id))
      expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    } while (moves < 20)
  } finally {
    isRead = true
    await writing
  }
})

test('the lock of the database is waited for as long as it takes', async () => {
  await fill(site.db)
  slowOwner.resume()
  const answer = await slowOwner.asked
  expect(await readArchive(await answer!.bytes())).toEqual(await collectContent(site.db))
  await slowOwner.stop()
}, 60_000)

test('every table of the database is classified as content or as runtime state', async () => {
  const { rows } = z
    .object({ rows: z.array(z.object({ tablename: z.string() })) })
    .parse(normalized(await site.db.execute(sql`select tablename from pg_tables where schemaname = 'public'`)))
  const content = Object.values(contentTables).map(({ table }) => table)
  const known = [...content, ...passingTables, ...stayingTables].map((table) => getTableName(table))
  expect(rows.map(({ tablename }) => tablename).toSorted()).toEqual(known.toSorted())
})

/** One driver returns the rows, the other an object with them. */
const normalized = (answer: unknown) => (Array.isArray(answer) ? { rows: [...answer] } : answer)

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('with a PostgreSQL server', () => {
  let server: ServerDatabase
  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(() => server?.drop())

  test('an archive can be restored to the server and back', async () => {
    const here = await fill(site.db)
    const external = await openDatabase({ databaseUrl: server.url, dataDir: '' }, createLog('silent', false), (db) =>
      prepareContent(db, services.config, services.log),
    )
    await external.withDedicatedConnection(async (db) =>
      replaceContent({ ...services, db }, await readArchive(await packContent(here))),
    )
    const there = await external.withDedicatedConnection(collectContent)
    expect(there).toEqual(here)
    await site.reset()
    await replaceContent(services, await readArchive(await packContent(there)))
    expect(await collectContent(site.db)).toEqual(here)
    await external.close()
  }, 30_000)

  test('every process clears its caches when an archive is restored', async () => {
    const content = await fill(site.db)
    const external = await openDatabase({ databaseUrl: server.url, dataDir: '' }, createLog('silent', false), (db) =>
      prepareContent(db, services.config, services.log),
    )
    const cacheTags = createCacheTags({ channel: external.channel })
    await until(() => cacheTags.isCurrent())
    const before = cacheTags.stamp(['page'])
    await external.withDedicatedConnection((db) =>
      replaceContent({ ...services, db, cacheTags: createCacheTags({ announces: true }) }, content),
    )
    await until(() => cacheTags.isCurrent() && cacheTags.stamp(['page']) !== before)
    await external.close()
  }, 30_000)
})
