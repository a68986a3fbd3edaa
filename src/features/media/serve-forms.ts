import { eq } from 'drizzle-orm'
import { notFound } from '#base/http-error'
import type { MadeFiles } from '#base/files/made-files'
import { securityHeaders } from '#base/http/security-headers'
import { focusIn, type Shape, widthsIn } from '#base/pictures/forms'
import type { FindFile } from '#base/feature'
import type { Services } from '#base/services'
import { holdsTag } from './held'
import { type FormType, type Frame, frameOf, makeForm, type Picture, shapeNames, social } from './reading/derive'
import { mostFrames } from './reading/clean'
import type { MediaRow } from './store'
import { media } from './table'

/** Counts on when what is made of a picture changes. */
const form = 1
const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/** What pages show of the library's pictures: each size by an address that means the same bytes for ever. */
export function serveForms({ config, db, files }: Services, made: MadeFiles): FindFile {
  const https = config.siteUrl?.startsWith('https:') ?? false

  return async ({ path, method, request }) => {
    const [, hash, name] = /^\/media\/([\da-f]{64})\/(.*)$/s.exec(path) ?? []
    if (hash === undefined || name === undefined) return undefined
    const asked = readForm(name)
    const [row] = asked ? await db.select().from(media).where(eq(media.hash, hash)) : []
    const picture = row && pictureOf(row)
    const frame = picture && asked && offeredFrame(asked, picture)
    if (!frame) throw notFound('media')
    // Pages that were made before the focus moved are shown what there is now, and keep nothing of it.
    const focus = focusIn(picture.focus)
    const isLasting = asked.focus === undefined || asked.focus === focus
    const isCut = asked.focus !== undefined
    const title = `${asked.place}-${isCut ? `${focus}-` : ''}${frame.width}.${frame.type}`
    const headers = {
      ...securityHeaders('data', { https }),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: `"${hash.slice(0, 32)}-${title}-${form}"`,
    }
    const file = Bun.file(
      await made.obtain(`${hash}-${title}-${form}`, (to) =>
        files.use(hash, (from) => makeForm(from, to, picture, frame)),
      ),
    )
    if (holdsTag(request, headers.ETag)) return new Response(null, { status: 304, headers })
    const all = { ...headers, 'Content-Type': types[frame.type], 'Content-Length': String(file.size) }
    return new Response(method === 'HEAD' ? null : file, { headers: all })
  }
}

type Asked = { place: Shape | 'social'; focus?: string; width: number; type: FormType }

const shaped = new RegExp(`^(${shapeNames.filter((name) => name !== 'whole').join('|')})-(\\d{1,3}-\\d{1,3})-`)

function readForm(name: string): Asked | undefined {
  const [, focus] = /^social-(\d{1,3}-\d{1,3})\.jpg$/.exec(name) ?? []
  if (focus !== undefined) return { place: 'social', focus, ...social }
  const [start = '', place = 'whole', about] = shaped.exec(name) ?? []
  const [, width, type] = /^([1-9]\d{0,4})\.(avif|webp)$/.exec(name.slice(start.length)) ?? []
  if (width === undefined) return undefined
  return { place: place as Shape, focus: about, width: Number(width), type: type as FormType }
}

/** undefined where no place of a page shows it so. */
function offeredFrame({ place, width, type }: Asked, picture: Picture): Frame | undefined {
  if (place === 'social') return social
  if (picture.isDrawing || (picture.isMoving && type === 'avif')) return undefined
  return widthsIn(place, picture).includes(width) ? frameOf(place, width, type, picture) : undefined
}

function pictureOf({ mime, width, height, frames, focusX, focusY }: MediaRow): Picture | undefined {
  if (width === null || height === null) return undefined
  return {
    width,
    height,
    focus: { x: focusX, y: focusY },
    isMoving: frames > 1 && frames <= mostFrames,
    isDrawing: mime === 'image/svg+xml',
  }
}
