import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { isLanguage } from '#i18n/language'
import {
  plainText,
  writtenLanguage,
  type DateOrder,
  isDayFirst,
  orderOf,
  toUtcInOrder,
} from '../reading/written-values'
import { type Reader, type SentFile, unreadable, type ReadItem } from '../reading/reader'
import { htmlOfCell } from './cell-html'
import { decodeText } from '#text/encoding'
import { folded } from '#text/fold'
import { decoded } from '#text/urls'

/** A table whose first row contains the names of its columns, in any order; every other row is a post. */
export const readCsv: Reader = async (file) => {
  const text = tableText(await Bun.file(file.path).bytes())
  const [line = ''] = text.split(/[\r\n]/, 1)
  const separator = [',', ';', '\t'].toSorted((one, other) => line.split(other).length - line.split(one).length)[0]!
  const quotes = { areFaulty: false }
  const rows = parseCsv(text, separator, () => (quotes.areFaulty = true))
  const header = rows.next().value ?? []
  const columns = columnsOf(header)
  if (!columns) throw unreadable('validation.importUnknown')
  const dates = createDates()
  const all = parseCsv(text, separator)
  all.next()
  for (const cells of all) {
    if (hasRunLong()) await yieldToEventLoop()
    const of = cellOf(columns, cells)
    dates.see(of('publishedAt'), of('language'))
  }
  return { host: '', items: itemsOf(file, rows, { header, columns, dates, quotes }) }
}

/**
 * The text of a table as spreadsheets save it: in Unicode, or else in the code page of western Windows, and below a
 * line that names the separator.
 */
export const tableText = (bytes: Uint8Array): string => decodeText(bytes).replace(/^(?:\s*[\r\n]|sep=.\r?\n)+/i, '')

type Table = {
  header: readonly string[]
  columns: Columns
  dates: Dates
  /** Whether those of a row read since are not as in RFC 4180. */
  quotes: { areFaulty: boolean }
}

const cellOf =
  ({ at }: Columns, cells: readonly string[]) =>
  (field: Field) =>
    (cells[at.get(field) ?? -1] ?? '').trim()

async function* itemsOf(
  { skip }: SentFile,
  rows: Iterable<string[]>,
  { header, columns, dates, quotes }: Table,
): AsyncGenerator<ReadItem> {
  for (const name of columns.unknown) skip({ title: name, why: 'column' })
  const guessed = dates.guessed()
  if (guessed > 0)
    skip({ title: header[columns.at.get('publishedAt')!]!, why: 'dateOrder', values: { count: guessed } })
  let line = 1
  for (const cells of rows) {
    line++
    if (hasRunLong()) await yieldToEventLoop()
    if (cells.every((cell) => cell.trim() === '')) continue
    const of = cellOf(columns, cells)
    const title = plainText(of('title'))
    if (quotes.areFaulty) skip({ title: title || of('slug') || `${line}`, why: 'quotes', values: { line } })
    quotes.areFaulty = false
    if (title === '') {
      skip({ title: of('slug') || `${line}`, why: 'noTitle', values: { line } })
      continue
    }
    if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
      skip({ title, why: 'cells', values: { line, count: cells.length - header.length } })
    yield readRow(of, { title, dates, tell: (why, values) => skip({ title, why, values }) })
  }
}

type Reading = {
  title: string
  dates: Dates
  tell(why: string, values: Record<string, string>): void
}

/** The post of one row, by the texts of its cells. */
function readRow(of: (field: Field) => string, { title, dates, tell }: Reading): ReadItem {
  const language = writtenLanguage(of('language'))
  if (of('language') !== '' && !language) tell('language', { name: of('language') })
  // A column `published` has dates, or says whether the post is public.
  const [when, word] =
    statusOf(of('publishedAt')) === undefined ? [of('publishedAt'), of('status')] : ['', of('publishedAt')]
  const isDraft = [of('draft'), of('archived')].some((cell) => statusOf(cell) === 'published')
  const asked = isDraft ? 'draft' : statusOf(word)
  if (asked === undefined && word !== '') tell('status', { name: word })
  const date = when === '' && asked === 'published' ? of('createdAt') : when
  const publishedAt = dates.read(date, of('language'))
  if (date !== '' && publishedAt === null) tell('date', { name: date })
  const isSecret = !/^(?:everyone|public|publico|visible|free|all|todos)?$/i.test(of('audience'))
  if (isSecret) tell('members', {})
  const isReadable = publishedAt !== null || (date === '' && asked === 'published')
  const { slug, path } = addressOf(of)
  const { html, isPlain } = htmlOfCell(of('content'))
  if (isPlain) tell('noHtml', {})
  return {
    type: 'post',
    // The same row in another language is the same record.
    key: `csv ${slug || title}`,
    title,
    language,
    payload: {
      title,
      slug,
      html,
      excerpt: plainText(of('description')),
      category: of('category') || firstOf(of('categories')),
      author: of('author'),
      image: pictureOf(of('image')),
      imageAlt: of('imageAlt'),
      publishedAt,
      status:
        isReadable && !isSecret && (asked === 'published' || (asked === undefined && word === ''))
          ? 'published'
          : 'draft',
      metadata: {
        ...(of('metaTitle') === '' ? {} : { title: of('metaTitle') }),
        ...(of('metaDescription') === '' ? {} : { description: of('metaDescription') }),
      },
      paths: path === undefined ? [] : [path],
      language,
    },
  }
}

