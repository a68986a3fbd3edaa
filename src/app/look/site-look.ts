import { HttpError } from '#contract/http-error'
import { isBuiltInLook, type Look, siteBrand } from '#contract/site-values'
import { type NamedPicture, variantAddress, type LibraryPicture, widthsIn } from '#contract/picture-variants'
import type { SiteValues, SiteLogo } from '#contract/site'
import { contentKinds, kindsOnEveryPage } from '#app/features'
import { inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import { cachedRead } from '#platform/cache/cached-read'
import type { Services } from '#platform/services'
import { openFileCache } from '#platform/storage/file-cache'
import { builtInAccent } from '#platform/owner/site'
import type { Tone } from './picture-tone'
import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { lookAddress } from './look-style'

/** The logo or icon, and how visible it is on the backgrounds of the themes. */
export type SitePicture = NamedPicture & Tone

/** The owner's changes of the site's look; deleted pictures are replaced by the default ones. */
export type SiteLook = {
  name: string
  /** null for the colour of the style sheets. */
  accent: string | null
  /** Absent for the built-in one. */
  look?: Look
  logo?: SitePicture
  /** The logo on dark backgrounds, where there is a logo. */
  logoDark?: SitePicture
  icon?: SitePicture
  social?: NamedPicture
}

const plain: Tone = { isSeenThrough: false, lost: [], edge: '#ffffff' }
/** Increment when the analysis of pictures changes. */
const toneVersion = 1

/** Milliseconds until a picture is read again that could not be read in time. */
const retryAfter = 30_000

/** Read once per change, in each process. */
export function createSiteLook(
  services: Services,
  values: () => Promise<Pick<SiteValues, 'name' | 'accent' | 'look' | 'logo' | 'logoDark' | 'icon' | 'socialPicture'>>,
  { pause = retryAfter }: { pause?: number } = {},
): () => Promise<SiteLook> {
  const { config, cacheTags, log, stopping } = services
  const cache = openFileCache(config)
  /** The hashes of pictures that are read later. */
  const waiting = new Set<string>()

  async function read(): Promise<SiteLook> {
    const { name, accent, look, logo, logoDark, icon, socialPicture } = await values()
    const ids = [logo, logoDark, icon, socialPicture].filter((id) => id !== null)
    const pictures = new Map<number, NamedPicture>()
    for (const kind of contentKinds)
      for (const [id, picture] of (await kind.pictures?.(services, ids)) ?? []) pictures.set(id, picture)
    const shown = (id: number | null) => (id === null ? undefined : pictures.get(id))
    const [logoShown, darkShown, iconShown] = await Promise.all(
      [logo, logo === null ? null : logoDark, icon].map((id) => withTone(shown(id))),
    )
    return {
      name,
      accent: accent === builtInAccent ? null : accent,
      ...(isBuiltInLook(look) ? {} : { look }),
      logo: logoShown,
      logoDark: logoShown && darkShown,
      icon: iconShown,
      social: shown(socialPicture),
    }
  }

  /** Without a known tone it is shown as it is. */
  async function withTone(named: NamedPicture | undefined): Promise<SitePicture | undefined> {
    if (!named) return undefined
    try {
      return { ...named, ...(await obtainTone(named)) }
    } catch (error) {
      log.error('The colours of a picture of the site could not be read', { error })
      if (isPassing(error)) readLater(named)
      return { ...named, ...plain }
    }
  }

  async function obtainTone(named: NamedPicture): Promise<Tone> {
    const path = await cache.obtain(`tone-${named.picture.hash}-${toneVersion}`, async (to) => {
      await Bun.write(to, JSON.stringify(await processOf(named)('readTone', [await named.read()], 'next')))
    })
    return (await Bun.file(path).json()) as Tone
  }

  /** Until it succeeds: then the pages that show the picture as it is are stale. */
  function readLater(named: NamedPicture): void {
    const { hash } = named.picture
    if (waiting.has(hash)) return
    waiting.add(hash)
    const timer = setTimeout(() => {
      waiting.delete(hash)
      if (stopping.aborted) return
      obtainTone(named).then(
        () => cacheTags.touch(kindsOnEveryPage),
        (error: unknown) => isPassing(error) && readLater(named),
      )
    }, pause)
    timer.unref()
  }

  return cachedRead({ cacheTags, tags: kindsOnEveryPage }, read)
}

/** The store is unreachable, or the machine too busy. */
const isPassing = (error: unknown) => error instanceof HttpError && error.status === 503

export const processOf = ({ picture }: NamedPicture) =>
  picture.sort === 'drawing' ? inDrawingProcess : inPictureProcess

const grounds = { light: '#ffffff', dark: '#0b1a2f' } as const

/** The background of a transparent picture. */
export const backgroundOf = ({ isSeenThrough, lost, edge }: SitePicture): string =>
  isSeenThrough ? grounds[lost.includes('light') ? 'dark' : 'light'] : edge

/** Pixels: the height of the default logo, and the maximum width in a header. */
const height = 32
const mostWidth = 256
/** Width to height: a picture at least that wide contains the name. */
const leastOfWords = 2.5

/** The logo's sizes and URLs, so that pages show it without a layout shift. */
export function siteLogo({ url, picture, lost }: SitePicture, onDark?: SitePicture): SiteLogo {
  const width = widthOf(picture)
  const [lostOn] = lost.filter((scheme) => !onDark || scheme !== 'dark')
  return {
    image: {
      ...(picture.sort === 'drawing' ? { src: url } : sizesOf(picture, width)),
      width,
      height,
      ...(lostOn ? { 'data-lost': lostOn } : {}),
    },
    holdsName: includesName(picture),
  }
}

/** The URL of the logo that a style sheet shows instead on dark backgrounds, in the place of the other. */
export const darkLogoAddress = ({ url, picture }: SitePicture): string =>
  picture.sort === 'drawing' ? url : sizesOf(picture, widthOf(picture)).src

const widthOf = (picture: LibraryPicture) =>
  Math.max(1, Math.min(mostWidth, Math.round((height * picture.width) / picture.height)))

/** The variants up to the first that suffices for every screen. WebP only: every browser supports it, and AVIF saves little at this size. */
function sizesOf(picture: LibraryPicture, width: number): Pick<SiteLogo['image'], 'src' | 'srcSet' | 'sizes'> {
  const widths = widthsIn('whole', picture)
  const enough = widths.findIndex((one) => one >= 3 * width)
  const offered = enough < 0 ? widths : widths.slice(0, enough + 1)
  const addressOf = (at: number) => variantAddress(picture, 'whole', at, 'webp')
  return {
    src: addressOf(offered.at(-1)!),
    srcSet: offered.map((at) => `${addressOf(at)} ${at}w`).join(', '),
    sizes: `${width}px`,
  }
}

export const includesName = ({ width, height: high }: { width: number; height: number }): boolean =>
  width / high >= leastOfWords

giveExample(siteBrand, { name: 'Acme', accent: '/assets/accent-c8401c.css', logo: null })

describeFields(siteBrand, {
  accent: 'The URL of a style sheet; null for the built-in colour.',
  logo: 'The attributes of its image.',
})

const operations = describe({
  getBrand: 'Get the brand of the site. As the admin shows it.',
})

/** What windows of the admin follow without being reloaded. */
export const brandApi = (services: Services, { look }: { look(): Promise<SiteLook> }) =>
  new Elysia({ prefix: '/site', tags: ['Site'] }).use(adminOnly(services)).get(
    '/brand',
    async () => {
      const { name, accent, logo, logoDark } = await look()
      return {
        name,
        accent: lookAddress({ accent }) ?? null,
        logo: logo ? siteLogo(logo, logoDark) : null,
      }
    },
    { response: { 200: siteBrand }, detail: operations.getBrand },
  )
