import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withItems } from './receive-import'

const folder = mkdtempSync(join(tmpdir(), 'import-process-'))
const ghost = join(folder, 'ghost.json')
const posts = 20_000
beforeAll(async () => {
  const html = `<p>${'A crane lifts. '.repeat(60)}</p>`
  const rows = Array.from({ length: posts }, (_, at) => ({ title: `Crane ${at}`, slug: `crane-${at}`, html }))
  await writeFile(ghost, JSON.stringify({ db: [{ meta: {}, data: { posts: rows } }] }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const left = () => readdirSync(folder).filter((name) => name !== 'ghost.json')
const sizes = {
  largestFile: 1000,
  longestText: 500_000,
  async withTemporaryPath<Result>(_: unknown, work: (path: string) => Promise<Result>) {
    const path = join(folder, crypto.randomUUID())
    return work(path).finally(() => rm(path, { recursive: true, force: true }))
  },
}
const services = (stopping = new AbortController().signal) =>
  ({ config: { dataDir: folder }, stopping }) as Parameters<typeof withItems>[0]
const file = { path: ghost, name: 'ghost.json' }

test('a large file is read while the site goes on answering, and all its items arrive in order', async () => {
  let [ticks, titles] = [0, 0]
  const timer = setInterval(() => ticks++, 10)
  const kind = await withItems(services(), sizes, file, async (read) => {
    // Nothing was read in this process so far.
    clearInterval(timer)
    for await (const { title } of read.items) if (title === `Crane ${titles}`) titles++
    return read.kind
  })
  expect([kind, titles]).toEqual(['ghost', posts])
  expect(ticks).toBeGreaterThan(10)
  expect(left()).toEqual([])
})

test.if(process.platform === 'linux')('a file that exceeds its time or memory is refused with a reason', async () => {
  const none = () => Promise.reject(new Error('It was read'))
  for (const limits of [{ seconds: 0.05 }, { memory: 1_000_000 }])
    await expect(withItems(services(), sizes, file, none, limits)).rejects.toMatchObject({
      status: 422,
      options: { issues: [{ path: 'file', message: 'validation.importTooExpensive' }] },
    })
  expect(left()).toEqual([])
})

test('reading ends at once when the site stops, and leaves no file', async () => {
  const stopping = new AbortController()
  const read = withItems(services(stopping.signal), sizes, file, () => Promise.resolve('read')).catch(
    (error: { status?: number }) => error.status,
  )
  await Bun.sleep(100)
  expect(left()).toHaveLength(1)
  stopping.abort()
  expect(await read).toBe(503)
  expect(left()).toEqual([])
})
