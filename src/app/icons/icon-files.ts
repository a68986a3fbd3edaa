import type { Visit } from '#app/visit'
import { backgroundOf, processOf, type SitePicture, type SiteLook } from '#app/look/site-look'
import type { SiteReader } from '#app/site-reader'
import { HttpError } from '#contract/http-error'
import { sampleName } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { accentShades } from '#platform/accent/accent-shades'
import { hasCurrentEtag } from '#platform/http/revalidated'
import { dataHeaders } from '#platform/http/security-headers'
import { builtInAccent } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { openFileCache } from '#platform/storage/file-cache'
import type { Drawing } from './draw-icon'

/** The background of the default icon. */
const ownGround = '#08172b'

/** Increment when the drawing of icons changes. */
const drawnVersion = 1

/**
 * The icons, the manifest and the logo that the owner has chosen, at the URLs of the built-in ones; undefined where those
 * are in force. They are drawn on the first request, and cached on the disk by a hash of what they show.
 */
export function createIcons({ config }: Pick<Services, 'config'>, { look, last }: Pick<SiteReader, 'look' | 'last'>) {
  const cache = openFileCache(config)
  const headers = () => ({
    ...dataHeaders(config),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-cache',
  })

  return async (visit: IconRequest): Promise<Response | undefined> => {
    const { path } = visit
    if (!isIconPath(path)) return undefined
    // While the database is unreachable the site has its last icon, or the default one.
    const { name, accent, logo, ...owned } = await look().catch(last)
    const icon = owned.icon ?? (name === sampleName ? undefined : neutralIcon(accent))
    if (path === iconPaths.manifest) return send(visit, 'application/manifest+json', webManifest({ name, icon }))
    // Sent mails show it after it is deleted, too.
    const picture = path === iconPaths.logo ? (logo ?? icon) : icon
    if (!picture) return undefined
    return path === iconPaths.drawing ? sendDrawing(visit, picture) : sendPicture(visit, picture)
  }

  /** A drawing is sharp at every size; for any other picture it is 404. */
  async function sendDrawing(visit: IconRequest, { picture, read }: SitePicture): Promise<Response> {
    if (picture.sort !== 'drawing') return new Response(null, { status: 404, headers: headers() })
    return send(visit, 'image/svg+xml', await read())
  }

  async function sendPicture(visit: IconRequest, picture: SitePicture): Promise<Response | undefined> {
    const drawing = drawingAt(visit.path, picture)
    const file = await obtain(picture, drawing)
    return file && send(visit, drawing.is === 'ico' ? 'image/x-icon' : 'image/png', await file.bytes())
  }

  /** undefined if it cannot be drawn: then the default icon is used. */
  async function obtain(picture: SitePicture, drawing: Drawing): Promise<Bun.BunFile | undefined> {
    const name = `icon-${hashOf(JSON.stringify([drawnVersion, picture.picture.hash, drawing]))}`
    try {
      const path = await cache.obtain(name, async (to) => {
        await Bun.write(to, await processOf(picture)('drawIcon', [await picture.read(), drawing], 'next'))
      })
      return Bun.file(path)
    } catch (error) {
      if (error instanceof HttpError && error.status === 422) return undefined
      throw error
    }
  }

  function send({ method, request }: IconRequest, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
    const all = { ...headers(), ETag: `"${hashOf(body)}"` }
    if (hasCurrentEtag(request, all.ETag)) return new Response(null, { status: 304, headers: all })
    return new Response(method === 'HEAD' ? null : body, { headers: { ...all, 'Content-Type': type } })
  }
}

/** A pair of compasses in the site's colour: the built-in icon shows the initials of the sample company. */
function neutralIcon(accent: string | null): SitePicture {
  const { signal } = accentShades(accent ?? builtInAccent).dark
  const drawing = new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="1 -3 38 38"><path fill="${ownGround}" d="M1-3h38v38H1z"/><path fill="#e7eef8" d="M17.2 11.2a7 7 0 0 0 5.6 0L30.2 29h-5.5L20 17.2 15.3 29H9.8z"/><circle cx="20" cy="6.3" r="3.6" fill="${signal}"/></svg>`,
  )
  return {
    url: iconPaths.drawing,
    picture: {
      hash: hashOf(drawing),
      width: 38,
      height: 38,
      focus: { x: 0.5, y: 0.5 },
      alt: byLanguage(() => ''),
      decorative: true,
      colour: null,
      sort: 'drawing',
    },
    read: () => Promise.resolve(drawing),
    isSeenThrough: false,
    lost: [],
    edge: ownGround,
  }
}

type IconRequest = Pick<Visit, 'path' | 'method' | 'request'>

function drawingAt(path: string, picture: SitePicture): Drawing {
  const { isSeenThrough, lost } = picture
  const ground = backgroundOf(picture)
  if (path === iconPaths.favicon) return { is: 'ico', sides: [16, 32, 48] }
  if (path === iconPaths.touch) return { is: 'icon', side: 180, ground, margin: isSeenThrough ? 20 : 0 }
  if (path === iconPaths.small) return { is: 'icon', side: 192 }
  if (path === iconPaths.large) return { is: 'icon', side: 512 }
  // It has to be visible on any background.
  return { is: 'logo', height: 112, mostWidth: 896, ...(lost.length > 0 ? { ground, margin: 14 } : {}) }
}

const hashOf = (content: string | Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 22)

/** The web app manifest. */
function webManifest({ name, icon }: Pick<SiteLook, 'name' | 'icon'>): string {
  const ground = icon ? backgroundOf(icon) : ownGround
  // The default icons are maskable, because their corners are empty.
  const purpose = icon ? 'any' : 'any maskable'
  const hasDrawing = !icon || icon.picture.sort === 'drawing'
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: [
      ...(hasDrawing ? [{ src: iconPaths.drawing, sizes: 'any', type: 'image/svg+xml' }] : []),
      { src: iconPaths.small, sizes: '192x192', type: 'image/png', purpose },
      { src: iconPaths.large, sizes: '512x512', type: 'image/png', purpose },
    ],
  })
}

/** The URLs of icons, manifest and logo. */
export const iconPaths = {
  favicon: '/favicon.ico',
  drawing: '/favicon.svg',
  touch: '/apple-touch-icon.png',
  small: '/icon-192.png',
  large: '/icon-512.png',
  manifest: '/site.webmanifest',
  /** The logo as a PNG, for mail programs and feeds. */
  logo: '/logo.png',
} as const

const all: readonly string[] = Object.values(iconPaths)
/** Whether the file can be changed by the owner, so that browsers have to revalidate it. */
export const isIconPath = (path: string): boolean => all.includes(path)
