import { notFound } from '#contract/http-error'
import type { MadeFiles } from '#platform/storage/made-files'
import { securityHeaders } from '#platform/http/security-headers'
import {
  focusIn,
  formAddress,
  type LibraryPicture,
  type Shape,
  socialAddress,
  widthsIn,
} from '#contract/picture-variants'
import type { FindFile } from '#platform/feature'
import type { Services } from '#platform/services'
import { type Form, formVersion, obtainForm, pictureOf, titleOf } from './variants'
import { isNotModified } from '#platform/http/if-none-match'
import { type FormType, frameOf, type Picture, shapeNames, social } from '#features/media/reading/derive'
import { mediaUrl } from '#features/media/paths'
import { findByFormerHash, findByHash } from '#features/media/store'

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/** What pages show of the library's pictures: each size by an address that means the same bytes for ever. */
export function serveForms({ config, db, files }: Services, made: MadeFiles): FindFile {
  const https = config.siteUrl?.startsWith('https:') ?? false

  return async ({ path, method, request }) => {
    const [, named, name] = /^\/media\/([\da-f]{64})\/(.*)$/s.exec(path) ?? []
    if (named === undefined || name === undefined) return undefined
    const asked = readForm(name)
    const current = asked && (await findByHash(db, named))
    const known = current ?? (asked && (await findByFormerHash(db, named)))
    const row = known?.trashedAt === null ? known : undefined
    const picture = row && pictureOf(row)
    if (!picture || !asked) throw notFound('media')
    const { hash } = row
    const form = formOf(current ? asked : nearest(asked, picture), picture)
    if (!form && current) throw notFound('media')
    const common = { ...securityHeaders('data', { https }), 'Cross-Origin-Resource-Policy': 'cross-origin' }
    // URLs from before the file was replaced or the focus moved are redirected, because a URL is immutable. SVGs have no
    // variants, and are served whole.
    if (!form || !current || (asked.focus !== undefined && asked.focus !== focusIn(picture.focus))) {
      const now = form ? addressOf(form, { hash, focus: picture.focus }) : mediaUrl(row.id, row.addressName)
      return new Response(null, { status: 302, headers: { ...common, 'Cache-Control': 'no-cache', Location: now } })
    }
    const headers = {
      ...common,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: `"${hash.slice(0, 32)}-${titleOf(form, picture)}-${formVersion}"`,
    }
    const file = Bun.file(await obtainForm(made, { hash, picture, form }, (work) => files.use(hash, work)))
    if (isNotModified(request, headers.ETag)) return new Response(null, { status: 304, headers })
    const all = { ...headers, 'Content-Type': types[form.frame.type], 'Content-Length': String(file.size) }
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

/** undefined for a variant that no page uses. */
function formOf({ place, width, type }: Asked, picture: Picture): Form | undefined {
  if (place === 'social') return { place, frame: social }
  if (picture.isDrawing || (picture.isMoving && type === 'avif')) return undefined
  return widthsIn(place, picture).includes(width) ? { place, frame: frameOf(place, width, type, picture) } : undefined
}

const addressOf = ({ place, frame: { width, type } }: Form, picture: Pick<LibraryPicture, 'hash' | 'focus'>) =>
  place === 'social' || type === 'jpg' ? socialAddress(picture) : formAddress(picture, place, width, type)

/** What comes closest to it of another picture. */
function nearest(asked: Asked, picture: Picture): Asked {
  if (asked.place === 'social') return asked
  const widths = widthsIn(asked.place, picture)
  const width = widths.find((one) => one >= asked.width) ?? widths.at(-1) ?? asked.width
  return { ...asked, width, type: picture.isMoving ? 'webp' : asked.type }
}
