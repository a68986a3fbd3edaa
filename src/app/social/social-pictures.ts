import { LRUCache } from 'lru-cache'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Manifest } from '#app/manifest'
import type { Visit } from '#app/visit'
import { securityHeaders } from '#base/http/security-headers'
import { languages } from '#base/i18n/language'
import { translate } from '#base/i18n/translate'
import { recordKinds } from '#features/kinds'
import { inPictureProcess } from '#base/pictures/picture-processes'
import { socialAddress } from '#base/pictures/forms'
import type { Fetch } from '#base/query/client'
import type { Services } from '#base/services'
import { isTranslated, spoken } from '#records/spoken'
import type { Drawn } from './draw'

const root = resolve(import.meta.dir, '../../..')
const addresses = new RegExp(`^/social(/\\w+)/([\\w-]{1,240})/(${languages.join('|')})-\\d{1,10}\\.png$`)
const mostKept = 16 * 1024 * 1024

const pictured = z.object({
  title: z.string(),
  imageUrl: z.string(),
  /** Of the library, where it is one. */
  pictures: z
    .record(z.string(), z.object({ hash: z.string(), focus: z.object({ x: z.number(), y: z.number() }) }))
    .default({}),
  translations: z.looseObject({ es: z.looseObject({ title: z.string().optional() }).optional() }),
})

type Options = { draw?: (drawn: Drawn) => Promise<Uint8Array<ArrayBuffer>>; most?: number }

/**
 * The pictures of shared links: drawn when somebody first asks, of what visitors can read, and kept by what they show;
 * one at a time, and once however many ask.
 */
export function createSocialPictures(
  { config }: Pick<Services, 'config'>,
  { files, read, find }: { files: Manifest['files']; read: Fetch; find(path: string): Promise<Response | undefined> },
  { draw = (drawn) => inPictureProcess('drawPicture', [drawn]), most = mostKept }: Options = {},
) {
  const security = securityHeaders('data', { https: config.siteUrl?.startsWith('https:') ?? false })
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({ maxSize: most, sizeCalculation: ({ length }) => length })
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const inTurn = pLimit(1)

  /** undefined where the path is none of theirs, or the record is none that visitors see. */
  return async ({
    path,
    request,
    method,
  }: Pick<Visit, 'path' | 'request' | 'method'>): Promise<Response | undefined> => {
    const [, api, slug, code] = addresses.exec(path) ?? []
    const kind = recordKinds.find((one) => one.api === api)
    const language = languages.find((one) => one === code)
    if (!kind || !slug || !language) return undefined
    const answer = await read(`/api${kind.api}/${slug}`)
    if (!answer.ok) return undefined
    const record = pictured.parse(await answer.json())
    if (!isTranslated(record, language)) return undefined
    const { title } = spoken(record, language)
    const facts = {
      title,
      brand: config.siteName,
      label: translate(language, kind.label),
    }
    const ofLibrary = record.pictures[record.imageUrl]
    const picture = ofLibrary ? socialAddress(ofLibrary) : record.imageUrl
    const key = hashOf(JSON.stringify([facts, picture]))
    const headers = {
      ...security,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Type': 'image/png',
      'Cache-Control': 'no-cache',
      ETag: `"${key}"`,
    }
    if (request.headers.get('if-none-match')?.includes(`"${key}"`)) return new Response(null, { status: 304, headers })
    const bytes = kept.get(key) ?? (await drawOnce(key, facts, picture))
    return new Response(method === 'HEAD' ? null : bytes, {
      headers: { ...headers, 'Content-Length': String(bytes.length) },
    })
  }

  function drawOnce(key: string, facts: Omit<Drawn, 'picture'>, address: string): Promise<Uint8Array<ArrayBuffer>> {
    const begun = drawing.get(key)
    if (begun) return begun
    const made = inTurn(async () => {
      const bytes = await draw({ ...facts, picture: await ownPicture(address) })
      kept.set(key, bytes)
      return bytes
    }).finally(() => drawing.delete(key))
    drawing.set(key, made)
    return made
  }

  /** Pictures of other hosts are not fetched. */
  async function ownPicture(address: string): Promise<Uint8Array | undefined> {
    if (address.startsWith('/media/')) {
      const found = await find(address)
      return found?.status === 200 ? found.bytes() : undefined
    }
    const small = files.find(({ path }) => path === address.replace(/\.webp$/, '-800.webp'))
    const file = small ?? files.find(({ path }) => path === address)
    const place = file && resolve(root, file.file)
    return place && existsSync(place) ? Bun.file(place).bytes() : undefined
  }
}

const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 22)
