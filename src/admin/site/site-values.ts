import { builtInLook, type Look, type SitePart, siteParts } from '#contract/site-values'
import type { Announcement, LanguageTexts, MenuEntry, SiteValues, SocialLink, MenuLink } from '#contract/site'
import type { SiteAnswer } from '#features/settings/site/contract'
import type { Loaded } from '#records/editor/saving/editor-state'
import { changedFields, type Values } from '#records/editor/values/values'
import { byLanguage } from '#i18n/by-language'
import { isRecord, parseJson } from '#text/parse-json'
import type { QueryClient } from '@tanstack/react-query'
import { mediaItemQuery } from '#features/media/queries'
import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'

/** The URLs of the pictures by the ids in the site's values. */
type PictureUrls = Readonly<Record<number, string>>

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

/** The URLs of the site's pictures; deleted ones are absent. */
export async function fetchPictures(client: QueryClient, site: SiteAnswer): Promise<PictureUrls> {
  const items = await Promise.all(
    picturesOf(site).map((id) => client.fetchQuery({ ...mediaItemQuery(id), retry: false }).catch(() => undefined)),
  )
  return Object.fromEntries(items.flatMap((item) => (item ? [[item.id, item.url]] : [])))
}

/** Formats a value of the site for display: a list with a line for each entry, a moment as a date. */
export function useSiteValue(): (field: string, value: string) => string {
  const t = useText()
  const language = usePageLanguage()
  return (field, value) => {
    if (field === 'navigation') return linesOf(navigationOf({ navigation: value }), t)
    if (field === 'social')
      return (socialOf({ social: value }) ?? [])
        .map(({ kind, url }) => `${t(`site.social.${kind}`)}: ${url}`)
        .join('\n')
    if (value === 'true' || value === 'false') return t(`site.look.${value === 'true' ? 'on' : 'off'}`)
    if (field.startsWith('look.') && value !== '') return t(`site.${field}.${value}` as 'site.look.width.wide')
    if (field === 'hidden')
      return siteParts
        .filter((part) => !hiddenOf({ hidden: value }).includes(part))
        .map((part) => t(`site.hidden.${part}`))
        .join('\n')
    const isMoment = field === 'announcement.from' || field === 'announcement.until'
    return isMoment && value !== '' ? dateTime(value, language) : value
  }
}

const linesOf = (entries: ReturnType<typeof navigationOf>, t: Translate): string =>
  entries === null
    ? t('site.builtInPicture')
    : entries.flatMap((entry) => [lineOf(entry), ...entry.children.map((child) => `– ${lineOf(child)}`)]).join('\n')

const lineOf = ({ label, href }: MenuLink) =>
  `${languages.flatMap((language) => label[language] || []).join(' / ')}: ${href}`

/** Edits of lists; each returns a new one. */

export const withRow = <Row>(rows: readonly Row[], row: Row): Row[] => [...rows, row]

export const without = <Row>(rows: readonly Row[], index: number): Row[] => rows.toSpliced(index, 1)

export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from]
  return row === undefined || to < 0 || to >= rows.length ? [...rows] : rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

export const changedAt = <Row>(rows: readonly Row[], index: number, patch: Partial<Row>): Row[] =>
  rows.map((row, at) => (at === index ? { ...row, ...patch } : row))
