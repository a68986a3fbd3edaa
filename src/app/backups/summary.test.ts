import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '#app/backups/make-backup'
import type { ArchiveSummary } from '#contract/backups'
import { media } from '#features/media/table'
import { claimBackup } from './store'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'

const dataDir = mkdtempSync(join(tmpdir(), 'summary-'))
const picture = new Uint8Array(300_000).map((_, at) => at % 251)
const hash = new Bun.CryptoHasher('sha256').update(picture).digest('hex')

let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi({ dataDir, throttle: false })
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a backup has a date and a summary of its contents, with files and without; an invalid or truncated one is refused', async () => {
  const cookie = await t.signIn()
  const read = (id: number) => t.send('GET', `/api/backups/${id}/summary`, { cookie })
  await t.send('POST', '/api/blog', { cookie, body: postInput({ slug: 'one' }) })
  const { id } = (await t.send('POST', '/api/blog', { cookie, body: postInput({ slug: 'two' }) })).json as {
    id: number
  }
  await t.send('POST', `/api/blog/${id}/trash`, { cookie })

  const bare = await makeBackup(t.services, 'manual')
  writeFileSync(join(dataDir, 'picture'), picture)
  await t.services.files.keep(hash, join(dataDir, 'picture'))
  const item = { hash, name: 'a.png', addressName: 'a.png', mime: 'image/png' as const, bytes: picture.length }
  await t.services.db.insert(media).values(item)
  const full = await makeBackup(t.services, 'manual')
  const [without, held] = [(await read(bare.id)).json, (await read(full.id)).json] as [ArchiveSummary, ArchiveSummary]
  expect(without.counts).toMatchObject({ posts: 2, users: 1, media: 0 })
  expect(without.trashed).toMatchObject({ posts: 1, projects: 0, customPages: 0, media: 0 })
  expect(held.counts).toMatchObject({ posts: 2, users: 1, media: 1 })
  expect(Date.parse(held.createdAt)).toBeGreaterThanOrEqual(Date.parse(without.createdAt))

  const folder = join(dataDir, 'backups')
  expect(readdirSync(folder)).toContain(bare.file)
  writeFileSync(join(folder, bare.file), 'a letter')
  const running = await claimBackup(t.services.db, t.services.config, 'manual')
  const statuses = [bare.id, running.id, 99].map(async (one) => (await read(one)).status)
  expect(await Promise.all(statuses)).toEqual([409, 409, 404])
})
