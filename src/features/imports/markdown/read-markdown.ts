import { join } from 'node:path'
import { collectOldGarbage, noteGarbage } from '#platform/garbage-collection'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { isRecord } from '#text/parse-json'
import {
  type ImportedFile,
  type ReadItem,
  type ImportedRecord,
  type Reader,
  type SentFile,
  newUnpackedName,
  unreadable,
} from '../reading/reader'
import { folderOf, markerFile, recordTypes, kindOfType, ownFieldsOf, type RecordType } from '../format'
import { openZip, type OpenZip } from './zip'
import { readFrontMatter, readToml, readYaml, factsOf, type FileFacts } from './facts-of-file'
import {
  createFind,
  insideAddress,
  isMedia,
  permalinksIn,
  foldersOfLanguages,
  isHtml,
  isMarkdown,
  expandedPath,
  type Permalinks,
  type FilePlace,
  placeOfFile,
} from './place-of-file'
import { inLanguage } from '#i18n/addresses/href'
import { defaultLanguage, type Language } from '#i18n/language'
import type { Field } from '#records/kind/fields'
import { fromMarkdown } from '#text/markdown/from-markdown'
import { slugify } from '#text/slugs/slug'
import { plainText, toUtc } from '../reading/written-values'
import { changeAddresses } from '../run/rewrite'
import { replaceTags } from './site-tags'

const yamlFiles = [
  '_config.yml',
  '_config.yaml',
  'hugo.yaml',
  'hugo.yml',
  'config.yaml',
  'config.yml',
  'config/_default/hugo.yaml',
]
const tomlFiles = ['hugo.toml', 'config.toml', 'zola.toml', 'config/_default/hugo.toml', 'config/_default/config.toml']
const astroFiles = ['astro.config.mjs', 'astro.config.ts', 'astro.config.js']

