import { inLanguage } from '#i18n/addresses/href'
import { defaultLanguage, type Language } from '#i18n/language'
import type { Field } from '#records/kind/fields'
import { isRecord } from '#text/parse-json'
import { fromMarkdown } from '#text/markdown/from-markdown'
import { slugify } from '#text/slugs/slug'
import { plainText } from '../reading/plain-text'
import type { SentFile } from '../reading/reader'
import { toUtc } from '../reading/utc'
import type { ImportedRecord } from '../payload'
import { type ReadItem } from '../store'
import { factsOf, type FileFacts } from './facts-of-file'
import { readFrontMatter } from './front-matter'
import { insideAddress } from './inside'
import { expandedPath, type Permalinks } from './permalinks'
import { type FilePlace, isHtml, placeOfFile } from './place-of-file'
import { replaceTags } from './site-tags'
import { kindOfType, ownFieldsOf, recordTypes, type RecordType } from '../format'

type Facts = Readonly<Record<string, unknown>>

type MarkdownFile = {
  name: string
  text: string
  /** Part of this site's own export. */
  isOwn: boolean
  find: (address: string, from: string) => string | undefined
  site: OldSite
}

/** What the other files of a zip say about it. */
export type OldSite = {
  /** Its configuration. */
  facts: Facts
  permalinks: Permalinks
  languageFolders: ReadonlySet<string>
}

/** The record in a file; undefined for a skipped file, which is reported. */
export function readRecord(file: MarkdownFile, skip: SentFile['skip']): ReadItem | undefined {
  const { facts: given, text, isBroken } = readFrontMatter(file.text.replaceAll('\r\n', '\n'))
  const place = placeOfFile(file.name, file.site.languageFolders)
  const facts = factsOf(given, file.isOwn)
  const remark = (title: string, why: string, values?: Record<string, string>) => skip({ title, why, values })
  if (place.isList) return void (text.trim() === '' ? undefined : remark(file.name, 'list'))
  // Beside a text in a language of this site, one in another would be taken for that.
  const otherLanguage = place.otherLanguage ?? (facts.translationKey === '' ? undefined : facts.otherLanguage)
  if (otherLanguage !== undefined) return void remark(file.name, 'languageLeftOut', { name: otherLanguage })
  if (isBroken) remark(file.name, 'frontMatter')
  const { html, removed, heading } = htmlOf(file, text, { ...facts, given })
  const title = facts.title.replaceAll(/\s*\n\s*/g, ' ') || heading || nameOf(place.slug)
  for (const name of removed) remark(title, 'shortcode', { name })
  if (facts.otherLanguage !== undefined) remark(title, 'language', { name: facts.otherLanguage })
  if (facts.wrongDate !== undefined) remark(title, 'date', { name: facts.wrongDate })
  const language = facts.language ?? place.language ?? (file.isOwn ? defaultLanguage : undefined)
  const type = typeOf(facts, place)
  const payload: ImportedRecord = {
    title,
    // The parts of a name like `release.v2` stay apart.
    slug: facts.slug || slugify(place.slug.replaceAll('.', '-')),
    html,
    excerpt: facts.description,
    category: facts.category,
    author: facts.author,
    image: imageOf(file, facts),
    imageAlt: facts.imageAlt,
    publishedAt:
      facts.date ??
      (facts.wrongDate === undefined && place.date !== undefined ? toUtc(`${place.date}T00:00:00Z`) : null),
    status: facts.status ?? (place.isDraft || facts.wrongDate !== undefined ? 'draft' : 'published'),
    metadata: {},
    paths: [
      // A file of the zip, to which others refer: not an address of the old site.
      insideAddress(file.name.replace(/\.(?:mdx|html?)$/i, '.md')),
      ...facts.paths,
      ...(file.isOwn ? [] : oldPathsOf(place, facts, { ...file.site.permalinks, title, language })),
    ],
    language,
    ...(file.isOwn ? { own: ownOf(given, type) } : {}),
  }
  return {
    type,
    key: facts.translationKey === '' ? place.key : `key ${facts.translationKey}`,
    title,
    language,
    payload,
  }
}

