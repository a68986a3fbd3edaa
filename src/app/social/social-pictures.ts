import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import { z } from 'zod'
import { fileAt, type Manifest } from '#app/manifest'
import type { SiteReader } from '#app/site-reader'
import { backgroundOf, type SitePicture, includesName } from '#app/look/site-look'
import type { Visit } from '#app/visit'
import { HttpError } from '#contract/http-error'
import { dataHeaders } from '#platform/http/security-headers'
import { builtInLook } from '#contract/site-values'
import { type SiteValues, textIn } from '#contract/site'
import { inLanguage } from '#i18n/addresses/href'
import { type Language, languages } from '#i18n/language'
import { byOtherLanguage } from '#i18n/by-language'
import { translate } from '#i18n/translate'
import { recordKinds } from '#features/kinds'
import { accentShades } from '#platform/accent/accent-shades'
import { inPictureProcess } from '#platform/images/picture-processes'
import { libraryFiles } from '#platform/images/contract'
import { socialAddress } from '#contract/picture-variants'
import type { Fetch } from '#client/query-client'
import type { Services } from '#platform/services'
import { openFileCache } from '#platform/storage/file-cache'
import { slugInUrl } from '#text/slugs/record-slug'
import { leadPicture, type SocialType, socialType } from '#records/social-picture'
import { isTranslated, localize } from '#records/translation/localize'
import { drawnPicture } from '#ui/head/metadata'
import type { Drawn } from './draw'

const addresses = new RegExp(`^/social(/\\w+)/(${slugInUrl})/(${languages.join('|')})-\\d{1,10}\\.(png|jpg)$`)
/** The picture of the site itself, in each language. */
const ofSite = new Map(languages.map((language) => [inLanguage(drawnPicture, language), language]))
const types: Record<SocialType, string> = { png: 'image/png', jpg: 'image/jpeg' }
/** Increment when the drawing changes. */
const drawnVersion = 4
/** Maximum length of the queue: drawing one takes a fifth of a second. */
const mostWaiting = 8

const pictured = z.object({
  title: z.string(),
  imageUrl: z.string().optional(),
  blocks: z.unknown().optional(),
  /** Set for pictures of the library. */
  pictures: libraryFiles.pictures,
  translations: z.looseObject(byOtherLanguage(() => z.looseObject({ title: z.string().optional() }).optional())),
})

type Tools = {
  files: Manifest['files']
  read: Fetch
  find(path: string): Promise<Response | undefined>
  site: Pick<SiteReader, 'look'> & { values(): Promise<Pick<SiteValues, 'name' | 'footer'>> }
}
type Options = { draw?: (drawn: Drawn) => Promise<Uint8Array<ArrayBuffer>> }

/**
 * The pictures of shared links: drawn on the first request from public data, and cached on the disk by a hash of what they
 * show; one at a time, and once for concurrent requests. 503 when too many wait already.
 */
