import { eq } from 'drizzle-orm'
import type { FindFile } from '#platform/feature'
import { isAdmitted } from '#auth/admin-only'
import { notFound } from '#contract/http-error'
import { securityHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'
import { cleanVersion, obtainClean } from '#features/media/uploading/clean-file'
import { isNotModified } from '#platform/http/if-none-match'
import { madeFiles } from '#platform/storage/open-made-files'
import { readMediaPath } from '#features/media/paths'
import { serveForms } from './serve-variants'
import type { MediaRow } from '#features/media/store'
import { media } from '#features/media/table'
import { hasThumbnail, obtainThumbnail } from './thumbnails'

/**
 * Serves the library's files: at the URLs stored in content, which browsers revalidate because files can be replaced, and
 * as variants with immutable URLs.
 */
export function serveMedia(services: Services): FindFile {
  const { config, db, files } = services
  const made = madeFiles(config)
  const https = config.siteUrl?.startsWith('https:') ?? false

  const findForm = serveForms(services, made)

  return async (visit) => {
    const { path, method, request } = visit
    const asked = readMediaPath(path)
    if (!asked) return findForm(visit)
    const [row] = await db.select().from(media).where(eq(media.id, asked.id))
    // Thrown here, because the 404 page could be cached, and a later item may get this URL.
    if (row?.addressName !== asked.name) throw notFound('media')
    // The list of the trash shows its thumbnail.
    if (row.trashedAt !== null && !(await isAdmitted(services, request))) throw notFound('media')
    if (hasThumbnail(row) && new URL(request.url).searchParams.has('small')) return serveThumbnail(row)
    const headers = headersOf(row, https)
    if (isNotModified(request, headers.ETag)) return new Response(null, { status: 304, headers })
    const bytes = Bun.file(await obtainClean(made, row, (work) => files.use(row.hash, work)))
    const all = { ...headers, 'Content-Type': row.mime, 'Content-Length': String(bytes.size) }
    return new Response(method === 'HEAD' ? null : bytes, { headers: all })
  }

  /** Thumbnails for the admin's lists of hundreds of pictures; browsers cache them. */
  async function serveThumbnail(row: MediaRow): Promise<Response> {
    return new Response(Bun.file(await obtainThumbnail(made, row.hash, (work) => files.use(row.hash, work))), {
      headers: {
        ...securityHeaders('data', { https }),
        'Content-Type': 'image/webp',
        // The browser's alone: its address names a version, which anybody else could name before it is there.
        'Cache-Control': 'private, max-age=31536000, immutable',
      },
    })
  }
}

function headersOf({ hash, mime, name }: MediaRow, https: boolean) {
  return {
    ...securityHeaders('data', { https }),
    ...(mime === 'image/svg+xml' ? { 'Content-Security-Policy': drawing } : {}),
    ...(mime === 'application/pdf' ? { 'Content-Disposition': `attachment; filename*=UTF-8''${escaped(name)}` } : {}),
    // Readers of feeds and of shared links show pictures too.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-cache',
    ETag: `"${hash.slice(0, 32)}-${cleanVersion(mime)}"`,
  }
}

/** An SVG that is opened by itself draws, and does nothing else. */
const drawing = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

const escaped = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
