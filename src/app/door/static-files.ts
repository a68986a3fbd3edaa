import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { securityHeaders } from '#base/http/security-headers'
import { acceptedEncodings, type Encoding } from '#app/answers/encodings'
import type { StaticFile } from '#app/manifest'

const root = resolve(import.meta.dir, '../../..')
const encodings: Encoding[] = ['br', 'zstd', 'gzip']
/** Larger ones are read from the disk as they are sent. */
const largestInMemory = 256 * 1024

type Loaded = { body: Uint8Array<ArrayBuffer> | ReturnType<typeof Bun.file>; headers: Headers; notModified: Headers }

/**
 * Answers requests for files that the build has listed: only names on the list exist, so no path leads anywhere else.
 */
export function createStaticFiles(files: StaticFile[], https: boolean) {
  const byPath = new Map(files.map((file) => [file.path, { file, loaded: new Map<string, Loaded>() }]))
  const security = securityHeaders('data', { https })

  return (path: string, headers: Headers): Response | undefined => {
    const found = byPath.get(path)
    if (!found) return undefined
    const { file, loaded } = found
    const accepted = acceptedEncodings(headers.get('accept-encoding'))
    const encoding = encodings.find((name) => accepted[name] && file.compressed[name] !== undefined)
    const form = loaded.get(encoding ?? '') ?? load(file, encoding, security)
    loaded.set(encoding ?? '', form)
    return isHeld(file, headers)
      ? new Response(null, { status: 304, headers: form.notModified })
      : new Response(form.body, { headers: form.headers })
  }
}

function load(file: StaticFile, encoding: Encoding | undefined, security: Record<string, string>): Loaded {
  const path = resolve(root, (encoding && file.compressed[encoding]) ?? file.file)
  const notModified = new Headers({
    ...security,
    'Cache-Control': cacheControl(file),
    ETag: `"${file.etag}${encoding ? `-${encoding}` : ''}"`,
    'Last-Modified': file.modified,
    ...(Object.keys(file.compressed).length > 0 ? { Vary: 'Accept-Encoding' } : {}),
  })
  const headers = new Headers(notModified)
  headers.set('Content-Type', file.type)
  if (encoding) headers.set('Content-Encoding', encoding)
  return {
    body: file.size > largestInMemory ? Bun.file(path) : new Uint8Array(readFileSync(path)),
    headers,
    notModified,
  }
}

/** Fonts and pictures keep their names for long, the rest may change with any release. */
function cacheControl({ immutable, path }: StaticFile): string {
  if (immutable) return 'public, max-age=31536000, immutable'
  return /^\/(fonts|images)\//.test(path)
    ? 'public, max-age=604800, stale-while-revalidate=86400'
    : 'public, max-age=3600'
}

function isHeld({ etag, modified }: StaticFile, headers: Headers): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags === '*' || tags.includes(`"${etag}"`) || tags.includes(`"${etag}-`)
  const since = headers.get('if-modified-since')
  return since !== null && Date.parse(since) >= Date.parse(modified)
}
