import { isLanguage, type Language } from '#i18n/language'
import { readLanguageTag } from '../reading/written-values'
import { folderOf, recordTypes, type RecordType } from '../format'
import { isRecord } from '#text/parse-json'
import { slugify } from '#text/slugs/slug'
import { posix } from 'node:path'
import { decoded } from '#text/urls'

/** Facts derived from a file's path, for all supported systems. */
export type FilePlace = {
  type: RecordType
  /** The same for each language of one record. */
  key: string
  slug: string
  language?: Language
  /** The tag of a language that the site does not have. */
  otherLanguage?: string
  /** The date in a Jekyll file name: `2024-01-31`. */
  date?: string
  isDraft: boolean
  /** The folders above `_posts` of Jekyll. */
  jekyll?: string[]
  /** Its path on the old site, if the system derives it from the file's path. */
  path?: string
  /** A list page, which this site generates itself. */
  isList: boolean
}

const markdownEnding = /\.(?:md|markdown|mdx|mdoc|mdown|mkdn?|mkdown|mdwn|[qr]md)$/i
const textEnding = new RegExp(`${markdownEnding.source}|\\.html?$`, 'i')
const dated = /^(\d{4})-(\d{1,2})-(\d{1,2})[-_](.+)$/
/** Notion writes the id of a page behind its name. */
const notionId = /[ -][\da-f]{32}$/
const projects = /^(?:projects?|portfolio|works?|case-studies)$/i

export const isMarkdown = (name: string): boolean => markdownEnding.test(name)
export const isHtml = (name: string): boolean => /\.html?$/i.test(name)

/** The folders that have one folder for each language, by the names of all files. */
export function foldersOfLanguages(names: readonly string[]): ReadonlySet<string> {
  const folders = names.flatMap((name) => {
    const parts = name.split('/').slice(0, -1)
    return parts.flatMap((part, at) => (isOwnTag(part) ? [parts.slice(0, at).join('/')] : []))
  })
  return new Set(folders)
}

const isOwnTag = (word: string): boolean => isLanguage(readLanguageTag(word)?.primary)

export function placeOfFile(file: string, languageFolders: ReadonlySet<string> = new Set()): FilePlace {
  const parts = file.replace(textEnding, '').split('/')
  const language = takeLanguage(parts, languageFolders)
  const jekyll = parts.findIndex((part) => part === '_posts' || part === '_drafts')
  const { day, name: undated } = (jekyll === -1 ? undefined : dayIn(parts.at(-1)!)) ?? {}
  const name = undated ?? parts.at(-1)!
  const isIndex = /^_?index$/i.test(name)
  const slug = isIndex ? (parts.at(-2) ?? '') : name
  return {
    type: typeOf(parts, jekyll),
    key: parts.join('/'),
    slug: (dayIn(slug)?.name ?? slug).replace(notionId, ''),
    ...language,
    date: day ?? dayIn(slug)?.day ?? dayOfFolders(parts),
    isDraft: parts.includes('_drafts'),
    ...(jekyll === -1 ? {} : { jekyll: parts.slice(0, jekyll).filter((part) => part !== 'collections') }),
    path: jekyll === -1 ? pathOf(parts, isIndex) : undefined,
    isList: name === '_index',
  }
}

/** The date in folders such as `2024/05/06/name`. */
function dayOfFolders(parts: readonly string[]): string | undefined {
  const [, ...day] = /(?:^|\/)((?:19|20)\d\d)[/-](\d\d)[/-](\d\d)\//.exec(parts.join('/')) ?? []
  return day.length === 0 ? undefined : day.join('-')
}

/** The date at the beginning of a name. */
function dayIn(written: string): { day: string; name: string } | undefined {
  const [, year, month = '', day = '', name = ''] = dated.exec(written) ?? []
  return year === undefined ? undefined : { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, name }
}

/**
 * The language, in the name (`hello.es.md`) or as a folder (`content/es/…`, `src/content/blog/es/…`). A folder with the
 * name of another language is one beside a language of this site, or with a script: `it` and `to-do` may be anything.
 */
