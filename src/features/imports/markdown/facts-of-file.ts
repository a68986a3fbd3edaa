import { isLanguage, type Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'
import { toUtc } from '../reading/utc'

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
  foreign?: string
  /** Its old paths. */
  paths: string[]
  /** The same in the files of one record in several languages. */
  translationKey: string
}

export function factsOf(given: Facts): FileFacts {
  const facts = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ''), value]),
  )
  const first = (...names: string[]) => names.map((name) => textOf(facts[name])).find((text) => text !== '') ?? ''
  const written = first(
    'date',
    'publishedat',
    'pubdate',
    'publishdate',
    'publisheddate',
    'published',
    'created',
    'datepublished',
  )
  const when = typeof facts.published === 'boolean' && written === String(facts.published) ? '' : written
  const date = toUtc(when)
  const tongue = first('language', 'lang', 'locale').toLowerCase()
  const code = tongue.slice(0, 2)
  return {
    title: first('title'),
    slug: first('slug'),
    description: first('description', 'excerpt', 'summary', 'subtitle'),
    category: first('category', 'categories', 'tags', 'tag'),
    author: first('author', 'authors'),
    image: pictureOf(facts),
    imageAlt: altOf(facts),
    date,
    ...(when !== '' && date === null ? { wrongDate: when } : {}),
    status: statusOf(facts),
    layout: first('layout', 'type').toLowerCase(),
    ...(isLanguage(code) ? { language: code } : code === '' ? {} : { foreign: tongue }),
    paths: ['url', 'permalink', 'aliases', 'redirectfrom']
      .flatMap((name) => listOf(facts[name]))
      .filter((path) => path.startsWith('/') || /^https?:/.test(path)),
    translationKey: first('translationkey', 'translationid', 'ref'),
  }
}

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

const pictures = [
  'image',
  'imageurl',
  'heroimage',
  'cover',
  'coverimage',
  'featuredimage',
  'featureimage',
  'featured',
  'thumbnail',
  'banner',
  'images',
  'header',
  'teaser',
  'ogimage',
]

function pictureOf(facts: Facts): string {
  const of = (value: unknown): string => {
    if (typeof value === 'string') return value.trim()
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

function statusOf({ draft, published, status }: Facts): FileFacts['status'] {
  if (draft === true || draft === 'true' || published === false || published === 'false') return 'draft'
  if (typeof status !== 'string') return undefined
  return /^(?:published|publish|scheduled|future|public)$/i.test(status.trim()) ? 'published' : 'draft'
}
