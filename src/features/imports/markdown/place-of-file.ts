import { isLanguage, type Language } from '#i18n/language'
import { readLanguageTag } from '../reading/written-language'
import { folderOf, recordTypes, type RecordType } from '../format'

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

const ending = /\.(?:md|markdown|mdx|html?)$/i
const dated = /^(\d{4})-(\d{1,2})-(\d{1,2})[-_](.+)$/
const projects = /^(?:projects?|portfolio|works?|case-studies)$/i

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown|mdx)$/i.test(name)
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
  const parts = file.replace(ending, '').split('/')
  const language = takeLanguage(parts, languageFolders)
  const jekyll = parts.findIndex((part) => part === '_posts' || part === '_drafts')
  const { day, name: undated } = (jekyll === -1 ? undefined : dayIn(parts.at(-1)!)) ?? {}
  const name = undated ?? parts.at(-1)!
  const isIndex = /^_?index$/i.test(name)
  const slug = isIndex ? (parts.at(-2) ?? '') : name
  return {
    type: typeOf(parts, jekyll),
    key: parts.join('/'),
    slug: dayIn(slug)?.name ?? slug,
    ...language,
    date: day ?? dayIn(slug)?.day,
    isDraft: parts.includes('_drafts'),
    ...(jekyll === -1 ? {} : { jekyll: parts.slice(0, jekyll).filter((part) => part !== 'collections') }),
    path: jekyll === -1 ? pathOf(parts, isIndex) : undefined,
    isList: name === '_index',
  }
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