function takeLanguage(
  parts: string[],
  languageFolders: ReadonlySet<string>,
): Pick<FilePlace, 'language' | 'otherLanguage'> {
  const last = parts.length - 1
  const [, name, word = ''] = /^(.+)\.([\w-]+)$/.exec(parts[last]!) ?? []
  const suffix = readLanguageTag(word)
  // Words of three letters are parts of names: `jquery.min`.
  if (name !== undefined && suffix && (suffix.primary.length === 2 || suffix.isLong)) {
    parts[last] = name
    return isLanguage(suffix.primary) ? { language: suffix.primary } : { otherLanguage: word.toLowerCase() }
  }
  const at = parts.slice(0, last).findIndex((part, index) => {
    const folder = readLanguageTag(part)
    return (
      folder !== undefined &&
      (isLanguage(folder.primary) ||
        /[-_][a-z]{4}(?:[-_]|$)/i.test(part) ||
        languageFolders.has(parts.slice(0, index).join('/')))
    )
  })
  if (at === -1) return {}
  const [folder = ''] = parts.splice(at, 1)
  const { primary } = readLanguageTag(folder) ?? {}
  return isLanguage(primary) ? { language: primary } : { otherLanguage: folder.toLowerCase() }
}

function typeOf(parts: readonly string[], jekyll: number): RecordType {
  if (jekyll !== -1) return 'post'
  const folders = parts.slice(0, -1)
  const isPage = folders.some((part) => /^_?pages?$/i.test(part)) || /^content$/.test(folders.join('/'))
  if (isPage) return 'page'
  if (folders.some((part) => projects.test(part))) return 'project'
  return recordTypes.find((type) => folders.includes(folderOf(type))) ?? 'post'
}

function pathOf(parts: readonly string[], isIndex: boolean): string | undefined {
  const from = parts[0] === 'content' ? 1 : parts[0] === 'src' && parts[1] === 'content' ? 2 : undefined
  if (from === undefined) return undefined
  const shown = isIndex ? parts.slice(from, -1) : parts.slice(from)
  return shown.length === 0 ? undefined : `/${shown.join('/')}/`
}

type Facts = Readonly<Record<string, unknown>>

/** The patterns of old paths: of the posts of Jekyll, and of the sections of Hugo. */
export type Permalinks = { jekyll?: string; sections: Readonly<Record<string, string>> }

/** Whether a file has a type of the library. */
export const isMedia = (name: string): boolean => /\.(?:avif|gif|jpe?g|pdf|png|svg|webp)$/i.test(name)

/** Folders whose files the old site served at its root. */
const roots = ['', 'static/', 'public/', 'assets/', 'source/', 'src/', 'src/assets/', 'content/', 'docs/']

