import { isLanguage, type Language } from '#i18n/language'
import type { RecordType } from '../store'

/** Facts derived from a file's path, for all supported systems. */
export type FilePlace = {
  type: RecordType
  /** The same for each language of one record. */
  key: string
  slug: string
  language?: Language
  /** A language that the site does not have. */
  foreign?: string
  /** The date in a Jekyll file name: `2024-01-31`. */
  date?: string
  isDraft: boolean
  /** Its path on the old site, if the system derives it from the file's path. */
  path?: string
  /** A list page, which this site generates itself. */
  isList: boolean
}

const ending = /\.(?:md|markdown|mdx)$/i
const suffix = /\.([a-z]{2})(?:-[a-z]{2})?$/i
const dated = /^(\d{4}-\d\d-\d\d)-(.+)$/
const projects = /^(?:projects?|portfolio|works?|case-studies)$/i

export const isMarkdown = (name: string): boolean => ending.test(name)

export function placeOfFile(file: string): FilePlace {
  const parts = file.replace(ending, '').split('/')
  const tongue = takeLanguage(parts)
  const jekyll = parts.findIndex((part) => part === '_posts' || part === '_drafts')
  const [, date, undated] = (jekyll === -1 ? null : dated.exec(parts.at(-1)!)) ?? []
  const name = undated ?? parts.at(-1)!
  const isIndex = /^_?index$/i.test(name)
  const slug = isIndex ? (parts.at(-2) ?? '') : name
  return {
    type: typeOf(parts, jekyll),
    key: parts.join('/'),
    slug: dated.exec(slug)?.[2] ?? slug,
    ...tongue,
    date: date ?? dated.exec(slug)?.[1],
    isDraft: parts.includes('_drafts'),
    path: pathOf(parts, { slug, date, jekyll, isIndex }),
    isList: name === '_index',
  }
}

/** The language, in the name (`hello.es.md`) or as a folder (`content/es/…`, `src/content/blog/es/…`). */
function takeLanguage(parts: string[]): Pick<FilePlace, 'language' | 'foreign'> {
  const last = parts.length - 1
  const named = suffix.exec(parts[last]!)?.[1]?.toLowerCase()
  if (named !== undefined) {
    parts[last] = parts[last]!.replace(suffix, '')
    return isLanguage(named) ? { language: named } : { foreign: named }
  }
  const at = parts
    .slice(0, last)
    .findIndex((part) => isLanguage(part.toLowerCase().slice(0, 2)) && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(part))
  const found = at === -1 ? undefined : parts[at]!.toLowerCase().slice(0, 2)
  if (!isLanguage(found)) return {}
  parts.splice(at, 1)
  return { language: found }
}

function typeOf(parts: readonly string[], jekyll: number): RecordType {
  if (jekyll !== -1) return 'post'
  const folders = parts.slice(0, -1)
  const isPage = folders.some((part) => /^_?pages?$/i.test(part)) || /^content$/.test(folders.join('/'))
  if (isPage) return 'page'
  return folders.some((part) => projects.test(part)) ? 'project' : 'post'
}

type Named = { slug: string; date?: string; jekyll: number; isIndex: boolean }

function pathOf(parts: readonly string[], { slug, date, jekyll, isIndex }: Named): string | undefined {
  if (jekyll !== -1) {
    const [year, month, day] = date?.split('-') ?? []
    const folders = parts.slice(0, jekyll).filter((part) => part !== 'collections')
    return date && `/${[...folders, year, month, day, slug].join('/')}.html`
  }
  const from = parts[0] === 'content' ? 1 : parts[0] === 'src' && parts[1] === 'content' ? 2 : undefined
  if (from === undefined) return undefined
  const shown = isIndex ? parts.slice(from, -1) : parts.slice(from)
  return shown.length === 0 ? undefined : `/${shown.join('/')}/`
}
