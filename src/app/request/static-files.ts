import { readFileSync } from 'node:fs'
import type { Visit } from '#app/visit'
import type { Config } from '#platform/config'
import { dataHeaders } from '#platform/http/security-headers'
import { acceptedEncodings, type Encoding } from '#app/response-cache/encodings'
import { isIconPath } from '#app/icons/paths'
import { fileAt, type StaticFile } from '#app/manifest'

const encodings: Encoding[] = ['br', 'zstd', 'gzip']
/** Larger files are streamed from the disk. */
const largestInMemory = 256 * 1024

/** A file in one encoding, ready to be sent. */
export type Loaded = {
  body: Uint8Array<ArrayBuffer> | ReturnType<typeof Bun.file>
  headers: Headers
  notModified: Headers
}

type Site = Pick<Config, 'siteUrl'>

/** Forms with headers are kept for either scheme of the site. */
export const hasHttps = ({ siteUrl }: Site): boolean => siteUrl?.startsWith('https:') ?? false

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
    const form = loaded.get(key) ?? load(file, encoding, dataHeaders(config))
    loaded.set(key, form)
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
export function headersOf(
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
