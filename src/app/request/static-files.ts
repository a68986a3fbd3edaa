import { readFileSync } from 'node:fs'
import type { Visit } from '#app/visit'
import type { Config } from '#platform/config'
import { dataHeaders } from '#platform/http/security-headers'
import { acceptedEncodings, type Encoding } from '#app/response-cache/encodings'
import { isIconPath } from '#app/icons/icon-files'
import { fileAt, type StaticFile } from '#app/manifest'
import { LRUCache } from 'lru-cache'
import { brotliDecompressSync } from 'node:zlib'
import { type Asset, findAsset, listAssets } from '#platform/assets/feature'
import type { Database } from '#platform/db/database'

const encodings: Encoding[] = ['br', 'zstd', 'gzip']
/** Larger files are streamed from the disk. */
const largestInMemory = 256 * 1024

/** A file in one encoding, ready to be sent. */
type Loaded = {
  body: Uint8Array<ArrayBuffer> | ReturnType<typeof Bun.file>
  headers: Headers
  notModified: Headers
}

type Site = Pick<Config, 'siteUrl'>

/** Forms with headers are kept for either scheme of the site. */
const hasHttps = ({ siteUrl }: Site): boolean => siteUrl?.startsWith('https:') ?? false

/** Serves the files listed by the build: other names do not exist, so no path can escape. */
export function createStaticFiles(files: StaticFile[], config: Site) {
  const byPath = new Map(
    files.map((file) => {
      const offered = encodings.filter((name) => file.compressed[name] !== undefined)
      return [file.path, { file, offered, loaded: new Map<string, Loaded>() }]
    }),
  )

  return ({ path, request: { headers } }: Pick<Visit, 'path' | 'request'>): Response | undefined => {
    const found = byPath.get(path)
    if (!found) return undefined
    const { file, offered, loaded } = found
    const accepted = acceptedEncodings(headers.get('accept-encoding'), offered)
    const encoding = offered.find((name) => accepted[name])
    const key = `${encoding} ${hasHttps(config)}`
    const form = loaded.getOrInsertComputed(key, () => load(file, encoding, dataHeaders(config)))
    return respond(file, form, headers)
  }
}

/** The response to a request with these headers. */
export const respond = (file: FileFacts, form: Loaded, headers: Headers): Response =>
  isHeld(file, headers)
    ? new Response(null, { status: 304, headers: form.notModified })
    : new Response(form.body, { headers: form.headers })

function load(file: StaticFile, encoding: Encoding | undefined, security: Record<string, string>): Loaded {
  const path = fileAt((encoding && file.compressed[encoding]) ?? file.file)
  return {
    body: file.size > largestInMemory ? Bun.file(path) : new Uint8Array(readFileSync(path)),
    ...headersOf(file, encoding, Object.keys(file.compressed).length > 0, security),
  }
}

type FileFacts = Pick<StaticFile, 'path' | 'type' | 'etag' | 'modified' | 'immutable'>

/** `varies`: there are other encodings of the file. */
function headersOf(
  file: FileFacts,
  encoding: Encoding | undefined,
  varies: boolean,
  security: Record<string, string>,
): Pick<Loaded, 'headers' | 'notModified'> {
  const notModified = new Headers({
    ...security,
    // Feed readers and mail clients load pictures cross-origin.
    ...(file.path.startsWith('/images/') ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    'Cache-Control': cacheControl(file),
    ETag: `"${file.etag}${encoding ? `-${encoding}` : ''}"`,
    'Last-Modified': file.modified,
    ...(varies ? { Vary: 'Accept-Encoding' } : {}),
  })
  const headers = new Headers(notModified)
  headers.set('Content-Type', file.type)
  if (encoding) headers.set('Content-Encoding', encoding)
  return { headers, notModified }
}

/** Fonts and pictures rarely change under the same name, other files may with any release. */
function cacheControl({ immutable, path }: FileFacts): string {
  if (immutable) return 'public, max-age=31536000, immutable'
  if (isIconPath(path)) return 'no-cache'
  return /^\/(fonts|images)\//.test(path)
    ? 'public, max-age=604800, stale-while-revalidate=86400'
    : 'public, max-age=3600'
}

function isHeld({ etag, modified }: FileFacts, headers: Headers): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags === '*' || tags.includes(`"${etag}"`) || tags.includes(`"${etag}-`)
  const since = headers.get('if-modified-since')
  return since !== null && Date.parse(since) >= Date.parse(modified)
}

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

  async function read(path: string, takesBrotli: boolean) {
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
    const found = loaded.get(key) ?? (await read(path, takesBrotli))
    if (!found) return undefined
    loaded.set(key, found)
    return respond(found.file, found.form, headers)
  }
}
