import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { testApi } from '#test/api'
import { fillColours } from './reading/processed-files'
import { measure } from './reading/measure'
import { recognize } from './reading/recognize'
import { media } from './table'

const dataDir = mkdtempSync(join(tmpdir(), 'colours-'))
const path = join(dataDir, 'picture')
let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi({ throttle: false, dataDir })
})
beforeEach(() => t.reset())
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const sheet = (alpha?: number) =>
  sharp({
    create: {
      width: 60,
      height: 40,
      channels: alpha === undefined ? 3 : 4,
      background: { r: 40, g: 90, b: 200, alpha },
    },
  })
async function colourOf(bytes: Uint8Array | string) {
  writeFileSync(path, bytes)
  return (await measure(path, (await recognize(path))!)).colour
}

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'a picture has a placeholder colour close to its own: %s',
  async (format) => {
    const colour = await colourOf(await sheet().toFormat(format).toBuffer())
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour?.slice(at, at + 2) ?? '', 16))
    for (const [at, part] of [40, 90, 200].entries()) expect(Math.abs((parts[at] ?? Number.NaN) - part)).toBeLessThan(9)
  },
)

test.each(['png', 'webp', 'avif', 'gif'] as const)(
  'a transparent one has none, be it in a corner only: %s',
  async (format) => {
    const hole = { create: { width: 8, height: 8, channels: 4 as const, background: '#000' } }
    const holed = sheet(1).composite([{ input: hole, left: 0, top: 0, blend: 'dest-out' }])
    expect(await colourOf(await holed.png().toFormat(format).toBuffer())).toBe('')
    // Hidden colours of transparent pixels do not count.
    expect(await colourOf(await sheet(1).toFormat(format).toBuffer())).toMatch(/^#2/)
  },
)

test('a drawing has none', async () => {
  expect(
    await colourOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z"/></svg>'),
  ).toBe('')
})

test('pictures of an older release are processed, and missing ones have none', async () => {
  writeFileSync(path, await sheet().png().toBuffer())
  const { files, db } = t.services
  await files.keep('a'.repeat(64), path)
  const row = { name: 'a.png', addressName: 'a.png', mime: 'image/png', bytes: 1, width: 60, height: 40 } as const
  await db.insert(media).values([
    { ...row, hash: 'a'.repeat(64) },
    { ...row, hash: 'b'.repeat(64) },
  ])
  await fillColours(t.services)
  const rows = await db.select({ colour: media.colour }).from(media).orderBy(media.id)
  expect(rows).toEqual([{ colour: '#285ac8' }, { colour: '' }])
})
