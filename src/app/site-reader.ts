import type { Announcement, Site, SiteValues } from '#contract/site'
import { contentKindNames, kindsOnEveryPage } from '#app/features'
import { createSiteLook, type SiteLook } from '#app/look/site-look'
import { siteLogo } from '#app/look/site-logo'
import { toSocial } from '#app/social-link'
import { socialAddress } from '#contract/picture-variants'
import { isSitePath } from '#i18n/addresses/paths'
import { byLanguage } from '#i18n/by-language'
import type { CacheTag } from '#platform/events/events'
import { isBuiltInFooter, isBuiltInNavigation, readSite } from '#platform/owner/site'
import { oncePerChange } from '#platform/cache/once-per-change'
import { visibleTo } from '#platform/owner/visible-site'
import type { Services } from '#platform/services'

export type SiteReader = {
  /** What visitors see of it, at an origin. */
  read(origin: string): Promise<Site>
  values(): Promise<SiteValues>
  /** What every page depends on beside its own content. */
  topics(): Promise<readonly CacheTag[]>
  look(): Promise<SiteLook>
  /** The last values read, for error pages while the database is unreachable. */
  last(): SiteLook
}

/** The owner's values of the site itself, read once per change. */
export function createSiteReader(services: Services): SiteReader {
  const { db, config, cacheTags, isLive } = services
  const inForce = oncePerChange({ cacheTags, topics: kindsOnEveryPage }, async () => {
    const readAt = performance.now()
    return { site: await readSite(db, config), readAt }
  })
  const readLook = createSiteLook(services, async () => (await inForce()).site.inForce)
  let last: SiteLook = { name: config.siteName, accent: null }

  /** The time by the database's clock, which decides when pages expire. */
  async function now(): Promise<number> {
    const { site, readAt } = await inForce()
    return site.now + performance.now() - readAt
  }

  async function values(): Promise<SiteValues> {
    const { site } = await inForce()
    return visibleTo({ isLive, now: await now() }, site.inForce)
  }

  async function look(): Promise<SiteLook> {
    last = await readLook()
    return last
  }

  return {
    read: async (origin) => toSite(await values(), await look(), { origin, now: await now() }),
    values,
    look,
    topics: async () => (namesPages((await inForce()).site.inForce) ? everyTopic : kindsOnEveryPage),
    last: () => last,
  }
}

/** The values that a page receives. */
export function toSite(
  values: SiteValues,
  { logo, social: picture }: SiteLook,
  { origin, now }: { origin: string; now: number },
): Site {
  const { name, footer, copyright, social, navigation, announcement } = values
  const year = String(new Date(now).getUTCFullYear())
  return {
    name,
    copyright: byLanguage((language) => copyright[language].replaceAll('{year}', year)),
    social: social.map(toSocial),
    origin,
    ...(isBuiltInFooter(footer) ? {} : { footer }),
    ...(isBuiltInNavigation(navigation) ? {} : { navigation }),
    ...(announcement ? { announcement: { ...announcement, key: announcementKey(announcement) } } : {}),
    ...(logo ? { logo: siteLogo(logo) } : {}),
    ...(picture ? { socialPicture: socialAddress(picture.picture) } : {}),
  }
}

/** The cookie of those who have closed it: another text is another announcement. */
const announcementKey = ({ text }: Announcement) =>
  `industria-announcement=${Bun.hash(JSON.stringify(text)).toString(36)}`

/** Whether writes of records can change which entries of the navigation there are. */
const namesPages = ({ navigation }: SiteValues) =>
  navigation.some(({ href, children }) => [href, ...children.map((child) => child.href)].some(mayGo))

const mayGo = (href: string) => href.startsWith('/') && !isSitePath(href)

const everyTopic: readonly CacheTag[] = [...contentKindNames, 'redirect']
