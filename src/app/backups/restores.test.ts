import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { makeBackup } from '#app/backups/make-backup'
import * as systemReads from '#app/system/system-api'
import { sessions } from '#auth/table'
import type { Backup, Restore } from '#contract/backups'
import { media } from '#features/media/table'
import type { WriteEvent } from '#platform/events/events'
import { findAsset, publishAssets } from '#platform/assets/feature'
import { restores } from '#app/backups/table'
import { newestRelease, processes } from '#platform/system/table'
import { topicVersions } from '#platform/writes/table'
import type { Services } from '#platform/services'
import { administrator, testApi } from '#test/api'
import { postInput } from '#test/inputs'
import { unpackArchive } from '#test/site-content'
import { until } from '#test/waiting'
import { runningRestores, recoverRestores } from '#app/backups/run-restore'

const dataDir = mkdtempSync(join(tmpdir(), 'restores-'))
const folder = join(dataDir, 'backups')
const picture = new Uint8Array(300_000).map((_, at) => at % 251)
const hash = new Bun.CryptoHasher('sha256').update(picture).digest('hex')

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let heard: WriteEvent[] = []
beforeAll(async () => {
  t = await testApi({ dataDir, throttle: false })
  t.services.events.subscribe((event) => void heard.push(event))
})
beforeEach(async () => {
  await t.reset()
  rmSync(folder, { recursive: true, force: true })
  cookie = await t.signIn()
  heard = []
  writeFileSync(join(dataDir, 'picture'), picture)
  await t.services.files.keep(hash, join(dataDir, 'picture'))
  const item = { hash, name: 'a.png', addressName: 'a.png', mime: 'image/png' as const, bytes: picture.length }
  await t.services.db.insert(media).values(item)
  await send('POST', '/blog', postInput({ slug: 'old' }))
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const send = (method: string, path: string, body?: unknown) => t.send(method, `/api${path}`, { cookie, body })
const { password: currentPassword } = administrator
const confirm = 'Industria AI'
const backUp = async () => (await makeBackup(t.services, 'manual')).id
const slugs = async () => ((await send('GET', '/blog')).json as { slug: string }[]).map(({ slug }) => slug).toSorted()
const state = async (id: number) => (await send('GET', `/restores/${id}`)).json as Restore
const archive = () =>
  join(
    folder,
    readdirSync(folder).find((name) => name.includes('manual'))!,
  )

const sendFile = (bytes: Uint8Array<ArrayBuffer>, fields: object = { currentPassword, confirm }) =>
  sendForm([bytes, ...Object.entries(fields).map(([name, value]) => [name, String(value)] as const)])

/** A multipart form with fields in order; the one that is not a pair is the file. */
function sendForm(parts: readonly (Uint8Array<ArrayBuffer> | readonly [string, string])[]) {
  const form = new FormData()
  for (const part of parts)
    if (part instanceof Uint8Array) form.append('file', new File([part], 'site.archive'))
    else form.append(...part)
  return post(form)
}

async function post(body: FormData | ReadableStream, more: Record<string, string> = {}) {
  const headers = { cookie, origin: 'http://localhost', ...more }
  const response = await t.api.handle(new Request('http://localhost/api/restores', { method: 'POST', headers, body }))
  return { status: response.status, json: (await response.json()) as { id: number; issues?: { path: string }[] } }
}

/** A file that never ends, after some fields. */
function sendEndless(fields: object, length?: number) {
  const part = (name: string, rest: string) => `--x\r\nContent-Disposition: form-data; name="${name}"${rest}`
  const begin = Object.entries(fields).map(([name, value]) => part(name, `\r\n\r\n${value}\r\n`))
  const text = [...begin, part('file', '; filename="a.archive"\r\n\r\n')].join('')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return post(body, length === undefined ? headers : { ...headers, 'content-length': String(length) })
}

/** Resolves when a restore is over, after signing in again. */
async function over(id: number): Promise<Restore> {
  await until(
    async () => runningRestores.size === 0 && (await t.services.db.$count(restores, sql`state = 'running'`)) === 0,
  )
  cookie = await t.signIn()
  return state(id)
}

/** Runs `work` while the library is read for the backup before a restore. */
function whileBackingUp(work: () => Promise<unknown>) {
  const { use } = t.services.files
  t.services.files.use = async <Result>(name: string, then: (path: string) => Promise<Result>): Promise<Result> => {
    t.services.files.use = use
    await work()
    return use.call(t.services.files, name, then) as Promise<Result>
  }
}

test('a backup replaces everything, sessions end, and the previous content is backed up first', async () => {
  const backup = await backUp()
  await send('POST', '/blog', postInput({ slug: 'new' }))
  await t.services.files.remove(hash)
  await t.services.db.delete(media)
  heard = []
  const begun = await send('POST', '/restores', { backup, currentPassword, confirm })
  expect([begun.status, begun.json]).toEqual([202, { id: 1 }])
  expect(await over(1)).toMatchObject({ state: 'done', error: null })
  const { done, total } = await state(1)
  expect([done, total > 3]).toEqual([total, true])
  expect(await slugs()).toEqual(['old'])
  expect(await t.services.files.has(hash)).toBe(true)
  expect(heard.map(({ name }) => name)).toEqual(expect.arrayContaining(['site.updated', 'restore.restored']))
  // The new session.
  expect(await t.services.db.$count(sessions)).toBe(1)
  const list = (await send('GET', '/backups')).json as Backup[]
  expect(list.map(({ reason, verified }) => [reason, verified])).toEqual([
    ['before-restore', true],
    ['manual', true],
  ])
  const [line] = (await send('GET', '/activity?kind=restore')).json as object[]
  expect(line).toMatchObject({ action: 'restored', user: { username: 'ada' }, recordId: '1' })

  // And back again.
  expect((await send('POST', '/restores', { backup: list[0]!.id, currentPassword, confirm })).status).toBe(202)
  expect(await over(2)).toMatchObject({ state: 'done' })
  expect(await slugs()).toEqual(['new', 'old'])
  await send('POST', '/blog', postInput({ slug: 'next' }))
  expect(await slugs()).toEqual(['new', 'next', 'old'])
}, 30_000)

test('writes are refused from that backup on, pages are read, and one restore runs at a time', async () => {
  const backup = await backUp()
  const seen: unknown[] = []
  whileBackingUp(async () => {
    const refused = await send('POST', '/blog', postInput({ slug: 'lost' }))
    seen.push(refused.status, refused.headers.get('retry-after'), await slugs(), (await state(1)).state)
    // A refusal is not logged as an error with a request id.
    seen.push(refused.headers.get('x-request-id'))
    seen.push((await send('POST', '/restores', { backup, currentPassword, confirm })).status)
    seen.push((await t.send('POST', '/api/waitlist', { body: { email: 'bob@acme.example' } })).status)
  })
  await send('POST', '/restores', { backup, currentPassword, confirm })
  await over(1)
  expect(seen).toEqual([503, '10', ['old'], 'running', null, 409, 503])
  expect((await send('POST', '/blog', postInput({ slug: 'kept' }))).status).toBe(201)
})

test('a file is restored like a backup', async () => {
  await backUp()
  const bytes = new Uint8Array(readFileSync(archive()))
  await send('POST', '/blog', postInput({ slug: 'new' }))
  expect((await sendFile(bytes)).status).toBe(202)
  expect(await over(1)).toMatchObject({ state: 'done' })
  expect(await slugs()).toEqual(['old'])
  const refused = await sendFile(bytes, { confirm, currentPassword: 'wrong' })
  expect(refused.status).toBe(403)
  expect(await sendFile(bytes, { currentPassword, confirm: 'acme' })).toMatchObject({
    status: 422,
    json: { issues: [{ path: 'confirm' }] },
  })
  expect(readdirSync(join(dataDir, 'media', 'incoming'))).toEqual([])
})

test('an upload is refused when its summary is invalid, or when there is no space for it', async () => {
  await backUp()
  const bytes = new Uint8Array(readFileSync(archive()))
  for (const [before, length, refusal] of [
    [{ currentPassword: 'wrong', confirm }, undefined, [403, undefined]],
    [{ currentPassword: 'wrong' }, undefined, [403, undefined]],
    [{ currentPassword, confirm: 'acme' }, undefined, [422, 'confirm']],
    [{ confirm: 'acme' }, undefined, [422, 'confirm']],
    [{ currentPassword: 'x'.repeat(257) }, undefined, [422, 'currentPassword']],
    [{ currentPassword, confirm }, 60 * 1024 ** 4, [413, undefined]],
    [{ currentPassword, confirm }, 63 * 1024 ** 3, [507, undefined]],
  ] as const) {
    const free = spyOn(systemReads, 'freeBytes').mockResolvedValue(62 * 1024 ** 3)
    const { status, json } = await sendEndless(before, length)
    free.mockRestore()
    expect([before, status, json.issues?.[0]?.path]).toEqual([before, ...refusal])
  }
  expect(readdirSync(join(dataDir, 'media', 'incoming'))).toEqual([])

  // Fields after the file are checked too, including repeated ones.
  expect((await sendForm([['currentPassword', currentPassword], bytes, ['confirm', 'acme']])).status).toBe(422)
  expect((await sendForm([['confirm', confirm], bytes, ['currentPassword', 'wrong']])).status).toBe(403)
  const again = [
    ['currentPassword', currentPassword],
    ['confirm', confirm],
    bytes,
    ['currentPassword', 'wrong'],
  ] as const
  expect((await sendForm(again)).status).toBe(403)
  expect((await sendForm([['confirm', confirm], bytes])).json.issues?.[0]?.path).toBe('currentPassword')
  expect(await t.services.db.$count(restores)).toBe(0)
  expect((await sendForm([['confirm', confirm], bytes, ['currentPassword', currentPassword]])).status).toBe(202)
  expect(await over(1)).toMatchObject({ state: 'done' })
})

test('an invalid backup is refused, and nothing changes', async () => {
  const backup = await backUp()
  const refusals = [
    [{ backup, currentPassword: 'wrong', confirm }, 403],
    [{ backup, currentPassword, confirm: 'industria' }, 422],
    [{ backup: 99, currentPassword, confirm }, 404],
    [{ backup: '1', currentPassword, confirm }, 422],
    [{}, 422],
  ] as const
  for (const [body, status] of refusals)
    expect([body, (await send('POST', '/restores', body)).status]).toEqual([body, status])
  expect((await t.send('POST', '/api/restores', { body: {} })).status).toBe(401)
  for (const id of ['1', 'x', '0']) expect((await send('GET', `/restores/${id}`)).status).toBe(404)

  const bytes = new Uint8Array(readFileSync(archive()))
  const damaged = bytes.slice()
  damaged[damaged.length - 5000]! ^= 1
  const newer = gzipSync(
    gunzipSync((await unpackArchive(bytes)).packed)
      .toString()
      .replace(/"schema":\d+/, '"schema":9999'),
  )
  for (const bad of [
    damaged,
    bytes.slice(0, -70_000),
    new Uint8Array(newer),
    new TextEncoder().encode('hello'),
    new Uint8Array(3_000_000),
    new Uint8Array([...gzipSync('{}\n'), ...new Uint8Array(3_000_000).fill(7)]),
    new Uint8Array([...bytes.slice(0, 512), ...new Uint8Array(3_000_000).fill(7)]),
    (await unpackArchive(bytes)).packed,
  ])
    expect(await sendFile(bad)).toMatchObject({ status: 422, json: { issues: [{ path: 'file' }] } })
  writeFileSync(archive(), damaged)
  expect((await send('POST', '/restores', { backup, currentPassword, confirm })).status).toBe(422)
  expect(await t.services.db.$count(restores)).toBe(0)
  expect(await slugs()).toEqual(['old'])
  expect(((await send('GET', '/backups')).json as Backup[]).length).toBe(1)
})

test('a failed restore leaves the site as it was, and reports it', async () => {
  const backup = await backUp()
  await send('POST', '/blog', postInput({ slug: 'new' }))
  whileBackingUp(() => Promise.reject(new Error('broken')))
  await send('POST', '/restores', { backup, currentPassword, confirm })
  expect(await over(1)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('The backup made before the restore failed') as string,
  })

  // Damaged after it was verified.
  whileBackingUp(async () => {
    const bytes = readFileSync(archive())
    bytes[bytes.length - 5000]! ^= 1
    writeFileSync(archive(), bytes)
  })
  await send('POST', '/restores', { backup, currentPassword, confirm })
  expect(await over(2)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('couldn’t be read') as string,
  })
  expect(await slugs()).toEqual(['new', 'old'])
  expect((await send('POST', '/blog', postInput({ slug: 'next' }))).status).toBe(201)
  const lines = (await send('GET', '/activity?kind=restore')).json as { action: string }[]
  expect(lines.map(({ action }) => action)).toEqual(['restore-failed', 'restore-failed'])
})

