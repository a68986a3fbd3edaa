import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#platform/config'
import { testPipeline } from '#test/pipeline'
import { imports, importItems } from '../table'
import { sweepUnpacked } from '../store'

const dataDir = mkdtempSync(join(tmpdir(), 'import-unpacked-'))
let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: { dataDir } })
  await t.reset()
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const earlier = new Date(performance.timeOrigin - 1000)

/** An import with one unpacked file. */
async function lay(name: string, state: 'read' | 'failed', at: Date) {
  const { db, files } = t.services
  const found = { posts: 0, pages: 0, media: 1, redirects: 0 }
  const [row] = await db
    .insert(imports)
    .values({ kind: 'markdown', title: name, host: '', found, state, createdAt: at.toISOString() })
    .returning()
  await db.insert(importItems).values({
    importId: row!.id,
    type: 'media',
    key: name,
    title: name,
    payload: { address: name, name, alt: '', file: name },
  })
  writeFileSync(join(dataDir, name), name)
  await files.keep(name, join(dataDir, name))
  utimesSync(join(dataDir, 'media/originals', name), at, at)
}

test('what a killed process unpacked is deleted at the next start, if no other process can be reading it', async () => {
  await lay('import-killed', 'failed', earlier)
  await lay('import-read', 'read', earlier)
  await lay('import-being-read', 'failed', new Date())
  const { config, files } = t.services
  const left = async () => {
    const names: string[] = []
    for await (const { name } of files.list()) names.push(name)
    return names.toSorted()
  }
  const sweepWith = (more: Partial<Config>) => sweepUnpacked({ ...t.services, config: { ...config, ...more } })
  await sweepWith({ databaseUrl: 'postgres://127.0.0.1/site' })
  expect(await left()).toEqual(['import-being-read', 'import-killed', 'import-read'])
  await sweepWith({ databaseUrl: undefined })
  expect(await left()).toEqual(['import-being-read', 'import-read'])
})
