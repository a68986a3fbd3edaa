import { LRUCache } from 'lru-cache'
import { brotliDecompressSync } from 'node:zlib'
import type { Visit } from '#app/visit'
import type { Config } from '#platform/config'
import { type Asset, findAsset, listAssets } from '#platform/assets/store'
import type { Database } from '#platform/db/database'
import { dataHeaders } from '#platform/http/security-headers'
import { acceptedEncodings, type Encoding } from '#app/response-cache/encodings'
import { hasHttps, headersOf, type Loaded, respond } from './static-files'

const mostBytes = 8 * 1024 * 1024
const stored: Encoding[] = ['br']
/** Minimum milliseconds between two reads of the list of names. */
const pause = 250

/** Whether a path may be an asset of another build, present or future. */
export const mayBeReleased = (path: string): boolean => /^\/assets\/[\w.-]{1,100}$/.test(path)

/**
 * Serves the browser assets of other builds, which their processes have stored in the database: the balancer may send a
 * request of their pages to any process. However many unknown names are requested, the database is queried four times a
 * second at most; each request waits for a list that is newer than itself.
 */
export function createReleasedAssets(db: Database, config: Pick<Config, 'siteUrl'>) {
  const loaded = new LRUCache<string, { file: Asset & { immutable: boolean }; form: Loaded }>({
    maxSize: mostBytes,
    sizeCalculation: ({ file }, key) => key.length + file.body.length,
  })
  let names = new Set<string>()
  let listed = -Infinity
  let next: Promise<void> | undefined

  async function list() {
    await Bun.sleep(Math.max(0, listed + pause - performance.now()))
    next = undefined
    listed = performance.now()
    names = new Set(await listAssets(db))
  }

  async function load(path: string, takesBrotli: boolean) {
    const asset = await findAsset(db, path)
    if (!asset) return undefined
    const isPacked = asset.encoding === 'br'
    const body = new Uint8Array(isPacked && !takesBrotli ? brotliDecompressSync(asset.body) : asset.body)
    const file = { ...asset, body, immutable: true }
    const encoding = isPacked && takesBrotli ? 'br' : undefined
    return { file, form: { body, ...headersOf(file, encoding, isPacked, dataHeaders(config)) } }
  }

  return async ({ path, request: { headers } }: Pick<Visit, 'path' | 'request'>): Promise<Response | undefined> => {
    if (!mayBeReleased(path)) return undefined
    if (!names.has(path)) await (next ??= list())
    if (!names.has(path)) return undefined
    const takesBrotli = acceptedEncodings(headers.get('accept-encoding'), stored).br
    const key = `${path} ${takesBrotli} ${hasHttps(config)}`
    const found = loaded.get(key) ?? (await load(path, takesBrotli))
    if (!found) return undefined
    loaded.set(key, found)
    return respond(found.file, found.form, headers)
  }
}