const published =
  /^(?:true|yes|y|1|si|sí|verdadero|published|publish|publicado|publicada|live|public|scheduled|programado|sent)$/i
const unpublished =
  /^(?:false|no|n|0|falso|draft|borrador|private|privado|pending|pendiente|unpublished|no publicado|archived|archivado|trash|hidden|oculto)$/i

const statusOf = (cell: string) => (published.test(cell) ? 'published' : unpublished.test(cell) ? 'draft' : undefined)

/** The slug and the old path, from an address where the table has no slugs. */
function addressOf(of: (field: Field) => string): { slug: string; path?: string } {
  const address = of('address')
  const url = address === '' ? null : URL.parse(address, 'https://import.invalid/')
  const path = url && /^https?:$/.test(url.protocol) && url.pathname !== '/' ? url.pathname : undefined
  const last = path === undefined ? '' : decoded(path.replace(/\/+$/, '').split('/').at(-1) ?? '')
  // Substack: `123456.the-slug`.
  const numbered = /^\d+\.(.+)$/.exec(of('id'))?.[1] ?? ''
  return { slug: of('slug') || last.replace(/\.html?$/i, '') || numbered, path }
}

/** The first of several, as a list or as JSON. */
const firstOf = (cell: string): string =>
  cell
    .replace(/^\[\s*"?|"?\s*\]$/g, '')
    .split(/"?\s*[,;|]\s*"?/, 1)[0]!
    .trim()

