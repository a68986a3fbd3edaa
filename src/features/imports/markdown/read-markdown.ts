import { join } from 'node:path'
import { isAscii, isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { collectOldGarbage, noteGarbage } from '#platform/garbage-collection'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { isRecord } from '#text/parse-json'
import { HttpError } from '#contract/http-error'
import type { ImportedFile } from '../payload'
import { type Reader, type SentFile, unreadable } from '../reading/reader'
import { newUnpackedName } from '../reading/unpacked'
import type { ReadItem } from '../store'
import { folderOf, markerFile, recordTypes } from '../format'
import { checkLocalHeader, checkZip, createEntryCounter, mostUnpacked } from '../reading/check-zip'
import { decodeText } from '../decode-text'
import { readFrontMatter, readToml, readYaml } from './front-matter'
import { createFind, insideAddress, isMedia } from './inside'
import { permalinksIn } from './permalinks'
import { foldersOfLanguages, isHtml, isMarkdown } from './place-of-file'
import { type OldSite, readRecord } from './read-record'

type LeftOut = { title: string; why: 'symbolicLink' | 'sameName' }

/** The files of a zip by name, without a common root folder. */
type OpenZip = {
  entries: ReadonlyMap<string, Entry>
  /** The files that are not among them. */
  left: readonly LeftOut[]
  /** Throws 422 if it is damaged; undefined if it is larger than `most` bytes. */
  text(name: string, most: number): Promise<string | undefined>
  /** Throws 422 if it is damaged. */
  unpack(name: string, path: string): Promise<void>
  close(): void
}

/** Files that are no content: of operating systems, version control, packages, and built sites. */
const beside = /(?:^|\/)(?:\.[^/]+|__MACOSX|node_modules|_site|Thumbs\.db)(?:\/|$)/

/** Throws 422 for a damaged or encrypted zip. */
export async function openZip(path: string): Promise<OpenZip> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: false }).catch(refuse)
  const all: Entry[] = []
  try {
    const count = createEntryCounter(Bun.file(path).size)
    for await (const entry of zip.eachEntry()) {
      count(entry)
      entry.fileName = nameOf(entry)
      if (entry.fileName.includes('\0')) throw unreadable('validation.zipPath')
      all.push(entry)
    }
    await checkZip({ path, zip, entries: all })
  } catch (error) {
    zip.close()
    refuse(error)
  }
  const kept = all.filter(({ fileName }) => !fileName.endsWith('/') && !beside.test(fileName))
  const top = commonFolder(kept.map(({ fileName }) => fileName))
  const entries = new Map<string, Entry>()
  const left: LeftOut[] = []
  for (const entry of kept) {
    // A Mac writes accents apart from their letters, texts do not.
    const name = entry.fileName.slice(top.length).normalize()
    if (isSymbolicLink(entry)) left.push({ title: name, why: 'symbolicLink' })
    else {
      // As when it is unpacked, the last one is that file.
      if (entries.has(name)) left.push({ title: name, why: 'sameName' })
      entries.set(name, entry)
    }
  }
  let unpacked = 0

  async function read<Result>(
    name: string,
    work: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    try {
      const entry = entries.get(name)!
      await checkLocalHeader(zip, entry)
      const bytes = checked(await zip.openReadStreamPromise(entry), entry, (length) => {
        unpacked += length
        if (unpacked > mostUnpacked) throw unreadable('validation.zipTooLarge')
      })
      return await work(bytes)
    } catch (error) {
      return refuse(error)
    }
  }

  return {
    entries,
    left,
    async text(name, most) {
      if ((entries.get(name)?.uncompressedSize ?? 0) > most) return undefined
      return read(name, async (bytes) => {
        const pieces: Uint8Array[] = []
        for await (const piece of bytes) pieces.push(piece)
        return decodeText(Buffer.concat(pieces))
      })
    },
    unpack: (name, to) => read(name, (bytes) => pipeline(bytes, createWriteStream(to))),
    close: () => zip.close(),
  }
}

/** The extra field with the name in UTF-8. */
const unicodeName = 0x7075

/** The name of an entry. A Mac writes it in UTF-8 without saying so, which other names beyond ASCII hardly ever are. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isMarkedUtf8 = (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === unicodeName)
  return isMarkedUtf8 || isAscii(fileNameRaw) || !isUtf8(fileNameRaw)
    ? fileName
    : fileNameRaw.toString('utf8').replaceAll('\\', '/')
}

/** Fails at the end of bytes that have another checksum, and when there are more than its directory says. */
async function* checked(
  bytes: Readable,
  { crc32: checksum, uncompressedSize }: Entry,
  passed: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  let sum = 0
  let size = 0
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    passed(piece.byteLength)
    size += piece.byteLength
    if (size > uncompressedSize) break
    sum = crc32(piece, sum)
    yield piece
  }
  if (size !== uncompressedSize || sum !== checksum) throw new Error('A file of the zip has another size or checksum')
}

/** Made on a Unix system, whose type of file is in the upper half of its attributes. */
const isSymbolicLink = ({ externalFileAttributes, versionMadeBy }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // An error of the disk, not of the file.
  if (error instanceof HttpError || code === 'ENOSPC' || code === 'EIO' || code === 'EMFILE') throw error
  const isPath =
    error instanceof Error && /^(?:invalid relative path|absolute path|invalid characters)/.test(error.message)
  throw unreadable(isPath ? 'validation.zipPath' : 'validation.importDamaged')
}

/**
 * The common root folder, such as `site-main/` of a downloaded repository; '' if there is none. A folder whose name is
 * meaningful is not one.
 */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names
  const folder = /^([^/]+\/)/.exec(first)?.[1]
  if (folder === undefined || /^(?:posts|projects|pages|content|src|_posts|_drafts)\/$/.test(folder)) return ''
  return names.every((name) => name.startsWith(folder)) ? folder : ''
}

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
      if (isLeftOut(name)) file.skip({ title: name, why: 'fileKind' })
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
