import { sitePaths } from '#i18n/addresses/paths'
import type { Loaded } from '#records/editor/saving/editor-state'
import { type Values, pathIn, readPath } from '#records/editor/values/values'
import { type Language, languages, type OtherLanguage, otherLanguages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { isRecord, parseObject } from '#text/parse-json'
import type { PageContent } from '#features/page-contents/contract'
import { builtInTexts } from './built-in-texts' with { type: 'macro' }

export type SettingsPage = 'home' | 'blog' | 'projects'

/**
 * The label of a page's settings, and the heading texts that belong to them. The site defaults are in home's metadata.
 */
export const settingsPages = {
  home: {
    tab: 'settings.site',
    intro: 'settings.siteIntro',
    failed: 'settings.siteFailed',
    path: sitePaths.home,
    heading: undefined,
  },
  blog: {
    tab: 'settings.blog',
    intro: 'settings.blogIntro',
    failed: 'settings.blogFailed',
    path: sitePaths.blog,
    heading: { title: 'blogTitle', subtitle: 'blogSubtitle' },
  },
  projects: {
    tab: 'settings.projects',
    intro: 'settings.projectsIntro',
    failed: 'settings.projectsFailed',
    path: sitePaths.projects,
    heading: { title: 'projectsTitle', subtitle: 'projectsSubtitle' },
  },
} satisfies Record<
  SettingsPage,
  { tab: MessageId; intro: MessageId; failed: MessageId; path: string; heading?: { title: string; subtitle: string } }
>

const texts = [
  'metadata.title',
  'metadata.description',
  'metadata.keywords',
  'metadata.ogTitle',
  'metadata.ogDescription',
]

/**
 * The paths in a page's content that its settings edit: the texts and the canonical URL of each language, and the
 * picture, which is shared. The site defaults have no canonical URL.
 */
function settingsFields(page: SettingsPage): string[] {
  const translated = otherLanguages.flatMap((language) => textsOf(page).map((field) => pathIn(language, field)))
  return [...textsOf(page), ...canonicals(page), 'metadata.ogImage', ...translated]
}

/** The number of English texts without a translation. URLs are not translated. */
export const missingTexts = (page: SettingsPage, values: Values, language: OtherLanguage): number =>
  textsOf(page).filter((field) => values[pathIn(language, field)] === '' && values[field] !== '').length

/** The canonical URL of each language. */
export const canonicals = (page: SettingsPage): string[] =>
  page === 'home' ? [] : languages.map((language) => pathIn(language, 'metadata.canonical'))

function textsOf(page: SettingsPage): string[] {
  const { heading } = settingsPages[page]
  return [...(heading ? [heading.title, heading.subtitle] : []), ...texts]
}

/**
 * A page's settings as form values. Missing ones start with the default texts; translations only where the English text
 * is missing too.
 */
export function readSettings(page: SettingsPage, content: Record<string, unknown>): Values {
  return Object.fromEntries(
    settingsFields(page).map((field) => [field, readText(content, field) ?? startingText(page, content, field)]),
  )
}

/** A page's stored settings, with the version of its row. */
export function loadedSettings(page: SettingsPage, row: PageContent | undefined): Loaded<Values> {
  return { values: readSettings(page, parseObject(row?.content)), version: row?.version ?? 0 }
}

/** `content` with the settings written into it; every other key is unchanged. */
export function writeSettings(
  page: SettingsPage,
  content: Record<string, unknown>,
  values: Values,
): Record<string, unknown> {
  return settingsFields(page).reduce((written, field) => {
    const value = String(values[field] ?? '').trim()
    const isNothing =
      value === '' && readText(content, field) === undefined && startingText(page, content, field) === ''
    return isNothing ? written : withText(written, field.split('.'), value)
  }, content)
}

const startingTexts: Record<SettingsPage, Partial<Record<string, Record<Language, string>>>> = builtInTexts()

function startingText(page: SettingsPage, content: Record<string, unknown>, field: string): string {
  const { language, name } = readPath(field)
  return readText(content, name) === undefined ? (startingTexts[page][name]?.[language] ?? '') : ''
}

function readText(content: Record<string, unknown>, field: string): string | undefined {
  const value = field.split('.').reduce<unknown>((inside, key) => (isRecord(inside) ? inside[key] : undefined), content)
  return typeof value === 'string' ? value : undefined
}

function withText(
  content: Record<string, unknown>,
  [key = '', ...inside]: string[],
  value: string,
): Record<string, unknown> {
  const below = content[key]
  return { ...content, [key]: inside.length === 0 ? value : withText(isRecord(below) ? below : {}, inside, value) }
}