type Addressing = Permalinks & { title: string; language?: Language }

/** Its paths on the old site, by the patterns of the site and of the text itself, and by its file. */
function oldPathsOf(place: FilePlace, facts: FileFacts, { jekyll, sections, title, language }: Addressing): string[] {
  const folders = (place.path ?? '').split('/').slice(1, -2)
  const date = facts.date?.slice(0, 10) ?? place.date
  const expanded = (pattern: string, categories: readonly string[]) =>
    [expandedPath(pattern, { date, categories, slug: place.slug, title, sections: folders })].filter(
      (path) => path !== undefined,
    )
  const ofJekyll = place.jekyll && [
    ...expanded(facts.permalink ?? jekyll ?? 'date', [...place.jekyll, ...facts.categories]),
    ...expanded(facts.permalink ?? jekyll ?? 'date', place.jekyll),
  ]
  const ofHugo = [
    ...expanded(sections[folders[0] ?? ''] ?? '', []).filter((path) => path !== '/'),
    ...(place.path === undefined ? [] : [place.path]),
  ]
  return [...new Set(ofJekyll ?? ofHugo)].map((path) => inLanguage(path, language ?? defaultLanguage))
}

function typeOf({ layout }: FileFacts, { type }: FilePlace): RecordType {
  return (
    recordTypes.find((one) => one === layout) ?? (/^(?:single|about)$/.test(layout) && type !== 'post' ? 'page' : type)
  )
}

/** Removes a heading that repeats the title. */
function htmlOf(
  { name, isOwn, find, site }: MarkdownFile,
  text: string,
  { given, title }: FileFacts & { given: Facts },
) {
  const { text: plain, removed } = isOwn
    ? { text, removed: [] }
    : replaceTags(text, { isMdx: name.endsWith('.mdx'), facts: given, site: site.facts })
  const whole = isHtml(name) ? plain.trim() : fromMarkdown(plain)
  const [first, inside = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(whole) ?? []
  const heading = isOwn ? '' : plainText(inside)
  const isTitle = first !== undefined && heading !== '' && (title === '' || heading === title)
  return { html: withFiles(isTitle ? whole.slice(first.length) : whole, { name, find }), removed, heading }
}

/** Resolves links to pictures and documents in the archive. */
const withFiles = (html: string, { name, find }: Pick<MarkdownFile, 'name' | 'find'>): string =>
  html.replace(/<(?:img|a)\s[^<>]*>/g, (tag) =>
    tag.replace(/ (src|href)="([^"]*)"/g, (whole, attribute: string, address: string) => {
      const found = find(address.replaceAll('&amp;', '&'), name)
      if (found === undefined) return whole
      const fragment = /#.*$/.exec(address)?.[0] ?? ''
      return ` ${attribute}="${insideAddress(found)}${fragment}"`
    }),
  )

function imageOf({ name, find }: MarkdownFile, { image }: FileFacts): string {
  const found = image === '' ? undefined : find(image, name)
  return found === undefined ? image : insideAddress(found)
}

/** Fields that only this site has, unchanged. */
function ownOf(given: Facts, type: RecordType) {
  const fields = ownFieldsOf(kindOfType(type).fields).filter(([name, field]) => isWritten(field, given[name]))
  return {
    ...Object.fromEntries(fields.map(([name]) => [name, given[name]])),
    ...(isRecord(given.metadata) ? { metadata: given.metadata } : {}),
  }
}

function isWritten({ type }: Field, value: unknown): boolean {
  if (type === 'flag') return typeof value === 'boolean'
  if (type === 'blocks') return Array.isArray(value) || isRecord(value)
  return type === 'list' ? Array.isArray(value) : typeof value === 'string'
}

const nameOf = (slug: string): string =>
  slug
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .replace(/^./u, (letter) => letter.toUpperCase())
