import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillWhenEmpty } from '#app/content/fill'
import { contentTables } from '#app/content/site-content'
import type { Backup } from '#contract/backups'
import { media } from '#features/media/table'
import { claimBackup } from './store'
import { backups, backupSettings } from './table'
import { makePrivateFolder } from './backup-storage'
import { outbox } from '#platform/mail/table'
import { sessions } from '#auth/table'
import { testApi } from '#test/api'
import { readArchive, unpackArchive } from '#test/site-content'
import { until } from '#test/waiting'
import { makeBackup } from './make-backup'
import { backUpWhenDue, isDue, scanBackupStorage, recoverBackups } from './jobs'

const dataDir = mkdtempSync(join(tmpdir(), 'backups-'))
const folder = join(dataDir, 'backups')
const picture = new Uint8Array(3_000_000).map((_, at) => at % 251)
const hash = new Bun.CryptoHasher('sha256').update(picture).digest('hex')
const mail = { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['ada@acme.example'] }

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ dataDir, mail, siteUrl: 'http://acme.example' })
})
beforeEach(async () => {
  await t.reset()
  rmSync(folder, { recursive: true, force: true })
  cookie = await t.signIn()
  await fillWhenEmpty(t.services)
  writeFileSync(join(dataDir, 'picture'), picture)
  await t.services.files.keep(hash, join(dataDir, 'picture'))
  const item = { hash, name: 'a.png', addressName: 'a.png', mime: 'image/png' as const, bytes: picture.length }
  await t.services.db.insert(media).values(item)
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const send = (method: string, path: string, body?: unknown) => t.send(method, path, { cookie, body })
const list = async () => (await send('GET', '/api/backups')).json as Backup[]
const isIdle = async () => (await list()).every(({ state }) => state !== 'running')
const files = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

/** Starts a backup, and waits for its end. */
async function backUp(): Promise<Backup> {
  const begun = await send('POST', '/api/backups')
  expect([begun.status, begun.json]).toMatchObject([202, { state: 'running', reason: 'manual', verified: false }])
  await until(isIdle)
  return (await list()).find(({ id }) => id === (begun.json as Backup).id)!
}

/** Runs `work` while a backup reads the library. */
function whileReading(work: () => Promise<void> | void) {
  const use = t.services.files.use.bind(t.services.files)
  const before = t.services.files.use
  t.services.files.use = async <Result>(name: string, then: (path: string) => Promise<Result>): Promise<Result> => {
    await work()
    return use<Result>(name, then)
  }
  return () => void (t.services.files.use = before)
}

test('a backup is a verified archive of everything, which only the owner can read', async () => {
  expect(await list()).toEqual([])
  const held = Promise.withResolvers<void>()
  const free = whileReading(() => held.promise)
  const begun = await send('POST', '/api/backups')
  expect(begun.status).toBe(202)
  const { id } = begun.json as Backup
  expect((await send('POST', '/api/backups')).status).toBe(409)
  await expect(makeBackup(t.services, 'before-restore')).rejects.toMatchObject({ status: 409 })
  expect((await send('GET', `/api/backups/${id}/archive`)).status).toBe(409)
  expect((await send('DELETE', `/api/backups/${id}`)).status).toBe(409)
  held.resolve()
  await until(isIdle)
  free()
  const [made, ...more] = await list()
  expect([more, made]).toMatchObject([[], { id, state: 'done', verified: true, error: null }])

  const [name] = files()
  expect([files().length, statSync(folder).mode & 0o777, statSync(join(folder, name!)).mode & 0o777]).toEqual([
    1, 0o700, 0o600,
  ])
  const answer = await t.api.handle(new Request(`http://localhost/api/backups/${id}/archive`, { headers: { cookie } }))
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'no-store',
    `attachment; filename="${name}"`,
  ])
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([bytes.byteLength, answer.headers.get('content-length')]).toEqual([made!.bytes, String(made!.bytes)])
  const { packed, names } = await unpackArchive(bytes)
  expect(names).toEqual([hash])
  const content = await readArchive(packed)
  for (const [part, { table }] of Object.entries(contentTables))
    if (part !== 'activity' && part !== 'ownerSettings')
      expect([part, content[part]!.length]).toEqual([part, await t.services.db.$count(table)])
  const [{ hash: token } = { hash: '' }] = await t.services.db.select({ hash: sql<string>`id` }).from(sessions)
  expect(JSON.stringify(content)).not.toContain(token)
  const activity = (await send('GET', '/api/activity?kind=backup')).json as { action: string; title: string }[]
  expect(activity.map(({ action, title }) => [action, title])).toEqual([
    ['exported', name!],
    ['created', name!],
  ])
  expect((await send('GET', '/api/checklist')).text).toContain('"key":"backup","state":"done"')

  expect((await send('DELETE', `/api/backups/${id}`)).status).toBe(204)
  expect([await list(), files()]).toEqual([[], []])
  for (const unknown of [id, 0, 'x', '99999999999'])
    for (const [method, path] of [
      ['GET', `/api/backups/${unknown}/archive`],
      ['DELETE', `/api/backups/${unknown}`],
    ] as const)
      expect([unknown, (await send(method, path)).status]).toEqual([unknown, 404])
  expect((await send('PUT', '/api/backups', {})).status).toBe(405)
}, 30_000)

