import type { Site, SiteValues } from '#contract/site'
import { contentKindNames, kindsOnEveryPage } from '#app/features'
import { isSitePath } from '#i18n/addresses/paths'
import type { Topic } from '#platform/events/events'
import { readSite, type SiteInForce } from '#platform/owner/site'
import { visibleTo } from '#platform/owner/visible-site'
import type { Services } from '#platform/services'

export type SiteReader = {
  /** What visitors see of it, at an origin. */
  read(origin: string): Promise<Site>
  values(): Promise<SiteValues>
  /** What every page depends on beside its own content. */
  topics(): Promise<readonly Topic[]>
  /** As it was last read: for what is shown when nothing can be read. */
  lastName(): string
}

/** The owner's values of the site itself, read once per change. */
export function createSiteReader({
  db,
  config,
  cacheTags,
  isLive,
}: Pick<Services, 'db' | 'config' | 'cacheTags' | 'isLive'>): SiteReader {
  let known: { stamp: string; readAt: number; site: Promise<SiteInForce> } | undefined
  let name = config.siteName

  async function inForce(): Promise<{ site: SiteInForce; readAt: number }> {
    const stamp = cacheTags.stamp(kindsOnEveryPage)
    if (known?.stamp !== stamp) known = { stamp, readAt: performance.now(), site: readSite(db, config) }
    const { readAt, site } = known
    try {
      const read = await site
      name = read.inForce.name
      return { site: read, readAt }
    } catch (error) {
      // The next one asks again.
      if (known?.site === site) known = undefined
      throw error
    }
  }

  async function values(): Promise<SiteValues> {
    const { site, readAt } = await inForce()
    const now = site.now + performance.now() - readAt
    return visibleTo({ isLive, now }, site.inForce)
  }

  return {
    async read(origin) {
      const { footer, copyright, social, navigation, announcement, ...others } = await values()
      const year = new Date().getUTCFullYear()
      return { name: others.name, footer, copyright, social, navigation, announcement, origin, year }
    },
    values,
    topics: async () => (namesPages((await inForce()).site.inForce) ? everyTopic : kindsOnEveryPage),
    lastName: () => name,
  }
}

/** Whether writes of records can change which entries of the navigation there are. */
const namesPages = ({ navigation }: SiteValues) =>
  navigation.some(({ href, children }) => [href, ...children.map((child) => child.href)].some(mayGo))

const mayGo = (href: string) => href.startsWith('/') && !isSitePath(href)

const everyTopic: readonly Topic[] = [...contentKindNames, 'redirect']
