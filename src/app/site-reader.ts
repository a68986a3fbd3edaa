import type { Announcement, Site, SiteValues, SocialLink } from '#contract/site'
import type { SignUpMode, SocialKind } from '#contract/site-values'
import { contentKindNames, kindsOnEveryPage } from '#app/features'
import { createSiteLook, type SiteLook, siteLogo } from '#app/look/site-look'
import { socialAddress } from '#contract/picture-variants'
import { demoLogin } from '#app/demo/demo'
import { findHomeCustomPage } from '#features/custom-pages/feature'
import type { Config } from '#platform/config'
import { inLanguage, readAddress } from '#i18n/addresses/href'
import { isSitePath } from '#i18n/addresses/reserved-segments'
import { sitePaths } from '#i18n/addresses/paths'
import type { Called } from '#i18n/addresses/routing'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, languages } from '#i18n/language'
import type { CacheTag } from '#platform/events/events'
import { readSignUp } from '#platform/owner/settings'
import { isBuiltInFooter, isBuiltInNavigation, readSite, visibleTo } from '#platform/owner/site'
import { cachedRead } from '#platform/cache/cached-read'
import type { Services } from '#platform/services'
import { slugIn } from '#records/translation/localize'
import { mailto } from '#text/mailto'

/** Names that are not simply the capitalized kind. */
const names: Partial<Record<SocialKind, string>> = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  rss: 'RSS',
  email: '',
}

export type SiteReader = {
  /** The public settings, for an origin. */
  read(origin: string): Promise<Site>
  values(): Promise<SiteValues>
  /** The custom page that is the home page, if one is. */
  home(): Promise<HomePage | undefined>
  /** The cache tags of every page, in addition to those of its content. */
  tags(): Promise<readonly CacheTag[]>
  look(): Promise<SiteLook>
  /** The last values read, for error pages while the database is unreachable. */
  last(): SiteLook
}

/** The owner's settings of the site, read once per change. */
export function createSiteReader(services: Services): SiteReader {
  const { db, config, cacheTags, isLive } = services
  const inForce = cachedRead({ cacheTags, tags: kindsOnEveryPage }, async () => {
    const readAt = performance.now()
    return { site: await readSite(db, config), signUp: await readSignUp(db), readAt }
  })
  const readLook = createSiteLook(services, async () => (await inForce()).site.inForce)
  const home = cachedRead({ cacheTags, tags: [...kindsOnEveryPage, 'custom-page'] }, async () =>
    homePageOf(services, (await inForce()).site.inForce),
  )
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
    read: async (origin) =>
      toSite(await values(), await look(), {
        origin,
        now: await now(),
        home: await home(),
        signUp: (await inForce()).signUp,
        ...settingsOf(config),
      }),
    values,
    home,
    look,
    tags: async () => tagsOf((await inForce()).site.inForce),
    last: () => last,
  }
}

type HomePage = Called & { id: number }

/** The custom page that the settings name as the home page, while visitors can read it. */
export const homePageOf = async ({ db }: Pick<Services, 'db'>, { home }: SiteValues): Promise<HomePage | undefined> =>
  home ? findHomeCustomPage(db, home.page) : undefined

/** The path of the home page in the language of a path that leads to it, else the path itself. */
export function homeOr(path: string, home: HomePage | false | undefined): string {
  const [address = '', rest = ''] = path.split(/(?=[?#])/, 2)
  const slug = home && /^\/([^/]+)\/?$/.exec(readAddress(address).path)?.[1]
  return slug && languages.some((language) => encodeURIComponent(slugIn(home, language)) === slug)
    ? inLanguage(sitePaths.home, readAddress(address).pinned ?? defaultLanguage) + rest
    : path
}

/** What a page receives of the configuration in force. */
export const settingsOf = ({ timeZone, demo }: Config): Pick<Site, 'timeZone' | 'demo'> => ({
  timeZone,
  ...(demo ? { demo: demoLogin } : {}),
})

/** The values that a page receives. */
export function toSite(
  values: SiteValues,
  { look, logo, logoDark, social: picture }: SiteLook,
  {
    origin,
    now,
    home,
    signUp,
    timeZone,
    demo,
  }: {
    origin: string
    now: number
    home: HomePage | undefined
    signUp: SignUpMode
  } & Pick<Site, 'timeZone' | 'demo'>,
): Site {
  const { name, footer, copyright, social, announcement } = values
  const hidden = signUp === 'off' ? [...new Set([...values.hidden, 'waitlist' as const])] : values.hidden
  const navigation = values.navigation.map((entry) => ({
    ...entry,
    href: homeOr(entry.href, home),
    children: entry.children.map((child) => ({ ...child, href: homeOr(child.href, home) })),
  }))
  const year = String(new Date(now).getUTCFullYear())
  return {
    name,
    copyright: byLanguage((language) => copyright[language].replaceAll('{year}', year)),
    social: social.map(toSocial),
    origin,
    ...(isBuiltInFooter(footer) ? {} : { footer }),
    ...(isBuiltInNavigation(navigation) ? {} : { navigation }),
    ...(announcement ? { announcement: { ...announcement, key: announcementKey(announcement) } } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
    ...(look?.drawings === false ? { drawings: false } : {}),
    ...(logo ? { logo: siteLogo(logo, logoDark) } : {}),
    ...(signUp === 'waitlist' ? {} : { signUp }),
    ...(picture ? { socialPicture: socialAddress(picture.picture) } : {}),
    ...(home ? { home: home.slug } : {}),
    ...(timeZone ? { timeZone } : {}),
    ...(demo ? { demo } : {}),
  }
}

/** The value of the cookie that closes it: a new text is a new announcement. */
const announcementKey = ({ text }: Announcement) =>
  `industria-announcement=${Bun.hash(JSON.stringify(text)).toString(36)}`

function tagsOf(values: SiteValues): readonly CacheTag[] {
  if (namesPages(values)) return everyTag
  return values.home ? [...kindsOnEveryPage, 'custom-page'] : kindsOnEveryPage
}

/** Whether writes of records can change the entries of the navigation. */
const namesPages = ({ navigation }: SiteValues) =>
  navigation.some(({ href, children }) => [href, ...children.map((child) => child.href)].some(mayGo))

const mayGo = (href: string) => href.startsWith('/') && !isSitePath(href)

const everyTag: readonly CacheTag[] = [...contentKindNames, 'redirect']

/** A link with its label. */
const toSocial = (link: SocialLink): Site['social'][number] => ({
  kind: link.kind,
  url: link.kind === 'email' ? mailto(link.url) : link.url,
  name: nameOf(link),
})

/** The service's name, or the host. */
const nameOf = ({ kind, url }: SocialLink): string =>
  kind === 'link'
    ? new URL(url).hostname.replace(/^www\./, '')
    : (names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1))