test('a restore whose process is gone is marked as failed', async () => {
  await t.services.db
    .insert(restores)
    .values({ title: 'site.archive', total: 3, aliveAt: sql`now() - interval '1 minute'` })
  await recoverRestores(t.services)
  expect(await state(1)).toMatchObject({ state: 'failed', error: expect.stringContaining('stopped') as string })
})

test('runtime state stays: its processes, its builds, its check for releases', async () => {
  const { db } = t.services
  const backup = await backUp()
  await db.insert(processes).values({ id: 'other' })
  await db.insert(newestRelease).values({ source: 'address', version: '9.9.9' })
  // Processes without LISTEN compare these versions: set back, they could equal earlier ones.
  await db.insert(topicVersions).values({ topic: '*', version: 7 })
  const path = '/assets/app-of-before.js'
  const asset = { path, type: 'text/javascript', etag: '"1"', modified: '', encoding: null, body: new Uint8Array([1]) }
  await publishAssets(db, [path], () => asset)
  expect((await send('POST', '/restores', { backup, currentPassword, confirm })).status).toBe(202)
  expect(await over(1)).toMatchObject({ state: 'done' })
  for (const table of [processes, newestRelease, topicVersions]) expect(await db.$count(table)).toBe(1)
  expect(await findAsset(db, path)).toMatchObject({ etag: '"1"' })
})

test('a process that shuts down cancels before anything has changed', async () => {
  const backup = await backUp()
  await send('POST', '/blog', postInput({ slug: 'new' }))
  const stopping = new AbortController()
  const services: Services = { ...t.services, stopping: stopping.signal }
  const { createApi } = await import('#app/api/api')
  const api = createApi(services)
  whileBackingUp(async () => stopping.abort())
  await api.handle(
    new Request('http://localhost/api/restores', {
      method: 'POST',
      headers: { cookie, origin: 'http://localhost', 'content-type': 'application/json' },
      body: JSON.stringify({ backup, currentPassword, confirm }),
    }),
  )
  expect(await over(1)).toMatchObject({ state: 'failed' })
  expect(await slugs()).toEqual(['new', 'old'])
})
