import type { NamedPicture } from '#contract/picture-variants'
import type { SiteValues } from '#contract/site'
import { contentKinds, kindsOnEveryPage } from '#app/features'
import { inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import { oncePerChange } from '#platform/cache/once-per-change'
import type { Services } from '#platform/services'
import { madeFiles } from '#platform/storage/open-made-files'
import { builtInAccent } from '#platform/owner/site'
import type { Tone } from './picture-tone'

/** The logo or icon, and how visible it is on the backgrounds of the themes. */
export type SitePicture = NamedPicture & Tone

/** All that the owner has made of the site's looks; pictures that are gone are those that are built in. */
export type SiteLook = {
  name: string
  /** null is what the style sheets say by themselves. */
  accent: string | null
  logo?: SitePicture
  icon?: SitePicture
  social?: NamedPicture
}

const plain: Tone = { isSeenThrough: false, lost: [], edge: '#ffffff' }
/** Counts on when tones are read otherwise. */
const toneVersion = 1

/** Read once for each change, in each process. */
export function createSiteLook(services: Services, values: () => Promise<SiteValues>): () => Promise<SiteLook> {
  const { config, cacheTags, log } = services
  const made = madeFiles(config)

  async function read(): Promise<SiteLook> {
    const { name, accent, logo, icon, socialPicture } = await values()
    const ids = [logo, icon, socialPicture].filter((id) => id !== null)
    const pictures = new Map<number, NamedPicture>()
    for (const kind of contentKinds)
      for (const [id, picture] of (await kind.pictures?.(services, ids)) ?? []) pictures.set(id, picture)
    const shown = (id: number | null) => (id === null ? undefined : pictures.get(id))
    const [logoShown, iconShown] = await Promise.all([withTone(shown(logo)), withTone(shown(icon))])
    return {
      name,
      accent: accent === builtInAccent ? null : accent,
      logo: logoShown,
      icon: iconShown,
      social: shown(socialPicture),
    }
  }

  /** Without a known tone it is shown as it is. */
  async function withTone(named: NamedPicture | undefined): Promise<SitePicture | undefined> {
    if (!named) return undefined
    try {
      const path = await made.obtain(`tone-${named.picture.hash}-${toneVersion}`, async (to) => {
        await Bun.write(to, JSON.stringify(await processOf(named)('readTone', [await named.read()], 'next')))
      })
      return { ...named, ...((await Bun.file(path).json()) as Tone) }
    } catch (error) {
      log.error('The colours of a picture of the site could not be read', { error })
      return { ...named, ...plain }
    }
  }

  return oncePerChange({ cacheTags, topics: kindsOnEveryPage }, read)
}

export const processOf = ({ picture }: NamedPicture) =>
  picture.sort === 'drawing' ? inDrawingProcess : inPictureProcess

const grounds = { light: '#ffffff', dark: '#0b1a2f' } as const

/** What lies below a picture that one sees through. */
export const backgroundOf = ({ isSeenThrough, lost, edge }: SitePicture): string =>
  isSeenThrough ? grounds[lost.includes('light') ? 'dark' : 'light'] : edge
