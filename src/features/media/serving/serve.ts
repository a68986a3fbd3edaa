import { eq, and, inArray, isNull } from 'drizzle-orm'
import {
  focusIn,
  variantAddress,
  type LibraryPicture,
  type Shape,
  socialAddress,
  widthsIn,
} from '#contract/picture-variants'
import { frameOf, mailFrame, type MailType, shapeNames, social, type VariantType } from '../reading/derive'
import { findByFormerHash, findByHash } from '../stored-file'
import type { FindFile } from '#platform/feature'
import { isAdmitted } from '#auth/admin-only'
import { notFound } from '#contract/http-error'
import { dataHeaders } from '#platform/http/security-headers'
import type { Config } from '#platform/config'
import type { Services } from '#platform/services'
import { cleanVersion, obtainClean } from '../reading/processed-files'
import { hasCurrentEtag } from '#platform/http/revalidated'
import { type FileCache, openFileCache } from '#platform/storage/file-cache'
import { readMediaPath, mediaUrl } from '../paths'
import { toPicture } from '../library-picture'
import { media, type MediaRow } from '../table'
import { hasThumbnail, obtainThumbnail, type Variant, variantVersion, obtainVariant, titleOf } from './variants'
import type { Database } from '#platform/db/database'

/** Ids per query. */
const chunk = 5000

const types: Record<VariantType, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
}
const shaped = new RegExp(`^(${shapeNames.filter((name) => name !== 'whole').join('|')})-(\\d{1,3}-\\d{1,3})-`)

/**
 * Serves the library's files: at the URLs stored in content, which browsers revalidate because files can be replaced, and
 * as variants with immutable URLs.
 */
export function serveMedia(services: Services): FindFile {
  const { config, db, files } = services
  const cache = openFileCache(config)

  const findVariant = serveVariants(services, cache)

  return async (visit) => {
    const { path, method, request } = visit
    const requested = readMediaPath(path)
    if (!requested) return findVariant(visit)
    const [row] = await db.select().from(media).where(eq(media.id, requested.id))
    // Thrown here, because the 404 page could be cached, and a later item may get this URL.
    if (row?.addressName !== requested.name) throw notFound('media')
    // The list of the trash shows its thumbnail.
    if (row.trashedAt !== null && !(await isAdmitted(services, request))) throw notFound('media')
    if (hasThumbnail(row) && new URL(request.url).searchParams.has('small')) return serveThumbnail(row)
    const headers = headersOf(row, config)
    if (hasCurrentEtag(request, headers.ETag)) return new Response(null, { status: 304, headers })
    const bytes = Bun.file(await obtainClean(cache, row, (work) => files.use(row.hash, work)))
    const all = { ...headers, 'Content-Type': row.mime, 'Content-Length': String(bytes.size) }
    return new Response(method === 'HEAD' ? null : bytes, { headers: all })
  }

  /** Thumbnails for the admin's lists of hundreds of pictures; browsers cache them. */
  async function serveThumbnail(row: MediaRow): Promise<Response> {
    return new Response(Bun.file(await obtainThumbnail(cache, row.hash, (work) => files.use(row.hash, work))), {
      headers: {
        ...dataHeaders(config),
        'Content-Type': 'image/webp',
        // Cached only by the browser: the URL contains a version, which others could request before it exists.
        'Cache-Control': 'private, max-age=31536000, immutable',
      },
    })
  }
}

function headersOf({ hash, mime, name }: MediaRow, config: Pick<Config, 'siteUrl'>) {
  return {
    ...dataHeaders(config),
    ...(mime === 'image/svg+xml' ? { 'Content-Security-Policy': drawing } : {}),
    ...(mime === 'application/pdf' ? { 'Content-Disposition': `attachment; filename*=UTF-8''${escaped(name)}` } : {}),
    // Feed readers and previews of shared links load pictures cross-origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-cache',
    ETag: `"${hash.slice(0, 32)}-${cleanVersion(mime)}"`,
  }
}

/** An SVG opened directly must only draw. */
const drawing = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