/** Wix writes its pictures as `wix:image://v1/NAME/…`. */
const pictureOf = (cell: string): string =>
  cell.replace(/^wix:image:\/\/v1\/([^/#?]+).*$/, 'https://static.wixstatic.com/media/$1')

/** The usual names of a column, the preferred first: in letters and digits only, without accents. */
const namesOf = {
  title: 'title posttitle articletitle titulo titulodelpost titulodelaentrada headline name nombre',
  slug: 'slug postslug urlslug posturlslug postname handle urlhandle slugdelaurl urlamigable identificador',
  address: 'posturl postpageurl pageurl articleurl permalink url link canonicalurl enlace enlacepermanente',
  id: 'postid',
  description:
    'description subtitle excerpt summary postsummary postexcerpt summaryhtml shortdescription teaser descripcion subtitulo resumen extracto entradilla bajada',
  content:
    'content postbody body bodyhtml postcontent contenthtml html bodycontent text article contenido cuerpo cuerpodelpost contenidohtml texto plaincontent plaintext richtext richcontent',
  publishedAt:
    'publishedat publishedon publisheddate publicationdate publishdate postdate datepublished pubdate firstpublished firstpublisheddate published date fechadepublicacion fechapublicacion publicadoel publicadoen fecha',
  createdAt: 'createdat createdon createddate created fechadecreacion',
  status: 'status poststatus publicationstatus ispublished published estado publicado',
  draft: 'draft isdraft borrador esunborrador',
  archived: 'archived isarchived archivado',
  audience: 'audience postaccess visibility visibilidad',
  category: 'category maincategory postcategory categoria categoriaprincipal section seccion topic tema',
  categories: 'categories categorias topics temas tags tag posttags etiquetas etiqueta',
  author: 'author authors authorname postauthor writer byline autor autora autores autornombre nombredelautor',
  image:
    'image imageurl coverimage coverimageurl mainimage featuredimage featuredimageurl featureimage featureimageurl heroimage headerimage postimage bannerimage imagesrc cover picture photo banner thumbnail thumbnailimage thumbnailurl imagen imagendestacada imagendeportada imagenprincipal urldelaimagen portada foto miniatura',
  imageAlt:
    'imagealt imagealttext coverimagealt coverimagealttext mainimagealt featuredimagealt featuredimagealttext alttext textoalternativo',
  language: 'language lang locale postlanguage idioma lengua',
  metaTitle: 'metatitle seotitle titletag titletagseo metatitulo tituloseo',
  metaDescription: 'metadescription seodescription metadescripcion descripcionseo',
} as const satisfies Record<string, string>
type Field = keyof typeof namesOf
const fields = Object.keys(namesOf) as Field[]

/** `at`: the places of the understood columns; `unknown`: the names of the others. */
type Columns = { at: ReadonlyMap<Field, number>; unknown: string[] }

/** The columns of a table of posts by its header row; undefined if it is the table of something else. */
export function columnsOf(header: readonly string[]): Columns | undefined {
  const plain = header.map((name) => folded(name).replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const taken = new Set<number>()
  const at = new Map<Field, number>()
  for (const field of fields) {
    // A post has one category.
    if (field === 'categories' && at.has('category')) continue
    const place = namesOf[field]
      .split(' ')
      .map((name) => plain.findIndex((one, index) => one === name && !taken.has(index)))
      .find((index) => index !== -1)
    if (place === undefined) continue
    taken.add(place)
    at.set(field, place)
  }
  const title = plain[at.get('title') ?? -1]
  // Tables of people and products have names, too.
  const isPosts = /^(?:name|nombre)$/.test(title ?? '') ? at.has('content') && at.has('slug') : title !== undefined
  const unknown = header.flatMap((name, index) => (taken.has(index) ? [] : [name.trim() || `${index + 1}`]))
  return isPosts ? { at, unknown } : undefined
}

/**
 * The rows of a CSV as in RFC 4180; `separator` is one character. A quote that no other one closes is a character of its
 * cell, which ends as one without quotes; `onFault` is called for it, and for text behind a closing quote, which belongs
 * to the cell.
 */
export function* parseCsv(text: string, separator: string, onFault?: () => void): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const end = text[at] === '"' ? endOfQuoted(text, at + 1) : undefined
    const next = endOfPlain(text, end === undefined ? at : end + 1, separator)
    const rest = end === undefined ? '' : text.slice(end + 1, next)
    const hasRest = rest.trim() !== ''
    // What seems to close it may be the beginning of another cell.
    const isOpen = end === undefined || (hasRest && [separator, '\n', '\r'].includes(text[end - 1]!))
    if (text[at] === '"' && (isOpen || hasRest)) onFault?.()
    const stop = isOpen ? endOfPlain(text, at, separator) : next
    row.push(isOpen ? text.slice(at, stop) : text.slice(at + 1, end).replaceAll('""', '"') + rest)
    at = stop + 1
    if (text[stop] === separator) {
      if (at >= text.length) row.push('')
      continue
    }
    if (text[stop] === '\r' && text[at] === '\n') at++
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

function endOfQuoted(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return undefined
}

function endOfPlain(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === separator || text[at] === '\n' || text[at] === '\r') return at
  return text.length
}

/** The dates of a column, whose numbers are read in the order that the other rows show. */
type Dates = {
  /** Counts a date before any is read. */
  see(written: string, language: string): void
  /** How many dates could have either order, without any other date of the column that shows it. */
  guessed(): number
  read(written: string, language: string): string | null
}

/**
 * Dates such as 06/05/2024 have the day first in Spanish. In English they are read as those with a day above 12 show:
 * of the same language, or else of the whole column, or else with the month first.
 */
export function createDates(): Dates {
  const shown = new Map<string, Set<DateOrder>>()
  const ambiguous = new Map<string, number>()
  const orderIn = (language: string): DateOrder | undefined => {
    const orders = shown.get(language)
    return orders?.size === 1 ? [...orders][0] : undefined
  }
  const inColumn = (): DateOrder | undefined => {
    const orders = new Set([...shown.values()].flatMap((some) => [...some]))
    return orders.size === 1 ? [...orders][0] : undefined
  }
  const keyOf = (language: string) => writtenLanguage(language) ?? ''
  const knownOrder = (key: string) => orderIn(key) ?? (isLanguage(key) && isDayFirst(key) ? 'day' : inColumn())
  return {
    see(written, language) {
      const [key, order] = [keyOf(language), orderOf(written)]
      if (order === 'either') ambiguous.set(key, (ambiguous.get(key) ?? 0) + 1)
      else if (order !== undefined) shown.set(key, (shown.get(key) ?? new Set()).add(order))
    },
    guessed: () => [...ambiguous].reduce((sum, [key, count]) => sum + (knownOrder(key) === undefined ? count : 0), 0),
    read: (written, language) => toUtcInOrder(written, knownOrder(keyOf(language)) ?? 'month'),
  }
}
