import { sql } from 'drizzle-orm'
import type { LanguageTexts, MenuEntry, SiteValues, StoredSite, Announcement, MenuLink } from '#contract/site'
import { wholeLook } from '#contract/site-values'
import { sitePaths } from '#i18n/addresses/paths'
import { byLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { MessageId, Catalog } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { isColour, accentShades } from '#platform/accent/accent-shades'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { siteSettings, siteTexts } from './table'
import { typefaceOf } from '#platform/accent/typefaces'
import type { MailLook } from '#platform/mail/compose-mail'

type BuiltIn = Pick<Config, 'siteName' | 'githubUrl' | 'linkedinUrl'>

/** The accent of `tokens.css` in the light theme. */
export const builtInAccent = '#ce3b0f'

/**
 * The stored values, and the values in force: stored ones over the built-in defaults. Version 0: nothing is stored. `now`
 * is the database's clock, in milliseconds.
 */
type SiteInForce = { version: number; stored: StoredSite; inForce: SiteValues; now: number }

export async function readSite(db: Database, config: BuiltIn): Promise<SiteInForce> {
  const [row] = await db
    .select({
      values: siteSettings.values,
      version: siteSettings.version,
      now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(siteSettings, sql`true`)
  const stored = row?.values ?? {}
  return { version: row?.version ?? 0, stored, inForce: withBuiltIn(config, stored), now: row?.now ?? Date.now() }
}

/** SQL: the id, as text, of the custom page that is the home page; null for the built-in one. */
export const homePageId = sql<string | null>`(select ${siteSettings.values} #>> '{home,page}' from ${siteSettings})`

/** The stored values with the defaults for absent ones, and for a colour that is none. */
export function withBuiltIn(config: BuiltIn, { accent = builtInAccent, look, ...stored }: StoredSite): SiteValues {
  const colour = isColour(accent) ? accent : builtInAccent
  return { ...builtIn(config, stored.name), ...stored, accent: colour, look: wholeLook(look) }
}

/** The site's name, for mails and other places that need nothing else of it. */
export async function readSiteName(db: Database, config: Pick<Config, 'siteName'>): Promise<string> {
  const [row] = await db.select({ values: siteSettings.values }).from(siteSettings)
  return row?.values.name ?? config.siteName
}

function builtIn({ siteName, githubUrl, linkedinUrl }: BuiltIn, name = siteName): SiteValues {
  return {
    name,
    footer: builtInFooter(),
    copyright: byLanguage((language) => translate(language, 'footer.copyright', { year: '{year}', name })),
    accent: builtInAccent,
    look: wholeLook(),
    logo: null,
    logoDark: null,
    icon: null,
    socialPicture: null,
    social: [
      { kind: 'github', url: githubUrl },
      { kind: 'linkedin', url: linkedinUrl },
    ],
    navigation: builtInNavigation(),
    announcement: null,
    hidden: [],
    home: null,
  }
}

/** Whether this is the default text. */
export const isBuiltInFooter = (footer: LanguageTexts): boolean =>
  JSON.stringify(footer) === JSON.stringify(builtInFooter())

const builtInFooter = () => byLanguage((language) => translate(language, 'footer.tagline'))

/** Whether these are the default entries. */
export const isBuiltInNavigation = (navigation: readonly MenuEntry[]): boolean =>
  JSON.stringify(navigation) === JSON.stringify(builtInNavigation())

const builtInNavigation = (): MenuEntry[] => [
  menuEntry('nav.projects', sitePaths.projects),
  menuEntry('nav.blog', sitePaths.blog),
  menuEntry('nav.about', sitePaths.about),
  menuEntry('nav.contact', sitePaths.contact),
]

const menuEntry = (label: MessageId, href: string): MenuEntry => ({
  label: byLanguage((language) => translate(language, label)),
  href,
  children: [],
})

/** The interface texts that the owner has changed. */
export async function readOwnTexts(db: Database): Promise<Record<Language, Catalog>> {
  const rows = await db.select().from(siteTexts)
  return byLanguage((language) =>
    Object.fromEntries(rows.filter((row) => row.language === language).map(({ key, text }) => [key, text])),
  )
}

/**
 * The site's values as visitors see them: menu entries of live pages, and the announcement while it is in force. Children
 * of an omitted entry move up to its level.
 */
export async function visibleTo(
  visitors: { isLive(path: string): Promise<boolean>; now: number },
  values: SiteValues,
): Promise<SiteValues> {
  const isShown = async ({ href }: MenuLink) => !href.startsWith('/') || (await visitors.isLive(href))
  const entries = await Promise.all(
    values.navigation.map(async (entry): Promise<MenuEntry[]> => {
      const children = await only(entry.children, isShown)
      return (await isShown(entry)) ? [{ ...entry, children }] : children.map((child) => ({ ...child, children: [] }))
    }),
  )
  return {
    ...values,
    navigation: entries.flat(),
    announcement: isInForce(values.announcement, visitors.now) ? values.announcement : null,
  }
}

const isInForce = (announcement: Announcement | null, now: number): boolean =>
  announcement !== null &&
  (announcement.from === null || Date.parse(announcement.from) <= now) &&
  (announcement.until === null || Date.parse(announcement.until) > now)

async function only<Item>(items: readonly Item[], fits: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const fitting = await Promise.all(items.map(fits))
  return items.filter((_, index) => fitting[index])
}

/** Pixels. */
const corners = { soft: 8, round: 22 } as const

const pictureOf = (siteUrl: string, hasLogo: boolean) =>
  hasLogo ? { logo: `${siteUrl}/logo.png` } : { icon: `${siteUrl}/icon-192.png` }

/** The site in mails: its name, its colour, typefaces and corners, and its logo or icon if they have an absolute URL. */
export async function readLetterhead(
  db: Database,
  config: Pick<Config, 'siteName' | 'siteUrl' | 'githubUrl' | 'linkedinUrl'>,
): Promise<{ site: string; look: MailLook }> {
  const { name, accent, logo, look } = (await readSite(db, config)).inForce
  const { light, dark } = accentShades(accent)
  const pair = typefaceOf(look.type)
  return {
    site: name,
    look: {
      ...(accent === builtInAccent ? {} : { signal: { light: light.signal, dark: dark.signal } }),
      ...(config.siteUrl === undefined ? {} : pictureOf(config.siteUrl, logo !== null)),
      ...(pair ? { fonts: { heading: `'${pair.heading.name}'`, text: `'${pair.text.name}'` } } : {}),
      ...(look.corners === 'square' ? {} : { corner: corners[look.corners] }),
    },
  }
}
