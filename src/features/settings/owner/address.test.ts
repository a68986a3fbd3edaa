import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testConfig } from '#test/api'
import { serverDatabase, testServer } from '#test/database/server-database'
import { crowding } from '#test/crowding'
import { until } from '#test/waiting'
import { startMailServer } from '#test/network/mail-server'
import { testPipeline } from '#test/pipeline'
import { collectContent, packContent, readArchive, replaceContent } from '#test/site-content'
import { sessions } from '#auth/table'
import { createServices } from '#app/services'
import { jobs } from '#app/jobs'
import { openDatabase } from '#platform/db/open-database'
import { migrateDatabase } from '#platform/db/migrate'
import { createCacheTags } from '#platform/cache/cache-tags'
import { createChanges } from '#platform/events/changes'
import { createLog } from '#platform/log/log'
import { startScheduler } from '#platform/jobs/scheduler'
import { followSettings } from '#platform/owner/in-force'
import { ownerSettings, siteAddress } from '#platform/owner/table'
import { fingerprint, seal, unseal } from '#platform/seal'
import { commitAs } from '#platform/writes/commit'
import { system } from '#platform/events/events'
import type { Settings } from './contract'
import { storeChange } from './store'

const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
let port: number
let server: Bun.Server<undefined>
let mail: Awaited<ReturnType<typeof startMailServer>>
const secret = 'a-very-secret-password'
const logins: string[] = []

beforeAll(async () => {
  t = await testPipeline({ config: { dataDir } })
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => t.ask(new URL(request.url).pathname, { host: request.headers.get('host') }),
  })
  port = server.port!
  mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth({ username, password }, _, done) {
      logins.push(`${username}:${password}`)
      if (password === secret) done(null, { user: 'site' })
      else done(Object.assign(new Error(`Not ${password}`), { responseCode: 535 }))
    },
  })
})
beforeEach(async () => {
  await t.reset()
  await followSettings(t.services)
  mail.taken.length = 0
  logins.length = 0
  cookie = await t.signIn(here())
})
afterAll(async () => {
  await server.stop(true)
  await mail.close()
  await t.close()
  rmSync(dataDir, { recursive: true })
})

const here = () => `http://127.0.0.1:${port}`
const there = () => `http://localhost:${port}`

