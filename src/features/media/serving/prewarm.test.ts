import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { HttpError } from '#contract/http-error'
import { testApi } from '#test/api'
import { queueVariants, prewarmPictures } from './prewarm'
import { media } from '#features/media/table'

let t: Awaited<ReturnType<typeof testApi>>
let dataDir: string
let hashes: string[]
const photograph = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 30 } } })
    .png()
    .toBuffer()
const home = mkdtempSync(join(tmpdir(), 'prewarm-'))

beforeAll(async () => {
  t = await testApi({ throttle: false, dataDir: home })
})
/** Three pictures and a document without variants, as after a restore. */
beforeEach(async () => {
  await t.reset()
  dataDir = mkdtempSync(join(home, 'site-'))
  const bytes = [await photograph(10), await photograph(20), await photograph(30), Buffer.from('%PDF-1.4\n%%EOF\n')]
  hashes = bytes.map((one) => new Bun.CryptoHasher('sha256').update(one).digest('hex'))
  for (const [at, one] of bytes.entries()) {
    const path = join(dataDir, `file ${at}`)
    writeFileSync(path, one)
    await t.services.files.keep(hashes[at]!, path)
    const [mime, width, height] = at === 3 ? ['application/pdf' as const, null, null] : ['image/png' as const, 40, 30]
    const name = `${at}.png`
    await t.services.db
      .insert(media)
      .values({ hash: hashes[at]!, name, addressName: name, mime, bytes: one.length, width, height })
  }
})
afterAll(async () => {
  await t.close()
  rmSync(home, { recursive: true, force: true })
})

/** Simulates a process that has just started. */
const restored = () => ({ ...t.services, config: { ...t.services.config, dataDir } })
const made = () => {
  try {
    return readdirSync(join(dataDir, 'media/made')).toSorted()
  } catch {
    return []
  }
}

/** Records the order in which originals are read, and lets some fail. */
function watchFiles(failing: (hash: string) => boolean = () => false) {
  const read: string[] = []
  const { files } = t.services
  const use = <Result>(hash: string, work: (path: string) => Promise<Result>): Promise<Result> => {
    read.push(hash)
    if (failing(hash)) return Promise.reject(new HttpError(503, 'errors.filesAway'))
    return files.use(hash, work)
  }
  return { read, files: { ...files, use } }
}

test('missing thumbnails are made in advance, the newest first', async () => {
  const { read, files } = watchFiles()
  const services = { ...restored(), files }
  await prewarmPictures(services)
  expect(read).toEqual([hashes[2]!, hashes[1]!, hashes[0]!])
  expect(made()).toEqual(
    hashes
      .slice(0, 3)
      .toSorted()
      .map((hash) => expect.stringContaining(`${hash}-small-`) as unknown as string),
  )
})

test('existing ones are not made again, nor looked up again for a while', async () => {
  const { read, files } = watchFiles()
  const services = { ...restored(), files }
  await prewarmPictures(services)
  for (const name of made()) rmSync(join(dataDir, 'media/made', name))
  await prewarmPictures(services)
  expect([read.length, made()]).toEqual([3, []])
})

test('those of new pictures come first, with their sizes', async () => {
  const { read, files } = watchFiles()
  const services = { ...restored(), files }
  queueVariants(services, hashes[0]!)
  await prewarmPictures(services)
  // The first variants of the new one; then the others, without repeating those.
  expect(read.filter((hash, at) => hash !== read[at - 1])).toEqual([hashes[0]!, hashes[2]!, hashes[1]!])
})

test('an unreachable store is not used until the next run', async () => {
  const { read, files } = watchFiles(() => true)
  await prewarmPictures({ ...restored(), files })
  expect([read, made()]).toEqual([[hashes[2]!], []])
})

test('variants that another process of the machine is making are left to it', async () => {
  const { read, files } = watchFiles()
  mkdirSync(join(dataDir, 'media/made'), { recursive: true })
  const services = { ...restored(), files }
  await prewarmPictures(services)
  const [name = ''] = made().filter((one) => one.startsWith(hashes[1]!))
  const again = mkdtempSync(join(home, 'site-'))
  mkdirSync(join(again, 'media/made'), { recursive: true })
  writeFileSync(join(again, 'media/made', `${name}.ahead.part`), '')
  read.length = 0
  await prewarmPictures({ ...services, config: { ...services.config, dataDir: again } })
  expect(read).toEqual([hashes[2]!, hashes[0]!])
})