const escaped = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Serves the variants of library pictures, whose URLs are immutable. */
function serveVariants({ config, db, files }: Services, cache: FileCache): FindFile {
  return async ({ path, method, request }) => {
    const [, named, name] = /^\/media\/([\da-f]{64})\/(.*)$/s.exec(path) ?? []
    if (named === undefined || name === undefined) return undefined
    const requested = readVariantName(name)
    const current = requested && (await findByHash(db, named))
    const known = current ?? (requested && (await findByFormerHash(db, named)))
    const row = known?.trashedAt === null ? known : undefined
    const picture = row && toPicture(row)
    if (!picture || !requested) throw notFound('media')
    const { hash } = row
    const variant = variantOf(current ? requested : nearest(requested, picture), picture)
    if (!variant && current) throw notFound('media')
    const common = { ...dataHeaders(config), 'Cross-Origin-Resource-Policy': 'cross-origin' }
    // URLs from before the file was replaced or the focus moved are redirected, because a URL is immutable. SVGs have no
    // variants, and are served whole.
    if (!variant || !current || (requested.focus !== undefined && requested.focus !== focusIn(picture.focus))) {
      const now = variant ? addressOf(variant, picture) : mediaUrl(row.id, row.addressName)
      return new Response(null, { status: 302, headers: { ...common, 'Cache-Control': 'no-cache', Location: now } })
    }
    const headers = {
      ...common,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: `"${hash.slice(0, 32)}-${titleOf(variant, picture)}-${variantVersion}"`,
    }
    const file = Bun.file(await obtainVariant(cache, picture, variant, (work) => files.use(hash, work)))
    if (hasCurrentEtag(request, headers.ETag)) return new Response(null, { status: 304, headers })
    const all = { ...headers, 'Content-Type': types[variant.frame.type], 'Content-Length': String(file.size) }
    return new Response(method === 'HEAD' ? null : file, { headers: all })
  }
}

type Requested =
  | { place: 'mail'; focus?: undefined; type: MailType }
  | { place: 'social'; focus: string }
  | { place: Shape; focus?: string; width: number; type: 'avif' | 'webp' }

function readVariantName(name: string): Requested | undefined {
  const [, focus] = /^social-(\d{1,3}-\d{1,3})\.jpg$/.exec(name) ?? []
  if (focus !== undefined) return { place: 'social', focus }
  const [, mailType] = /^mail\.(jpg|png|gif)$/.exec(name) ?? []
  if (mailType !== undefined) return { place: 'mail', type: mailType as MailType }
  const [start = '', place = 'whole', about] = shaped.exec(name) ?? []
  const [, width, type] = /^([1-9]\d{0,4})\.(avif|webp)$/.exec(name.slice(start.length)) ?? []
  if (width === undefined) return undefined
  return { place: place as Shape, focus: about, width: Number(width), type: type as 'avif' | 'webp' }
}

/** undefined for a variant that no page uses. */
function variantOf(requested: Requested, picture: LibraryPicture): Variant | undefined {
  if (requested.place === 'social') return { place: requested.place, frame: social }
  if (requested.place === 'mail') return mailVariant(requested.type, picture)
  const { place, width, type } = requested
  if (picture.sort === 'drawing' || (picture.sort === 'moving' && type === 'avif')) return undefined
  return widthsIn(place, picture).includes(width) ? { place, frame: frameOf(place, width, type, picture) } : undefined
}

const mailVariant = (type: MailType, picture: LibraryPicture): Variant | undefined =>
  type === 'gif' && picture.sort !== 'moving' ? undefined : { place: 'mail', frame: mailFrame(type, picture) }

function addressOf({ place, frame: { width, type } }: Variant, picture: Pick<LibraryPicture, 'hash' | 'focus'>) {
  if (place === 'social') return socialAddress(picture)
  if (place === 'mail') return `/media/${picture.hash}/mail.${type}`
  return variantAddress(picture, place, width, type === 'avif' ? 'avif' : 'webp')
}

/** The most similar variant of another picture. */
function nearest(requested: Requested, picture: LibraryPicture): Requested {
  if (requested.place === 'social') return requested
  if (requested.place === 'mail')
    return { ...requested, type: picture.sort === 'moving' ? 'gif' : requested.type === 'gif' ? 'jpg' : requested.type }
  const widths = widthsIn(requested.place, picture)
  const width = widths.find((one) => one >= requested.width) ?? widths.at(-1) ?? requested.width
  return { ...requested, width, type: picture.sort === 'moving' ? 'webp' : requested.type }
}

/** The statuses of those paths that are the library's, queried together without reading any file. */
export async function fileAnswers(db: Database, paths: readonly string[]): Promise<Map<string, 200 | 404>> {
  const asked = paths.flatMap((path) => {
    const item = readMediaPath(path)
    return item ? [{ path, ...item }] : []
  })
  const ids = [...new Set(asked.map(({ id }) => id))]
  const names = new Map<number, string>()
  for (let from = 0; from < ids.length; from += chunk) {
    const rows = await db
      .select({ id: media.id, name: media.addressName })
      .from(media)
      .where(and(inArray(media.id, ids.slice(from, from + chunk)), isNull(media.trashedAt)))
    for (const { id, name } of rows) names.set(id, name)
  }
  return new Map(asked.map(({ path, id, name }) => [path, names.get(id) === name ? 200 : 404]))
}