test('a site without files is backed up, too', async () => {
  await t.services.db.delete(media)
  expect(await backUp()).toMatchObject({ state: 'done', verified: true })
  await readArchive(new Uint8Array(await Bun.file(join(folder, files()[0]!)).arrayBuffer()))
})

test('the settings hold the schedule and the storage of backups', async () => {
  const place = folder
  expect((await send('GET', '/api/settings/backups')).json).toEqual({ every: 'day', hour: 3, keep: 7, place })
  const changed = await send('PUT', '/api/settings/backups', { every: 'week', hour: 0, keep: 90, place: '/tmp' })
  expect([changed.status, changed.json]).toEqual([200, { every: 'week', hour: 0, keep: 90, place }])
  expect((await send('PUT', '/api/settings/backups', { every: null })).json).toEqual({
    every: null,
    hour: 0,
    keep: 90,
    place,
  })
  for (const wrong of [
    { every: 'month' },
    { hour: 24 },
    { hour: -1 },
    { hour: 1.5 },
    { keep: 0 },
    { keep: 91 },
    { keep: '3' },
    { keep: null },
  ])
    expect([wrong, (await send('PUT', '/api/settings/backups', wrong)).status]).toEqual([wrong, 422])
  expect((await send('GET', '/api/settings/backups')).json).toEqual({ every: null, hour: 0, keep: 90, place })
})

test('the storage is tested, and its error reported', async () => {
  expect((await send('POST', '/api/backups/test')).json).toEqual({ ok: true, error: null })
  expect(files()).toEqual([])
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  expect((await send('POST', '/api/backups/test')).json).toMatchObject({
    ok: false,
    error: expect.stringContaining('refused access') as string,
  })
  rmSync(folder)
})

test('a backup without space, without a library or with a process that stops fails as a whole', async () => {
  const { files: store } = t.services
  const faults = [
    [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 'storage is full'],
    [Object.assign(new Error('broken'), { code: 'EIO' }), 'EIO'],
  ] as const
  for (const [fault, told] of faults) {
    const free = whileReading(() => Promise.reject(fault))
    expect(await backUp()).toMatchObject({
      state: 'failed',
      verified: false,
      error: expect.stringContaining(told) as string,
    })
    free()
    expect(files()).toEqual([])
  }
  await store.remove(hash)
  expect(await backUp()).toMatchObject({ state: 'failed', error: expect.stringContaining('library') as string })
  const stopping = new AbortController()
  const free = whileReading(() => stopping.abort())
  writeFileSync(join(dataDir, 'picture'), picture)
  await store.keep(hash, join(dataDir, 'picture'))
  await expect(makeBackup({ ...t.services, stopping: stopping.signal }, 'schedule')).rejects.toMatchObject({
    code: 'stopped',
  })
  free()
  expect(files()).toEqual([])
})

test('older backups are deleted after a newer one is verified: each kind by its own count', async () => {
  await send('PUT', '/api/settings/backups', { keep: 2 })
  const reasons = async () => (await list()).map(({ reason, state }) => (state === 'done' ? reason : state))
  for (const reason of ['schedule', 'manual', 'schedule', 'schedule', 'manual'] as const)
    await makeBackup(t.services, reason)
  expect(await reasons()).toEqual(['manual', 'schedule', 'schedule', 'manual'])
  const free = whileReading(() => Promise.reject(new Error('broken')))
  await expect(makeBackup(t.services, 'manual')).rejects.toThrow()
  free()
  expect(await reasons()).toEqual(['failed', 'manual', 'schedule', 'schedule', 'manual'])
  const oldest = (await list()).at(-1)!
  await makeBackup(t.services, 'manual', { spare: oldest.id })
  expect([await reasons(), files().length]).toEqual([
    ['manual', 'failed', 'manual', 'schedule', 'schedule', 'manual'],
    5,
  ])
  await makeBackup(t.services, 'before-restore')
  await makeBackup(t.services, 'manual')
  expect([await reasons(), files().length]).toEqual([['manual', 'before-restore', 'manual', 'schedule', 'schedule'], 5])
}, 30_000)

