import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { accentShades } from '#platform/accent/accent-shades'
import type { SiteLook, SitePicture } from '#app/look/site-look'
import { sampleName } from '#contract/site'
import { createIcons } from './icon-files'
import { textsIn } from '#test/content/texts-in'

const dataDir = mkdtempSync(join(tmpdir(), 'icons-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const bytes = new Uint8Array(
  await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00aa55' } })
    .png()
    .toBuffer(),
)
const iconOf = (hash: string, read: SitePicture['read']): SitePicture => ({
  url: '/media/1/icon.png',
  picture: {
    hash,
    width: 600,
    height: 600,
    focus: { x: 0.5, y: 0.5 },
    alt: textsIn('', { es: '' }),
    decorative: false,
    colour: null,
    sort: 'still',
  },
  isSeenThrough: false,
  lost: [],
  edge: '#00aa55',
  read,
})

async function ask(path: string, look: SiteLook | Error, last: SiteLook = { name: 'Acme', accent: null }) {
  const icons = createIcons(
    { config: { dataDir } as Parameters<typeof createIcons>[0]['config'] },
    { look: () => (look instanceof Error ? Promise.reject(look) : Promise.resolve(look)), last: () => last },
  )
  return icons({ path, method: 'GET', request: new Request(`http://acme.test${path}`) })
}

test('while nothing can be read, the icon is the last one read, or the built-in one', async () => {
  const away = new Error('The database is away')
  const icon = iconOf('one', () => Promise.resolve(bytes))
  expect((await ask('/icon-192.png', away, { name: 'Acme', accent: null, icon }))?.status).toBe(200)
  expect(await ask('/icon-192.png', away, { name: sampleName, accent: null })).toBeUndefined()
  expect((await ask('/site.webmanifest', away))?.status).toBe(200)
})

test('a site under its own name has an icon in its own colour, without the initials of the sample company', async () => {
  const drawing = await (await ask('/favicon.svg', { name: 'Acme', accent: '#1d6f5c' }))!.text()
  expect(drawing).toContain(`fill="${accentShades('#1d6f5c').dark.signal}"`)
  expect(drawing).not.toContain('M2 3h5.2v26H2z')
  const touch = await ask('/apple-touch-icon.png', { name: 'Acme', accent: '#1d6f5c' })
  expect(await sharp(await touch!.bytes()).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
})

test('each size is rendered once, however many ask', async () => {
  let reads = 0
  const icon = iconOf('two', () => {
    reads++
    return Promise.resolve(bytes)
  })
  const all = await Promise.all(
    Array.from({ length: 8 }, () => ask('/icon-512.png', { name: 'Acme', accent: null, icon })),
  )
  expect(all.map((answer) => answer?.status)).toEqual(Array(8).fill(200))
  expect(reads).toBe(1)
})

test('a file that cannot be rendered is not an icon', async () => {
  const icon = iconOf('three', () => Promise.resolve(new TextEncoder().encode('no picture')))
  expect(await ask('/icon-192.png', { name: 'Acme', accent: null, icon })).toBeUndefined()
})