async function send<Json = Settings>(method: string, path: string, body?: unknown, origin = here()) {
  const answer = await t.ask(`/api/settings${path}`, {
    method,
    host: new URL(origin).host,
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: JSON.parse(text === '' ? 'null' : text) as Json & { issues?: Issue[] } }
}
type Issue = { path: string; message: string }
const put = (body: object, origin?: string) => send('PUT', '', body, origin)
const paths = ({ json }: { json: { issues?: Issue[] } }) => json.issues?.map(({ path }) => path)
const mailServer = (changes: object = {}) => ({
  host: '127.0.0.1',
  port: mail.port,
  security: 'auto',
  username: 'site',
  password: secret,
  ...changes,
})
const unconfirm = () => t.services.db.update(sessions).set({ confirmedAt: null })

test('without stored settings those of the environment are in force, and say so', async () => {
  const own = await testPipeline({
    config: {
      dataDir,
      siteUrl: 'https://acme.test',
      mail: { url: `smtps://site:${secret}@mail.acme.test`, from: 'site@acme.test', to: ['ada@acme.test'] },
      timeZone: 'Europe/Madrid',
    },
  })
  const session = await own.signIn('https://acme.test')
  const ask = (method: string, body?: object) =>
    own.ask('/api/settings', {
      method,
      headers: { cookie: session, origin: 'https://acme.test', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
  const text = await (await ask('GET')).text()
  expect(JSON.parse(text)).toMatchObject({
    siteUrl: 'https://acme.test',
    mailServer: { host: 'mail.acme.test', port: 465, security: 'tls', username: 'site', hasPassword: true },
    mailFrom: 'site@acme.test',
    mailTo: ['ada@acme.test'],
    securityContact: null,
    timeZone: 'Europe/Madrid',
    fixed: {
      siteUrl: 'SITE_URL',
      mailServer: 'SMTP_URL',
      mailFrom: 'MAIL_FROM',
      mailTo: 'MAIL_TO',
      timeZone: 'TIME_ZONE',
    },
  })
  expect(text).not.toContain(secret)
  const refused = await ask('PUT', { siteUrl: 'https://other.test', timeZone: 'Europe/Paris' })
  expect(refused.status).toBe(422)
  const { issues } = (await refused.json()) as { issues: Issue[] }
  expect(issues.map(({ path }) => path)).toEqual(['siteUrl', 'timeZone'])
  expect(issues[0]!.message).toContain('SITE_URL')
  // What was read may be sent back.
  expect((await ask('PUT', { siteUrl: 'https://acme.test', mailTo: ['ada@acme.test'] })).status).toBe(200)
  await own.close()
})

describe('the public address', () => {
  test('is stored when this site answers there, is in force at once, and the old host leads to it', async () => {
    expect(await (await t.ask('/robots.txt', { host: new URL(here()).host })).text()).toContain('Disallow: /\n')
    const answer = await put({ siteUrl: `${there()}/` })
    expect([answer.status, answer.json.siteUrl]).toEqual([200, there()])
    const old = await t.ask('/blog/?page=2', { host: new URL(here()).host })
    expect([old.status, old.headers.get('location')]).toEqual([301, `${there()}/blog/?page=2`])
    const posted = await t.ask('/api/contact', { host: new URL(here()).host, method: 'POST', body: '{}' })
    expect([posted.status, posted.headers.get('location')]).toEqual([308, `${there()}/api/contact`])
    expect((await t.ask('/healthz', { host: new URL(here()).host })).status).toBe(200)
    const robots = await (await t.ask('/robots.txt', { host: new URL(there()).host })).text()
    expect(robots).not.toContain('Disallow: /\n')
    expect(robots).toContain(`Sitemap: ${there()}/sitemap.xml`)
    expect(await (await t.ask('/sitemap.xml', { host: new URL(there()).host })).text()).toContain(`<loc>${there()}/`)
    expect((await t.ask('/', { host: 'foreign.test' })).status).toBe(421)
    // Back again: the former one no longer redirects, and the other one does.
    cookie = await secondSession(there())
    expect((await put({ siteUrl: here() }, there())).status).toBe(200)
    expect((await t.ask('/', { host: new URL(here()).host })).status).toBe(200)
    expect((await t.ask('/', { host: new URL(there()).host })).status).toBe(301)
  })

  test('is refused where another site answers, or none, or a private network begins', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Hello') })
    const elsewhere = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.redirect(there()) })
    const faults = [
      [`http://127.0.0.1:${other.port}`, 'isn’t this site'],
      [`http://127.0.0.1:${elsewhere.port}`, 'redirects'],
      ['http://10.1.2.3', 'private network'],
      [`http://localhost:${other.port}`, 'private network'],
      ['https://nowhere.invalid', 'doesn’t exist'],
      [`${here()}/path`, 'without a path'],
      ['ftp://acme.test', 'https://'],
      ['https://ada:pass@acme.test', 'user name'],
    ]
    for (const [siteUrl, message] of faults) {
      const { status, json } = await put({ siteUrl })
      expect([siteUrl, status, json.issues?.[0]?.path]).toEqual([siteUrl, 422, 'siteUrl'])
      expect(json.issues![0]!.message).toContain(message!)
    }
    expect(await t.services.db.$count(siteAddress, eq(siteAddress.url, here()))).toBe(0)
    expect(t.services.config.siteUrl).toBeUndefined()
    await other.stop(true)
    await elsewhere.stop(true)
  })

  test('only this site can answer its challenge', async () => {
    const path = `/.well-known/site-address/${crypto.randomUUID()}`
    await put({ siteUrl: there() })
    const one = await (await t.ask(path, { host: 'any.test' })).text()
    const other = await testPipeline({ config: { dataDir } })
    await other.services.db.insert(siteAddress).values({ id: 1 })
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(await (await other.ask(path)).text()).not.toBe(one)
    await other.close()
  })

  test('is removed by null, and then follows each request again', async () => {
    await put({ siteUrl: there() })
    cookie = await secondSession(there())
    expect((await put({ siteUrl: null }, there())).json.siteUrl).toBeNull()
    expect((await t.ask('/', { host: 'any.test' })).status).toBe(200)
  })
})

describe('the mail server', () => {
  test('is tried, stored with an encrypted password, and sends', async () => {
    const stored = { mailServer: mailServer(), mailFrom: 'Acme <site@acme.test>', mailTo: ['ada@acme.test'] }
    const answer = await put({ ...stored, siteUrl: there() })
    expect(answer.status).toBe(200)
    expect(answer.json.mailServer).toEqual({
      host: '127.0.0.1',
      port: mail.port,
      security: 'auto',
      username: 'site',
      hasPassword: true,
      needsPassword: false,
    })
    expect(answer.text).not.toContain(secret)
    expect(logins).toEqual([`site:${secret}`])
    expect(t.services.config.mail).toMatchObject({ from: '"Acme" <site@acme.test>', to: ['ada@acme.test'] })
    const [row] = await t.services.db.select().from(ownerSettings)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    cookie = await secondSession(there())
    const tested = await send<{ to: string }>('POST', '/mail/test', { to: 'bob@acme.test' }, there())
    expect([tested.status, tested.json.to]).toEqual([200, 'bob@acme.test'])
    expect(mail.recipients.at(-1)).toEqual(['bob@acme.test'])
    expect(mail.taken[0]).toContain('Test mail')
  })

  test('a server that does not answer, or refuses the password, is not stored', async () => {
    const wrong = await put({ mailServer: mailServer({ password: 'another-password' }) })
    expect([wrong.status, paths(wrong)]).toEqual([422, ['mailServer.password']])
    expect(wrong.text).toContain('535')
    expect(wrong.text).not.toContain('another-password')
    const away = await put({ mailServer: mailServer({ port: 1 }) })
    expect([away.status, paths(away)]).toEqual([422, ['mailServer.host']])
    const plain = await put({ mailServer: mailServer({ security: 'starttls' }) })
    expect([plain.status, paths(plain)]).toEqual([422, ['mailServer.security']])
    const unknown = await put({ mailServer: mailServer({ host: 'nowhere.invalid' }) })
    expect([unknown.status, paths(unknown)]).toEqual([422, ['mailServer.host']])
    expect((await t.services.db.select().from(ownerSettings))[0]?.mailServer ?? null).toBeNull()
  }, 20_000)

  test('the stored password is used again for the same server and user name only', async () => {
    await put({ mailServer: mailServer() })
    expect((await put({ mailServer: mailServer({ password: undefined, security: 'auto' }) })).status).toBe(200)
    for (const changed of [{ host: 'localhost' }, { port: mail.port + 1 }, { username: 'other' }]) {
      const answer = await put({ mailServer: mailServer({ ...changed, password: undefined }) })
      expect([answer.status, paths(answer)]).toEqual([422, ['mailServer.password']])
    }
    expect(logins).toEqual([`site:${secret}`])
  })

  test('a password that no key opens is reported, and never sent', async () => {
    await put({ mailServer: mailServer(), mailFrom: 'site@acme.test', mailTo: ['ada@acme.test'], siteUrl: there() })
    const key = readFileSync(join(dataDir, 'secret.key'))
    writeFileSync(join(dataDir, 'secret.key'), 'another key')
    await followSettings(t.services)
    cookie = await secondSession(there())
    expect((await send('GET', '', undefined, there())).json.mailServer).toMatchObject({ needsPassword: true })
    expect(t.services.config.mail).toBeUndefined()
    writeFileSync(join(dataDir, 'secret.key'), key)
    await followSettings(t.services)
    expect(t.services.config.mail).toBeDefined()
  })

  test('is in archives only with an encrypted password, and comes back with one', async () => {
    await put({
      mailServer: mailServer(),
      mailFrom: 'site@acme.test',
      mailTo: ['ada@acme.test'],
      timeZone: 'Europe/Madrid',
    })
    const content = await collectContent(t.services.db)
    expect(JSON.stringify(content)).toContain('v1.')
    expect(JSON.stringify(content)).not.toContain(secret)
    expect(Object.keys(content)).not.toContain('siteAddress')
    await put({ siteUrl: there() })
    const before = t.services.config.siteUrl
    await replaceContent(t.services, await readArchive(await packContent(content)))
    await followSettings(t.services)
    expect(t.services.config).toMatchObject({ mailFrom: 'site@acme.test', timeZone: 'Europe/Madrid', siteUrl: before })
    expect(t.services.config.mail?.url).toContain(`site:${secret}@127.0.0.1:${mail.port}`)
    // Another server cannot get the password by an archive.
    const [row] = content.ownerSettings!
    const stolen = { ...row, mailServer: { ...(row!.mailServer as object), host: 'evil.test' } }
    await replaceContent(t.services, { ...content, ownerSettings: [stolen] })
    await followSettings(t.services)
    expect(t.services.config.mail).toBeUndefined()
  })

  test('the addresses of mails are checked', async () => {
    const faults = await put({ mailFrom: 'nobody', mailTo: ['ada@acme.test', 'Bob'], securityContact: 'here' })
    expect([faults.status, paths(faults)]).toEqual([422, ['mailFrom', 'mailTo.1', 'securityContact']])
    expect((await put({ timeZone: 'Mars/Base' })).status).toBe(422)
    const { json } = await put({ securityContact: 'security@acme.test', timeZone: 'europe/madrid' })
    expect(json).toMatchObject({ securityContact: 'security@acme.test', timeZone: 'Europe/Madrid' })
    const text = await (await t.ask('/.well-known/security.txt')).text()
    expect(text).toContain('Contact: mailto:security@acme.test\n')
  })
})

test('what leads mails and visitors elsewhere is confirmed with the password; the time zone is not', async () => {
  await unconfirm()
  for (const change of [
    { siteUrl: there() },
    { mailServer: mailServer() },
    { mailFrom: 'site@acme.test' },
    { mailTo: ['eve@acme.test'] },
    { securityContact: 'eve@acme.test' },
  ]) {
    const refused = await put(change)
    expect([Object.keys(change), refused.status, paths(refused)]).toEqual([
      Object.keys(change),
      403,
      ['currentPassword'],
    ])
  }
  expect((await send('POST', '/mail/test', { mailServer: mailServer() })).status).toBe(403)
  expect((await put({ timeZone: 'Europe/Madrid', messagesKeptDays: 30 })).status).toBe(200)
  expect(logins).toEqual([])
})

test.skipIf(!testServer)(
  'a change is in force in every process within a second',
  async () => {
    const shared = await serverDatabase()
    const log = createLog('silent', false)
    const machine = async () => {
      const database = await openDatabase({ databaseUrl: shared.url, dataDir: '' }, log, migrateDatabase)
      const { channel, db, close } = database
      const services = createServices({
        config: { ...testConfig, databaseUrl: shared.url, dataDir },
        db,
        cacheTags: createCacheTags({ channel }),
        changes: createChanges({ channel }),
        log,
      })
      const follow = jobs.filter(({ name }) => name === 'follow the settings')
      return { services, close, stop: startScheduler(follow, services) }
    }
    const [one, other] = [await machine(), await machine()]
    await until(async () => !one.services.changes.isLocalOnly() && !other.services.changes.isLocalOnly())
    await Bun.sleep(300)
    const cached = other.services.cacheTags.stamp(['post'])
    const changed = performance.now()
    await commitAs(
      one.services,
      system,
      () => undefined,
      (tx) => storeChange(tx, { timeZone: 'Europe/Madrid', siteUrl: 'https://acme.test' }, []),
    )
    await until(async () => other.services.config.siteUrl === 'https://acme.test')
    expect(performance.now() - changed).toBeLessThan(1000 * crowding())
    expect(other.services.config.timeZone).toBe('Europe/Madrid')
    expect(other.services.cacheTags.stamp(['post'])).not.toBe(cached)
    for (const { stop, close } of [one, other]) {
      await stop()
      await close()
    }
    await shared.drop()
  },
  20_000,
)

test('pages show days on the clock of the site, from the moment when a time zone is set', async () => {
  await t.publish('first', 'First', { publishedAt: '2026-03-01T20:00:00.000Z' })
  const page = async () => (await t.ask('/blog/first/')).text()
  expect(await page()).toContain('March 1, 2026')
  expect((await put({ timeZone: 'Pacific/Auckland' })).status).toBe(200)
  expect(await page()).toContain('March 2, 2026')
  expect(await page()).toContain('"timeZone":"Pacific/Auckland"')
  expect((await put({ timeZone: null })).json.timeZone).toBeNull()
  expect(await page()).toContain('March 1, 2026')
})

test('a sealed secret opens with its key and for its context only', () => {
  const config = { ...testConfig, dataDir, secretKey: 'x'.repeat(32) }
  const sealed = seal(config, secret, 'one')
  expect(unseal(config, sealed, 'one')).toBe(secret)
  expect(unseal(config, sealed, 'two')).toBeUndefined()
  expect(unseal({ ...config, secretKey: 'y'.repeat(32) }, sealed, 'one')).toBeUndefined()
  expect(seal(config, secret, 'one')).not.toBe(sealed)
  expect(fingerprint(config, secret)).toBe(fingerprint(config, secret))
  const byFile = seal({ ...config, secretKey: undefined }, secret, 'one')
  expect(unseal(config, byFile, 'one')).toBe(secret)
})

async function secondSession(origin: string): Promise<string> {
  const { insertSession } = await import('#auth/sessions/sessions')
  return (await insertSession(t.services.db, 1, origin, undefined, true)).cookie.split(';')[0] ?? ''
}
