import { sql } from 'drizzle-orm'
import { type LanguageTexts, type MenuEntry, type SiteValues, type StoredSite } from '#contract/site'
import { wholeLook } from '#contract/look'
import { sitePaths } from '#i18n/addresses/paths'
import { byLanguage } from '#i18n/by-language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { isColour } from '#platform/accent/accent-shades'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { siteSettings } from './table'

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
  entry('nav.projects', sitePaths.projects),
  entry('nav.blog', sitePaths.blog),
  entry('nav.about', sitePaths.about),
  entry('nav.contact', sitePaths.contact),
]

const entry = (label: MessageId, href: string): MenuEntry => ({
  label: byLanguage((language) => translate(language, label)),
  href,
  children: [],
})
