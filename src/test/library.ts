import { expect } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Config } from '#platform/config'
import type { MediaItem } from '#features/media/contract'
import { testPipeline } from './pipeline'

export const host = 'http://acme.test'

/** The whole site with a media library in a temporary folder; for `beforeAll`, with `startAfresh` for `beforeEach`. */
export async function testLibrary(config: Partial<Config> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'media-'))
  const t = await testPipeline({ config: { dataDir, throttle: false, ...config } })
  let cookie = ''

  async function send(path: string, bytes: Uint8Array | string, name: string, more: Record<string, string> = {}) {
    const body = new FormData()
    body.append('file', new File([bytes as BlobPart], name))
    const answer = await t.ask(path, { method: 'POST', body, headers: { origin: host, cookie, ...more } })
    return { status: answer.status, json: (await answer.json()) as MediaItem }
  }

  return {
    t,
    /** The administrator's session cookie. */
    cookie: () => cookie,
    send,
    /** The new item, with the URL prefix of its variants. */
    async upload(bytes: Uint8Array | string, name: string) {
      const { status, json } = await send('/api/media', bytes, name)
      expect(status).toBe(201)
      return { ...json, variants: variantsOf(bytes) }
    },
    write: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      t.ask(path, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { origin: host, cookie, 'content-type': 'application/json', ...more },
      }),
    madeNames: () => readdirSync(join(dataDir, 'media/made')),
    originalNames: () => readdirSync(join(dataDir, 'media/originals')),
    async startAfresh() {
      await t.reset()
      rmSync(join(dataDir, 'media'), { recursive: true, force: true })
      cookie = await t.signIn()
    },
    async close() {
      await t.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestLibrary = Awaited<ReturnType<typeof testLibrary>>

export const hashOf = (bytes: Uint8Array | string): string => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

export const variantsOf = (bytes: Uint8Array | string): string => `/media/${hashOf(bytes)}`

/** A GIF of `count` frames; consecutive ones differ. */
export async function movingPicture(count: number, size = { width: 40, height: 20 }): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      sharp({ create: { ...size, channels: 3, background: { r: (at * 90) % 256, g: 255 - (at % 256), b: 9 } } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}