test('the backup of a process that died is marked as failed, and its file is deleted', async () => {
  const { services } = t
  await scanBackupStorage(services)
  const { id, file } = await claimBackup(services.db, services.config, 'schedule')
  await makePrivateFolder(folder)
  writeFileSync(join(folder, `${file}.part`), 'half')
  writeFileSync(join(folder, file), 'not verified')
  await services.db.update(backups).set({ aliveAt: sql`now() - interval '1 minute'` })
  await Promise.all([recoverBackups(services), recoverBackups(services)])
  expect([await list(), files()]).toMatchObject([[{ id, state: 'failed', verified: false }], []])
  expect(await services.db.$count(outbox)).toBe(1)
})

test('a lost list is rebuilt from the storage, and follows it', async () => {
  const { services } = t
  const made = await backUp()
  await services.db.delete(backups)
  writeFileSync(join(folder, '2026-01-01T00-00-00Z-manual-00000000.archive.part'), 'half')
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  await scanBackupStorage(services)
  const found = await list()
  expect(found).toMatchObject([{ state: 'done', verified: false, bytes: made.bytes, reason: 'manual' }])
  expect(Math.abs(Date.parse(found[0]!.createdAt) - Date.parse(made.createdAt))).toBeLessThan(5000)
  expect(files()).toHaveLength(2)
  expect((await send('GET', `/api/backups/${found[0]!.id}/archive`)).status).toBe(200)
  await scanBackupStorage(services)
  expect(await list()).toEqual(found)
  rmSync(
    join(
      folder,
      files().find((name) => name.endsWith('.archive'))!,
    ),
  )
  expect((await send('GET', `/api/backups/${found[0]!.id}/archive`)).status).toBe(404)
  await scanBackupStorage(services)
  expect(await list()).toEqual([])
})

test('the schedule makes one backup at its hour, and makes up for a missed one', async () => {
  const { services } = t
  await backUpWhenDue(services)
  expect(await list()).toEqual([])
  await services.db.update(backupSettings).set({ since: sql`now() - interval '2 days'` })
  await Promise.all([backUpWhenDue(services), backUpWhenDue(services)])
  await backUpWhenDue(services)
  expect(await list()).toMatchObject([{ state: 'done', reason: 'schedule' }])
  // Today's backup has failed: it is retried an hour later.
  await services.db.update(backups).set({ state: 'failed', verified: false })
  await backUpWhenDue(services)
  expect(await list()).toHaveLength(1)
  await services.db.update(backupSettings).set({ every: null })
  await services.db.delete(backups).where(eq(backups.state, 'failed'))
  await backUpWhenDue(services)
  expect(await list()).toEqual([])
})

test('reports when a backup is due', () => {
  const at = (text: string) => Date.parse(`2026-05-${text}:00Z`)
  const made = (state: 'done' | 'failed' | 'running', text: string) => ({
    state,
    createdAt: new Date(at(text)).toISOString(),
  })
  const daily = { every: 'day', hour: 3, since: '2026-05-01T00:00:00.000Z' } as const
  const weekly = { ...daily, every: 'week' } as const
  const cases = [
    [daily, [], '10T03:00', true],
    [daily, [], '01T02:59', false],
    [daily, [made('done', '10T03:00')], '10T23:59', false],
    [daily, [made('done', '10T03:00')], '11T02:59', false],
    [daily, [made('done', '10T03:00')], '11T03:00', true],
    [daily, [made('running', '11T03:00')], '11T03:10', false],
    [daily, [made('failed', '11T03:00')], '11T03:59', false],
    [daily, [made('failed', '11T03:00')], '11T04:00', true],
    [daily, ['11T05:00', '11T04:00', '11T03:00'].map((time) => made('failed', time)), '11T12:00', false],
    [daily, ['11T05:00', '11T04:00', '11T03:00'].map((time) => made('failed', time)), '12T03:00', true],
    [weekly, [made('done', '10T03:00')], '16T23:00', false],
    [weekly, [made('done', '10T03:00')], '17T03:00', true],
    [weekly, [made('done', '10T12:00')], '17T03:00', true],
    [{ ...daily, every: null }, [], '10T03:00', false],
    [{ ...daily, since: '2026-05-10T02:00:00.000Z' }, [], '10T02:30', false],
    [{ ...daily, since: '2026-05-10T02:00:00.000Z' }, [], '10T03:00', true],
  ] as const
  for (const [schedule, backupsMade, now, due] of cases)
    expect([schedule.every, backupsMade, now, isDue(schedule, backupsMade, at(now))]).toEqual([
      schedule.every,
      backupsMade,
      now,
      due,
    ])
})