export function createSocialPictures(
  { config }: Pick<Services, 'config'>,
  { files, read, find, site }: Tools,
  { draw = (drawn) => inPictureProcess('drawPicture', [drawn], 'next') }: Options = {},
) {
  const cache = openFileCache(config)
  const inTurn = pLimit(1)

  /** undefined for other paths, and for a record that is not public. */
  return async (visit: PictureRequest): Promise<Response | undefined> => {
    const { path } = visit
    const drawnFor = ofSite.get(path)
    if (drawnFor) return respond(visit, await siteFacts(drawnFor), '')
    const [, api, slug, code, type] = addresses.exec(path) ?? []
    const kind = recordKinds.find((one) => one.api === api)
    const language = languages.find((one) => one === code)
    if (!kind || !slug || !language) return undefined
    const answer = await read(`/api${kind.api}/${slug}`)
    if (!answer.ok) return undefined
    const record = pictured.parse(await answer.json())
    if (!isTranslated(record, language)) return undefined
    const { title } = localize(record, language)
    const lead = leadPicture(record)
    const ofLibrary = record.pictures?.[lead]
    const picture = ofLibrary ? socialAddress(ofLibrary) : lead
    return respond(
      visit,
      {
        title,
        label: kind.label ? translate(language, kind.label) : '',
        isPhotograph: socialType(record) === 'jpg',
        type: type === 'jpg' ? 'jpg' : 'png',
      },
      picture,
    )
  }

  /** Of the site itself: what it does in one sentence, or its name. */
  async function siteFacts(language: Language): Promise<ShownFacts> {
    const { name, footer } = await site.values()
    return { title: textIn(footer, language) || name, label: '', isPhotograph: false, type: 'png' }
  }

  async function respond({ request, method }: PictureRequest, shown: ShownFacts, picture: string): Promise<Response> {
    const { name: brand, accent, look, ...logos } = await site.look()
    const isDark = look?.scheme === 'dark'
    const logo = isDark ? (logos.logoDark ?? logos.logo) : logos.logo
    const { type: face } = look ?? builtInLook
    const facts: Facts = {
      ...shown,
      // A site without a sentence shows its name once.
      brand: shown.title === brand ? '' : brand,
      ...(accent === null ? {} : { accent: accentShades(accent)[isDark ? 'dark' : 'light'].signal }),
      ...(face === 'archivo' ? {} : { face }),
      ...(isDark ? { isDark } : {}),
      ...(look?.drawings === false ? { isBlank: true } : {}),
    }
    const key = hashOf(JSON.stringify([drawnVersion, facts, picture, ...(logo ? [logo.picture.hash] : [])]))
    const headers = {
      ...dataHeaders(config),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Type': types[facts.type],
      'Cache-Control': 'no-cache',
      ETag: `"${key}"`,
    }
    if (request.headers.get('if-none-match')?.includes(`"${key}"`)) return new Response(null, { status: 304, headers })
    const file = await obtain(`social-${key}.${facts.type}`, async () => ({
      ...facts,
      picture: picture === '' ? undefined : await ownPicture(picture),
      ...(logo && { logo: await drawnLogo(logo, isDark ? 'dark' : 'light') }),
    }))
    if (!file) return new Response(null, { status: 503, headers: { ...dataHeaders(config), ...busy } })
    return new Response(method === 'HEAD' ? null : file, {
      headers: { ...headers, 'Content-Length': String(file.size) },
    })
  }

  /** undefined if it cannot be drawn at the moment: what has no time, or lacks its picture for now, is not kept. */
  async function obtain(name: string, whatToDraw: () => Promise<Drawn>): Promise<Bun.BunFile | undefined> {
    try {
      const path = await cache.obtain(name, async (to) => {
        if (inTurn.pendingCount >= mostWaiting) throw new Busy()
        await inTurn(async () => writeFile(to, await draw(await whatToDraw())))
      })
      return Bun.file(path)
    } catch (error) {
      if (error instanceof Busy || (error instanceof HttpError && error.status === 503)) return undefined
      throw error
    }
  }

  /** Pictures of other hosts are not loaded. Throws Busy if it exists, but cannot be read now. */
  async function ownPicture(address: string): Promise<Uint8Array | undefined> {
    if (address.startsWith('/media/')) {
      const found = await orNothing(find(address))
      if (found && found.status !== 200) throw new Busy()
      return found?.bytes()
    }
    const small = files.find(({ path }) => path === address.replace(/\.webp$/, '-800.webp'))
    const file = small ?? files.find(({ path }) => path === address)
    const place = file && fileAt(file.file)
    return place && existsSync(place) ? Bun.file(place).bytes() : undefined
  }
}

type PictureRequest = Pick<Visit, 'path' | 'request' | 'method'>
type Facts = Omit<Drawn, 'picture' | 'logo'>
type ShownFacts = Pick<Facts, 'title' | 'label' | 'isPhotograph' | 'type'>

/** On a background of the scheme. */
async function drawnLogo(logo: SitePicture, scheme: 'light' | 'dark'): Promise<Drawn['logo']> {
  const picture = await orNothing(logo.read())
  const ground = logo.lost.includes(scheme) ? { ground: backgroundOf(logo) } : {}
  return picture && { picture, holdsName: includesName(logo.picture), ...ground }
}

/** A picture that can never be read is left out. */
const orNothing = <Found>(reading: Promise<Found>): Promise<Found | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 422) return undefined
    throw error
  })

class Busy extends Error {}
const busy = { 'Retry-After': '5', 'Cache-Control': 'no-store' }

const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 22)