/** Maximum bytes of a text to read: far more than the site stores. */
const longestText = 4_000_000
/** Files for developers, not content. */
const about = /(?:^|\/)(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.(?:md|markdown)$/i

/** Parts of the pages of a site, not content. */
const isTemplate = (name: string): boolean =>
  /(?:^|\/)(?:_(?!posts\/|drafts\/)[^/]*|layouts|themes|templates|archetypes|partials|shortcodes)\//.test(name)

/** A text in HTML with front matter, where Jekyll and Hugo have their texts. */
const isHtmlText = (name: string): boolean => isHtml(name) && /(?:^|\/)_(?:posts|drafts)\/|^content\//.test(name)

/** Texts, tables, films, sounds and pictures of kinds that this site does not have. */
const isLeftOut = (name: string): boolean =>
  !/(?:^|\/)(?:robots|humans|ads|security|requirements|licen[cs]e|favicon)\.\w+$/i.test(name) &&
  /\.(?:adoc|asciidoc|avi|bmp|csv|docx?|eps|epub|flac|gz|hei[cf]|ico|ipynb|jxl|m4[av]|mkv|mov|mp[34]|od[pst]|og[agv]|opus|org|pptx?|psd|rar|rst|rtf|textile|tiff?|txt|wav|webm|xlsx?|zip)$/i.test(
    name,
  )

/** Texts in languages of templates, and in data. */
const isLeftOutText = (name: string): boolean =>
  !isTemplate(name) &&
  (/\.(?:canvas|ejs|erb|excalidraw|haml|hbs|liquid|njk|pug|slim|webc)$/i.test(name) ||
    /^(?:src\/)?content\/.+\.(?:json|toml|ya?ml)$/i.test(name))

/** A zip of Markdown files: a project of Hugo, Jekyll or Astro, an export of this site, or any others. */
export const readMarkdown: Reader = async (file) => {
  const zip = await openZip(file.path)
  try {
    const names = [...zip.entries.keys()]
    if (!names.some((name) => isMarkdown(name) || isHtmlText(name))) throw unreadable('validation.importNoMarkdown')
    for (const remark of zip.left) file.skip(remark)
    const written = names.includes(markerFile) ? await zip.text(markerFile, longestText) : undefined
    const marker = written === undefined ? undefined : readYaml(written)
    const { host, ...configured } = await readConfiguration(zip)
    const site = typeof marker?.site === 'string' ? marker.site : undefined
    const old = { ...configured, languageFolders: foldersOfLanguages(names) }
    return { host: marker ? '' : host, site, items: itemsOf(file, zip, { names, marker, site: old }) }
  } catch (error) {
    zip.close()
    throw error
  }
}

type Known = { names: readonly string[]; marker?: Readonly<Record<string, unknown>>; site: OldSite }

async function* itemsOf(file: SentFile, zip: OpenZip, { names, marker, site }: Known): AsyncGenerator<ReadItem> {
  try {
    yield* picturesOf(file, zip, names.filter(isMedia), marker)
    const find = createFind(names.filter((name) => isMedia(name) || isMarkdown(name) || isHtmlText(name)))
    const ownFolders = recordTypes.map((type) => `${folderOf(type)}/`)
    for (const name of names) {
      if (hasRunLong()) await yieldToEventLoop()
      collectOldGarbage()
      if (isLeftOut(name) || isLeftOutText(name)) file.skip({ title: name, why: 'fileKind' })
      if (!isMarkdown(name) && !(isHtml(name) && !isTemplate(name))) continue
      const text = await zip.text(name, longestText)
      const why = text === undefined ? 'tooLong' : reasonToSkip(name, text)
      if (why !== undefined || text === undefined) file.skip({ title: name, why: why ?? 'tooLong' })
      else {
        const isOwn = marker !== undefined && ownFolders.some((folder) => name.startsWith(folder))
        const item = readRecord({ name, text, isOwn, find, site }, file.skip)
        if (item) yield item
      }
    }
  } finally {
    zip.close()
  }
}

function reasonToSkip(name: string, text: string): string | undefined {
  if (about.test(name) && !text.startsWith('---')) return 'about'
  if (!isHtml(name)) return undefined
  const { facts, text: body } = readFrontMatter(text)
  if (body === text.replace(/^\uFEFF/, '')) return 'fileKind'
  return isHtmlText(name) || (typeof facts.title === 'string' && !/\{%-?\s*(?:assign|for|if|include)\s/.test(body))
    ? undefined
    : 'template'
}

async function* picturesOf(
  { folder, largestFile, skip }: SentFile,
  zip: OpenZip,
  names: readonly string[],
  marker: Known['marker'],
): AsyncGenerator<ReadItem> {
  const described = isRecord(marker?.pictures) ? marker.pictures : {}
  for (const name of names) {
    const bytes = zip.entries.get(name)?.uncompressedSize ?? 0
    if (bytes > largestFile) {
      skip({ title: name, why: 'fileTooLarge' })
      continue
    }
    const stored = newUnpackedName()
    await zip.unpack(name, join(folder, stored))
    noteGarbage(bytes)
    collectOldGarbage()
    const alts = described[name]
    const payload: ImportedFile = {
      address: insideAddress(name),
      name: name.split('/').at(-1)!,
      alt: '',
      ...(isRecord(alts) ? { alts: textsOf(alts) } : {}),
      file: stored,
    }
    yield { type: 'media', key: name, title: name, payload }
  }
}

const textsOf = (alts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(alts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

type Configuration = { host: string } & Pick<OldSite, 'facts' | 'permalinks'>

/** The host of the old site and its patterns of paths, by its configuration files; '' if there is none. */
async function readConfiguration(zip: OpenZip): Promise<Configuration> {
  const read: Configuration = { host: '', facts: {}, permalinks: { sections: {} } }
  for (const name of [...yamlFiles, ...tomlFiles, ...astroFiles]) {
    const text = zip.entries.has(name) ? await zip.text(name, longestText) : undefined
    if (text === undefined) continue
    const isScript = astroFiles.includes(name)
    const config = isScript ? {} : tomlFiles.includes(name) ? readToml(text) : readYaml(text)
    const address = isScript ? /\bsite:\s*['"`]([^'"`]+)['"`]/.exec(text)?.[1] : addressIn(config)
    const { jekyll, sections } = permalinksIn(config)
    read.host ||= hostOf(address)
    read.facts = { ...config, ...read.facts }
    read.permalinks = {
      jekyll: read.permalinks.jekyll ?? (name.startsWith('_config') ? jekyll : undefined),
      sections: { ...sections, ...read.permalinks.sections },
    }
  }
  return read
}

const addressIn = ({ url, baseURL, baseUrl, baseurl, base_url }: Readonly<Record<string, unknown>>): unknown =>
  [url, baseURL, baseUrl, baseurl, base_url].find((address) => typeof address === 'string' && /^https?:/.test(address))

function hostOf(address: unknown): string {
  const url = typeof address === 'string' ? URL.parse(address) : null
  const isPlaceholder = url !== null && /^(?:localhost|127\.0\.0\.1|example\.(?:com|org))$/.test(url.hostname)
  return url && /^https?:$/.test(url.protocol) && !isPlaceholder ? url.host : ''
}

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
type OldSite = {
  /** Its configuration. */
  facts: Facts
  permalinks: Permalinks
  languageFolders: ReadonlySet<string>
}

/** The record in a file; undefined for a skipped file, which is reported. */
function readRecord(file: MarkdownFile, skip: SentFile['skip']): ReadItem | undefined {
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
    // One that could not be read may say that it is a draft.
    status: isBroken
      ? 'draft'
      : (facts.status ?? (place.isDraft || facts.wrongDate !== undefined ? 'draft' : 'published')),
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
    : replaceTags(text, {
        isMdx: name.endsWith('.mdx'),
        facts: given,
        site: site.facts,
        isFile: (address) => find(address, name) !== undefined,
      })
  const whole = isHtml(name) ? plain.trim() : fromMarkdown(plain)
  const [first, inside = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(whole) ?? []
  const heading = isOwn ? '' : plainText(inside)
  const isTitle = first !== undefined && heading !== '' && (title === '' || heading === title)
  return { html: withFiles(isTitle ? whole.slice(first.length) : whole, { name, find }), removed, heading }
}

/** Resolves links to pictures and documents in the archive. */
const withFiles = (html: string, { name, find }: Pick<MarkdownFile, 'name' | 'find'>): string =>
  changeAddresses(html, (address) => {
    const found = find(address, name)
    return found && insideAddress(found) + (/#.*$/.exec(address)?.[0] ?? '')
  })

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
