import type { Language } from '#i18n/language'
import { joinHalves } from '#text/html/parse'
import { isRecord, parseJson } from '#text/parse-json'
import { isDayFirst, toUtcInOrder, writtenLanguage, entityCharacter } from '../reading/written-values'
import { isPattern } from './place-of-file'

type FrontMatter = { facts: Readonly<Record<string, unknown>>; text: string; isBroken: boolean }

const yaml = /^---[ \t]*(json|ya?ml|toml|js|javascript|)[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const toml = /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/

const deepest = 100
/** Characters and values that aliases may add to those that are written out. */
const mostRepeated = 10_000
/** Each merge copies all keys of a map. */
const mostMerges = 100

/** The languages that may be named behind the first hyphens. A script is not run, and only the text below it is read. */
const parsers: Readonly<Record<string, (head: string) => unknown>> = {
  '': Bun.YAML.parse,
  yaml: Bun.YAML.parse,
  yml: Bun.YAML.parse,
  toml: Bun.TOML.parse,
  json: parseJson,
}

/**
 * The front matter at the top of a text: between two lines of hyphens (YAML) or plus signs (TOML), or in braces (JSON).
 */
export function readFrontMatter(file: string): FrontMatter {
  const whole = file.replace(/^\uFEFF/, '').replace(/^\s*(?=---|\+\+\+|\{)/, '')
  const [head, language = '', inside = ''] = yaml.exec(whole) ?? []
  if (head !== undefined) return parsed(parsers[language.toLowerCase()] ?? parseJson, inside, whole.slice(head.length))
  const [plus, written = ''] = toml.exec(whole) ?? []
  if (plus !== undefined) return parsed(Bun.TOML.parse, written, whole.slice(plus.length))
  const json = /^\{\s*"/.test(whole) ? whole.slice(0, endOfObject(whole)) : ''
  const [end] = /^[ \t]*(?:\r?\n|$)/.exec(whole.slice(json.length)) ?? []
  if (json !== '' && end !== undefined) return parsed(parseJson, json, whole.slice(json.length + end.length))
  const [lines] = plainLines.exec(whole) ?? []
  return { facts: factsIn(lines ?? ''), text: whole.slice(lines?.length ?? 0), isBroken: false }
}

/** The lines of Pelican and MultiMarkdown at the top of a text, up to a blank one. */
const plainLines = /^title:[ \t]*\S[^\n]*(?:\n[a-z][\w -]{0,30}:[^\n]*)*\r?\n(?=\r?\n|$)/i

const factsIn = (lines: string): FrontMatter['facts'] =>
  Object.fromEntries([...lines.matchAll(/^([\w -]+):(.*)$/gm)].map(([, name, value]) => [name!.trim(), value!.trim()]))

/** The end of the object in JSON at the top of a text; 0 if it never ends. */
function endOfObject(text: string): number {
  let depth = 0
  let isInString = false
  for (const { 0: sign, index } of text.matchAll(/\\[^]|["{}]/g)) {
    if (sign === '"') isInString = !isInString
    else if (!isInString && sign === '{') depth++
    else if (!isInString && sign === '}' && --depth === 0) return index + 1
  }
  return 0
}

export const readYaml = (text: string): FrontMatter['facts'] => parsed(Bun.YAML.parse, text, '').facts
export const readToml = (text: string): FrontMatter['facts'] => parsed(Bun.TOML.parse, text, '').facts

function parsed(parse: (head: string) => unknown, head: string, text: string): FrontMatter {
  const broken = { facts: {}, text, isBroken: true }
  if (head.split('<<:', mostMerges + 2).length > mostMerges + 1) return broken
  try {
    const facts = parse(head)
    if (!isBounded(facts, 2 * head.length + mostRepeated)) return broken
    return isRecord(facts) ? { facts, text, isBroken: false } : { facts: {}, text, isBroken: facts !== null }
  } catch {
    return broken
  }
}

/**
 * Whether a parsed value, with all that its aliases repeat, has at most that many values and characters, in few levels.
 * Aliases of aliases make a few lines of YAML as large as they like, or endless.
 */
function isBounded(value: unknown, most: number): boolean {
  let size = 0
  const isWithin = (part: unknown, depth: number): boolean => {
    size += 1 + (typeof part === 'string' ? part.length : 0)
    if (size > most || depth > deepest) return false
    if (typeof part !== 'object' || part === null) return true
    return Object.entries(part).every(([name, inner]) => {
      size += Array.isArray(part) ? 0 : name.length
      return isWithin(inner, depth + 1)
    })
  }
  return isWithin(value, 0)
}

type Facts = Readonly<Record<string, unknown>>

/** The facts in front matter, under the names that other systems use. */
export type FileFacts = {
  title: string
  slug: string
  description: string
  category: string
  author: string
  image: string
  imageAlt: string
  date: string | null
  /** An invalid date, as written. */
  wrongDate?: string
  status?: 'draft' | 'published'
  layout: string
  language?: Language
  otherLanguage?: string
  /** Its old paths. */
  paths: string[]
  /** The pattern of its old path. */
  permalink?: string
  categories: string[]
  /** The same in the files of one record in several languages. */
  translationKey: string
}

const dates = 'date publishedat pubdate publishdate publisheddate published created datepublished'.split(' ')

/** `isOwn`: the texts are as this site has written them. */
export function factsOf(given: Facts, isOwn = false): FileFacts {
  const facts = Object.fromEntries(
    // Other fields of Zola and Hugo.
    [given.extra, given.params, given.taxonomies, given]
      .filter(isRecord)
      .flatMap((some) => Object.entries(some))
      .map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ''), value]),
  )
  const first = (...names: string[]) => names.map((name) => textOf(facts[name])).find((text) => text !== '') ?? ''
  const words = (...names: string[]) => (isOwn ? first(...names) : withoutMarks(first(...names)))
  const written = first(...dates)
  const isFlag = written === String(facts.published) && (yes.test(written) || no.test(written))
  const when = isFlag ? '' : written
  const languageTag = first('language', 'lang', 'locale')
  const language = writtenLanguage(languageTag)
  const date = toUtcInOrder(when, language && isDayFirst(language) ? 'day' : 'month')
  const path = first('path').replace(/^\/+|\/+$/g, '')
  const [permalink = ''] = listOf(facts.permalink)
  const addresses = ['url', ...(isPattern(permalink) ? [] : ['permalink']), 'aliases', 'redirectfrom']
  return {
    title: words('title'),
    slug: first('slug') || (path.split('/').at(-1) ?? ''),
    description: words('description', 'excerpt', 'summary', 'subtitle'),
    category: words('category', 'categories', 'tags', 'tag'),
    categories: [...wordsOf(facts.category, false), ...wordsOf(facts.categories, true)],
    author: words('author', 'authors'),
    image: pictureOf(facts),
    imageAlt: isOwn ? altOf(facts) : withoutEntities(altOf(facts)),
    date,
    ...(when !== '' && date === null ? { wrongDate: when } : {}),
    status: statusOf(facts),
    layout: first('layout', 'type').toLowerCase(),
    ...(language ? { language } : languageTag === '' ? {} : { otherLanguage: languageTag.toLowerCase() }),
    paths: [...addresses.flatMap((name) => listOf(facts[name])), ...(path === '' ? [] : [path])]
      .map((address) => address.trim())
      .filter((address) => address !== '' && (/^https?:/.test(address) || !/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(address)))
      .map((address) => (/^https?:/.test(address) ? address : address.replace(/^(?:\.?\/)?/, '/'))),
    ...(isPattern(permalink) ? { permalink } : {}),
    translationKey: first('translationkey', 'translationid', 'ref'),
  }
}

/** A link of Obsidian shows its label, or its target. */
const withoutMarks = (text: string): string =>
  withoutEntities(text.replace(/^\[\[(?:[^[\]|]*\|)?([^[\]|]+)\]\]$/, '$1'))

const withoutEntities = (text: string): string =>
  joinHalves(text).replace(
    /&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,31});/gi,
    (entity, name: string) => entityCharacter(name) ?? entity,
  )