/** Resolves a link in a file of an archive to another file of it. */
export function createFind(names: readonly string[]): (address: string, from: string) => string | undefined {
  const exact = new Map(names.map((name) => [name.normalize(), name]))
  // Several systems find files with other capitals.
  const lower = Map.groupBy(names, (name) => name.normalize().toLowerCase())
  const ends = names.flatMap((name) => endsOf(name).map((end) => ({ name, end: end.normalize().toLowerCase() })))
  const byEnd = Map.groupBy(ends, ({ end }) => end)
  return (address, from) => {
    if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(address)) return undefined
    const path = decoded(address.replace(/[?#].*$/, '')).normalize()
    if (path === '') return undefined
    const rest = path.replace(/^(?:[@~]\/|\/+)/, '')
    const beside = path.startsWith('/') ? [] : [posix.join(posix.dirname(from), path).normalize()]
    const places = [...beside, ...roots.map((root) => root + posix.normalize(rest))]
    const found =
      places.map((place) => exact.get(place)).find((name) => name !== undefined) ??
      places.map((place) => lower.get(place.toLowerCase())?.[0]).find((name) => name !== undefined)
    if (found !== undefined) return found
    // A text may refer to a file without its folder, or without its extension.
    const last = (rest.split('/').at(-1) ?? '').toLowerCase()
    const named =
      last === '' ? [] : ['', '.md', '.markdown', '.mdx', '.html'].flatMap((ending) => byEnd.get(last + ending) ?? [])
    return named.length === 1 ? named[0]!.name : undefined
  }
}

/** A file like `name/index.md` can also be referred to as `name`. */
function endsOf(name: string): string[] {
  const [last = '', folder] = name.split('/').toReversed()
  return folder !== undefined && /^index\.mdx?$/i.test(last) ? [last, `${folder}.md`] : [last]
}

/** The URL of a file in an archive. */
export const insideAddress = (name: string): string => `/${name.split('/').map(encodeURIComponent).join('/')}`

/** The facts that patterns refer to. `date`: `2024-01-31`. */
type PermalinkFacts = {
  date?: string
  categories: readonly string[]
  /** Its name in the path. */
  slug: string
  title: string
  /** The folders of Hugo. */
  sections: readonly string[]
}

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

/** The patterns in a configuration file. */
export function permalinksIn(config: Facts): Permalinks {
  const { permalink, permalinks, collections, defaults } = config
  const ofPosts = isRecord(collections) && isRecord(collections.posts) ? collections.posts.permalink : undefined
  const ofDefaults = (Array.isArray(defaults) ? defaults : []).filter(isRecord).map(({ scope, values }) => {
    const { type = '', path = '' } = isRecord(scope) ? scope : {}
    return (type === '' || type === 'posts') && path === '' && isRecord(values) ? values.permalink : undefined
  })
  const sections = isRecord(permalinks) ? { ...permalinks, ...(isRecord(permalinks.page) ? permalinks.page : {}) } : {}
  return {
    jekyll: [...ofDefaults, ofPosts, permalink].find((pattern) => typeof pattern === 'string'),
    sections: Object.fromEntries(
      Object.entries(sections).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  }
}

/** Whether it is a pattern, and no path. */
export const isPattern = (permalink: string): boolean =>
  Object.hasOwn(styles, permalink) || /(?:^|[/.-])[:]\w/.test(permalink)

/** The path of a text by a pattern; undefined if the pattern needs a date or anything else that it does not have. */
export function expandedPath(pattern: string, facts: PermalinkFacts): string | undefined {
  const values = valuesOf(facts)
  let isWhole = true
  const path = (styles[pattern] ?? pattern).replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    isWhole &&= value !== undefined
    return value ?? ''
  })
  return isWhole ? `/${path}`.replaceAll(/\/{2,}/g, '/') : undefined
}

function valuesOf({ date, categories, slug, title, sections }: PermalinkFacts): Record<string, string | undefined> {
  const lower = categories.map((name) => name.toLowerCase())
  const [section] = sections
  return {
    ...valuesOfDate(date),
    categories: lower.join('/'),
    category: lower[0] ?? '',
    slugified_categories: categories.map(slugify).join('/'),
    title: sections.length > 0 ? slugify(title) : slug,
    slug,
    name: slug,
    filename: slug,
    contentbasename: slug,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    basename: slug,
    section: section ?? '',
    sections: sections.join('/'),
    collection: 'posts',
    output_ext: '.html',
  }
}

function valuesOfDate(date: string | undefined): Record<string, string> {
  if (date === undefined || Number.isNaN(Date.parse(date))) return {}
  const [year = '', month = '', day = ''] = date.split('-')
  const moment = new Date(`${date}T00:00:00Z`)
  const yearDay = String((moment.getTime() - Date.UTC(Number(year), 0, 1)) / 86_400_000 + 1)
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(moment)
  return {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(Number(month)),
    day,
    i_day: String(Number(day)),
    y_day: yearDay.padStart(3, '0'),
    yearday: yearDay,
    short_month: named({ month: 'short' }),
    long_month: named({ month: 'long' }),
    monthname: named({ month: 'long' }).toLowerCase(),
    short_day: named({ weekday: 'short' }),
    long_day: named({ weekday: 'long' }),
    weekday: String(moment.getUTCDay()),
    weekdayname: named({ weekday: 'long' }).toLowerCase(),
    week: String(isoWeek(moment)).padStart(2, '0'),
    hour: '00',
    minute: '00',
    second: '00',
  }
}

/** The week of a date: that of its Thursday. */
function isoWeek(moment: Date): number {
  const thursday = new Date(moment)
  thursday.setUTCDate(moment.getUTCDate() + 4 - (moment.getUTCDay() || 7))
  return Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7)
}
