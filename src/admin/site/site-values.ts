import { builtInLook, type Look, type SitePart } from '#contract/site-values'
import type { Announcement, LanguageTexts, MenuEntry, SiteValues, SocialLink } from '#contract/site'
import type { SiteAnswer } from '#features/settings/site/contract'
import type { Loaded } from '#records/editor/saving/editor-state'
import { changedFields, type Values } from '#records/editor/values/values'
import { byLanguage } from '#i18n/by-language'
import { isRecord, parseJson } from '#text/parse-json'

/** The URLs of the pictures by the ids in the site's values. */
export type PictureUrls = Readonly<Record<number, string>>

const pictureNames = ['logo', 'logoDark', 'icon', 'socialPicture'] as const

/** Lists are stored as JSON text; `null` means the default list. */
const builtIn = 'null'

/** The site's values for the form: one flat entry per field, lists as JSON text. */
export function loadedSite({ version, ...site }: SiteAnswer, urls: PictureUrls): Loaded<Values> {
  const pictures = Object.fromEntries(pictureNames.map((name) => [name, urls[site[name] ?? 0] ?? '']))
  const home = site.home ? String(site.home.page) : ''
  const announcement = site.announcement ?? { text: byLanguage(() => ''), href: null, from: null, until: null }
  return { version, values: flat({ ...site, ...pictures, home, announcement }) }
}

const flat = (values: object, path: string[] = []): Values =>
  Object.assign(
    {},
    ...Object.entries(values).map(([name, value]: [string, unknown]) => {
      const field = [...path, name]
      if (isRecord(value)) return flat(value, field)
      return { [field.join('.')]: Array.isArray(value) ? JSON.stringify(value) : (value ?? '') }
    }),
  ) as Values

export const lookValues = (look: Look): Values => flat({ look })

const lookOf = (values: Values) =>
  Object.fromEntries(Object.keys(builtInLook).map((name) => [name, values[`look.${name}`]]))

export const socialOf = (values: Values) => readList(values.social) as SocialLink[] | null
export const navigationOf = (values: Values) => readList(values.navigation) as MenuEntry[] | null
/** The built-in parts that are switched off. */
export const hiddenOf = (values: Values) => (readList(values.hidden) ?? []) as SitePart[]
export const toList = (rows: readonly unknown[] | null): string => JSON.stringify(rows)

/** The request body of the changed fields; empty ones reset to the default. */
export function changedSite(base: Values, values: Values): Partial<Record<keyof SiteValues, unknown>> {
  const names = new Set(changedFields(base, values).map((field) => field.split('.')[0]))
  return Object.fromEntries(Object.entries(allSiteValues(values)).filter(([name]) => names.has(name)))
}

/** The values of all fields, for a preview. */
export function allSiteValues(values: Values): Record<keyof SiteValues, unknown> {
  return {
    name: text(values.name) || null,
    accent: text(values.accent) || null,
    look: lookOf(values),
    ...(Object.fromEntries(pictureNames.map((name) => [name, pictureId(text(values[name]))])) as Record<
      (typeof pictureNames)[number],
      number | null
    >),
    copyright: textsAt(values, 'copyright'),
    // Unlike the others, it may be empty: then the site has no sentence.
    footer: textsAt(values, 'footer') ?? byLanguage(() => ''),
    social: socialOf(values),
    navigation: navigationOf(values),
    announcement: announcementOf(values),
    hidden: hiddenOf(values),
    home: text(values.home) === '' ? null : { page: Number(text(values.home)) },
  }
}

function announcementOf(values: Values): Announcement | null {
  const texts = textsAt(values, 'announcement.text')
  const moment = (name: string) => text(values[`announcement.${name}`]) || null
  return texts && { text: texts, href: moment('href'), from: moment('from'), until: moment('until') }
}

/** null for none; 0, which no picture has, for a URL outside the library. */
const pictureId = (url: string): number | null => (url === '' ? null : Number(/\/media\/(\d+)\//.exec(url)?.[1] ?? 0))

/** The picture URLs of a form, by id. */
export const urlsIn = (values: Values): PictureUrls =>
  Object.fromEntries(pictureNames.map((name) => [pictureId(text(values[name])) ?? 0, text(values[name])]))

export const picturesOf = (site: SiteAnswer): number[] => pictureNames.flatMap((name) => site[name] ?? [])

/** null if it is empty in every language. */
function textsAt(values: Values, name: string): LanguageTexts | null {
  const texts = byLanguage((language) => text(values[`${name}.${language}`]))
  return Object.values(texts).some((said) => said !== '') ? texts : null
}

const readList = (value: string | boolean | undefined): unknown =>
  parseJson(typeof value === 'string' ? value : builtIn)
const text = (value: string | boolean | undefined): string => (typeof value === 'string' ? value.trim() : '')