/** Jekyll parts the words of `categories`, and takes those of `category` as one. */
const wordsOf = (value: unknown, isParted: boolean): string[] =>
  listOf(value)
    .flatMap((words) => (isParted && typeof value === 'string' ? words.split(/\s+/) : [words.trim()]))
    .filter((word) => word !== '')

/** The first of several values, and the name of an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // Dates of TOML.
  if (isRecord(value) && typeof value.toJSON === 'function') return String(value).replace(/\[.*$/, '')
  if (Array.isArray(value)) return value.map(textOf).find((text) => text !== '') ?? ''
  return isRecord(value) ? textOf(value.name ?? value.title) : ''
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((part) => typeof part === 'string')

const pictures =
  'image imageurl heroimage cover coverimage featuredimage featureimage featured thumbnail banner images header teaser ogimage'.split(
    ' ',
  )

function pictureOf(facts: Facts): string {
  const of = (value: unknown): string => {
    if (typeof value === 'string') return value.trim().replace(/^!?\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/, '$1')
    if (Array.isArray(value)) return of(value[0])
    if (!isRecord(value)) return ''
    return of(value.src ?? value.url ?? value.path ?? value.image ?? value.teaser ?? value.feature ?? '')
  }
  return pictures.map((name) => of(facts[name])).find((text) => /[./]/.test(text)) ?? ''
}

function altOf(facts: Facts): string {
  const own = pictures.map((name) => facts[name]).find((value) => isRecord(value) && typeof value.alt === 'string')
  const alternative = ['imagealt', 'heroimagealt', 'coveralt', 'alt']
    .map((name) => textOf(facts[name]))
    .find((text) => text !== '')
  return alternative ?? (isRecord(own) ? textOf(own.alt) : '')
}

/** `yes`, `on` and the like are texts in YAML 1.2, and flags in YAML 1.1, which most systems read. */
const yes = /^(?:true|yes|on|y|1)$/i
const no = /^(?:false|no|off|n|0)$/i

function statusOf({ draft, published, status }: Facts): FileFacts['status'] {
  if (yes.test(String(draft)) || no.test(String(published))) return 'draft'
  if (typeof status !== 'string') return undefined
  return /^(?:published|publish|scheduled|future|public)$/i.test(status.trim()) ? 'published' : 'draft'
}
