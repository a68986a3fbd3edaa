import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import S3rver from '@20minutes/s3rver'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backup, BackupTest } from '#contract/backups'
import { media } from '#features/media/table'
import { createBucketStorage } from './backup-storage'
import { outbox } from '#platform/mail/table'
import { testApi } from '#test/api'
import { until } from '#test/waiting'
import { scanBackupStorage, recoverBackups } from './jobs'

/** A proxy between the site and its bucket: by default transparent. */
let behave: (request: Request, pass: () => Promise<Response>) => Response | Promise<Response>
const dataDir = mkdtempSync(join(tmpdir(), 'backups-'))
/** Larger than one part. */
const picture = new Uint8Array(20_000_000).map((_, at) => at % 251)
const hash = new Bun.CryptoHasher('sha256').update(picture).digest('hex')
const mail = { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['ada@acme.example'] }

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let s3: S3rver
let proxy: Bun.Server<undefined>
beforeAll(async () => {
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(dataDir, 'store'),
    // The store supports neither signed list requests nor a proxy in front of it.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'acme', configs: [] }],
  })
  const { port } = await s3.run()
  proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) =>
      behave(request, async () => {
        const { pathname, search } = new URL(request.url)
        const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer()
        return fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
          method: request.method,
          headers: request.headers,
          body,
        })
      }),
  })
  t = await testApi({
    dataDir,
    mail,
    siteUrl: 'http://acme.example',
    backupBucket: {
      bucket: 'acme',
      prefix: 'site/backups',
      endpoint: `http://127.0.0.1:${proxy.port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
  })
  cookie = await t.signIn()
  writeFileSync(join(dataDir, 'picture'), picture)
  await t.services.files.keep(hash, join(dataDir, 'picture'))
  const item = { hash, name: 'a.png', addressName: 'a.png', mime: 'image/png' as const, bytes: picture.length }
  await t.services.db.insert(media).values(item)
})
beforeEach(() => {
  behave = (_, pass) => pass()
})
afterAll(async () => {
  await t.close()
  await proxy.stop(true)
  await s3.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const send = (method: string, path: string) => t.send(method, path, { cookie })
const list = async () => (await send('GET', '/api/backups')).json as Backup[]
const tryPlace = async () => (await send('POST', '/api/backups/test')).json as BackupTest

async function backUp(): Promise<Backup> {
  expect((await send('POST', '/api/backups')).status).toBe(202)
  await until(async () => (await list()).every(({ state }) => state !== 'running'))
  return (await list())[0]!
}

async function inBucket(): Promise<string[]> {
  const names: string[] = []
  behave = (_, pass) => pass()
  for await (const { name } of createBucketStorage(t.services.config.backupBucket!).list()) names.push(name)
  return names
}

test('a bucket stores backups, and returns them', async () => {
  expect((await send('GET', '/api/settings/backups')).text).toContain('"place":"s3://acme/site/backups"')
  expect(await tryPlace()).toEqual({ ok: true, error: null })
  const made = await backUp()
  expect(made).toMatchObject({ state: 'done', verified: true, error: null })
  const names = await inBucket()
  expect(names).toEqual([expect.stringMatching(/-manual-[\da-f]{8}\.archive$/) as string])
  const answer = await t.api.handle(
    new Request(`http://localhost/api/backups/${made.id}/archive`, { headers: { cookie } }),
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, bytes.byteLength, bytes.includes(picture)]).toEqual([200, made.bytes, true])
  await scanBackupStorage(t.services)
  expect(await list()).toEqual([made])
  expect((await send('DELETE', `/api/backups/${made.id}`)).status).toBe(204)
  expect([await inBucket(), await list()]).toEqual([[], []])
  // No file remains on this machine.
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
}, 30_000)

test('a bucket that corrupts, refuses, truncates or does not answer stores none, and reports it once', async () => {
  const whole = await backUp()
  const kept = await inBucket()
  const isArchive = (request: Request) => request.method === 'GET' && request.url.endsWith('.archive')
  const damage = (bytes: Uint8Array<ArrayBuffer>, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const refusal = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>No</Message></Error>'
  const ways: Record<string, [typeof behave, RegExp]> = {
    'a letter of the content': [
      async (request, pass) => {
        const answer = await pass()
        return isArchive(request) ? new Response(damage(await answer.bytes(), 600), answer) : answer
      },
      /differs from what was written/,
    ],
    'a letter of a file': [
      async (request, pass) => {
        const answer = await pass()
        return isArchive(request) ? new Response(damage(await answer.bytes(), 15_000_000), answer) : answer
      },
      /differs from what was written/,
    ],
    'its end': [
      async (request, pass) => {
        const answer = await pass()
        return isArchive(request) ? new Response((await answer.bytes()).slice(0, 9_000_000)) : answer
      },
      /differs from what was written/,
    ],
    another: [
      async (request, pass) => (isArchive(request) ? new Response('hello') : pass()),
      /differs from what was written/,
    ],
    refused: [() => new Response(refusal, { status: 403 }), /refused.*AccessDenied/],
    broken: [
      (request, pass) => (request.method === 'PUT' ? new Response('', { status: 500 }) : pass()),
      /responding correctly/,
    ],
  }
  for (const [name, [way, told]] of Object.entries(ways)) {
    await t.services.db.delete(outbox)
    behave = way
    const failed = await backUp()
    expect([name, failed]).toMatchObject([
      name,
      { state: 'failed', verified: false, error: expect.stringMatching(told) as string },
    ])
    behave = (_, pass) => pass()
    await recoverBackups(t.services)
    expect([name, await t.services.db.select().from(outbox)]).toMatchObject([
      name,
      [{ kind: 'backup', to: 'ada@acme.example', about: `backup:${failed.id}` }],
    ])
    await scanBackupStorage(t.services)
    expect([name, await inBucket()]).toEqual([name, kept])
  }
  expect((await list()).find(({ id }) => id === whole.id)).toEqual(whole)

  behave = () => new Response(refusal, { status: 403 })
  expect(await tryPlace()).toMatchObject({ ok: false, error: expect.stringContaining('AccessDenied') as string })
  expect((await send('GET', `/api/backups/${whole.id}/archive`)).status).toBe(503)
  expect((await send('DELETE', `/api/backups/${whole.id}`)).status).toBe(503)
  expect((await list()).some(({ id }) => id === whole.id)).toBe(true)
}, 60_000)

test('a bucket that does not answer is not waited for', async () => {
  const { promise: never, resolve } = Promise.withResolvers<Response>()
  behave = () => never
  const place = createBucketStorage(t.services.config.backupBucket!, { answer: 100, part: 100 })
  const silence = { code: 'away' }
  async function* pieces() {
    for (let count = 0; count < 100; count++) yield new Uint8Array(1_000_000)
  }
  await expect(place.write('a', pieces())).rejects.toMatchObject(silence)
  await expect(place.size('a')).rejects.toMatchObject(silence)
  await expect(place.remove('a')).rejects.toMatchObject(silence)
  await expect(Array.fromAsync(place.list())).rejects.toMatchObject(silence)
  await expect(Array.fromAsync(place.read('a'))).rejects.toMatchObject(silence)
  resolve(new Response(null, { status: 500 }))
})
