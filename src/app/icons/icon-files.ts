import type { Visit } from '#app/visit'
import { backgroundOf, processOf, type SitePicture } from '#app/look/site-look'
import type { SiteReader } from '#app/site-reader'
import { HttpError } from '#contract/http-error'
import { isNotModified } from '#platform/http/if-none-match'
import { securityHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'
import { madeFiles } from '#platform/storage/open-made-files'
import type { Drawing } from './draw-icon'
import { iconPaths, isIconPath } from './paths'
import { webManifest } from './web-manifest'

/** Counts on when icons are drawn otherwise. */
const drawnVersion = 1

/**
 * The icons, the manifest and the logo that the owner has chosen, at the URLs of the built-in ones; undefined where those
 * are in force. They are drawn on the first request, and cached on the disk by a hash of what they show.
 */
export function createIcons({ config }: Pick<Services, 'config'>, { look, last }: Pick<SiteReader, 'look' | 'last'>) {
  const made = madeFiles(config)
  const headers = {
    ...securityHeaders('data', { https: config.siteUrl?.startsWith('https:') ?? false }),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-cache',
  }

  return async (visit: Asked): Promise<Response | undefined> => {
    const { path } = visit
    if (!isIconPath(path)) return undefined
    // While the database is away the site has an icon nevertheless.
    const { name, icon, logo } = await look().catch(last)
    if (path === iconPaths.manifest) return send(visit, 'application/manifest+json', webManifest({ name, icon }))
    const picture = path === iconPaths.logo ? logo : icon
    if (!picture) return undefined
    return path === iconPaths.drawing ? sendDrawing(visit, picture) : sendPicture(visit, picture)
  }

  /** A drawing is sharp at every size; of any other picture there is none. */
  async function sendDrawing(visit: Asked, { picture, read }: SitePicture): Promise<Response> {
    if (picture.sort !== 'drawing') return new Response(null, { status: 404, headers })
    return send(visit, 'image/svg+xml', await read())
  }

  async function sendPicture(visit: Asked, picture: SitePicture): Promise<Response | undefined> {
    const drawing = drawingAt(visit.path, picture)
    const file = await obtain(picture, drawing)
    return file && send(visit, drawing.is === 'ico' ? 'image/x-icon' : 'image/png', await file.bytes())
  }

  /** undefined for what cannot be drawn: then the icon is the one that is built in. */
  async function obtain(picture: SitePicture, drawing: Drawing): Promise<Bun.BunFile | undefined> {
    const name = `icon-${hashOf(JSON.stringify([drawnVersion, picture.picture.hash, drawing]))}`
    try {
      const path = await made.obtain(name, async (to) => {
        await Bun.write(to, await processOf(picture)('drawIcon', [await picture.read(), drawing], 'next'))
      })
      return Bun.file(path)
    } catch (error) {
      if (error instanceof HttpError && error.status === 422) return undefined
      throw error
    }
  }

  function send({ method, request }: Asked, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
    const all = { ...headers, ETag: `"${hashOf(body)}"` }
    if (isNotModified(request, all.ETag)) return new Response(null, { status: 304, headers: all })
    return new Response(method === 'HEAD' ? null : body, { headers: { ...all, 'Content-Type': type } })
  }
}

type Asked = Pick<Visit, 'path' | 'method' | 'request'>

function drawingAt(path: string, picture: SitePicture): Drawing {
  const { isSeenThrough, lost } = picture
  const ground = backgroundOf(picture)
  if (path === iconPaths.favicon) return { is: 'ico', sides: [16, 32, 48] }
  if (path === iconPaths.touch) return { is: 'icon', side: 180, ground, margin: isSeenThrough ? 20 : 0 }
  if (path === iconPaths.small) return { is: 'icon', side: 192 }
  if (path === iconPaths.large) return { is: 'icon', side: 512 }
  // It has to be seen whatever it lies on.
  return { is: 'logo', height: 112, mostWidth: 896, ...(lost.length > 0 ? { ground, margin: 14 } : {}) }
}

const hashOf = (content: string | Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 22)
