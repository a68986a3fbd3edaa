import { isLanguage } from '#i18n/language'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { plainText } from '../reading/plain-text'
import { type Reader, type SentFile, unreadable } from '../reading/reader'
import { toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { partParagraphs } from '../wordpress/classic-paragraphs'
import { parseCsv } from './parse-csv'
import { tableText } from './table-text'

const names = [
  'title',
  'slug',
  'description',
  'content',
  'publishedat',
  'category',
  'author',
  'image',
  'language',
] as const
type Name = (typeof names)[number]

/** A table whose first row contains the names of its columns, in any order; every other row is a post. */
export const readCsv: Reader = async (file) => {
  const text = tableText(await Bun.file(file.path).bytes())
  const [header = ''] = text.split(/[\r\n]/, 1)
  const separator = [',', ';', '\t'].toSorted((one, other) => header.split(other).length - header.split(one).length)[0]!
  const rows = parseCsv(text, separator)
  const first = rows.next()
  const columns = first.done ? [] : first.value.map((name) => name.trim().toLowerCase())
  if (!columns.includes('title')) throw unreadable('validation.importUnknown')
  return { host: '', items: itemsOf(file, rows, columns) }
}

async function* itemsOf(
  { skip }: SentFile,
  rows: Iterable<string[]>,
  columns: readonly string[],
): AsyncGenerator<ReadItem> {
  let line = 1
  for (const cells of rows) {
    line++
    if (hasRunLong()) await yieldToEventLoop()
    if (cells.every((cell) => cell.trim() === '')) continue
    const of = (name: Name) => (cells[columns.indexOf(name)] ?? '').trim()
    const title = plainText(of('title'))
    if (title === '') {
      skip({ title: of('slug') || `${line}`, why: 'noTitle', values: { line } })
      continue
    }
    yield readRow(of, title, (why, values) => skip({ title, why, values }))
  }
}

type Tell = (why: string, values: Record<string, string>) => void

function readRow(of: (name: Name) => string, title: string, tell: Tell): ReadItem {
  const asked = of('language').toLowerCase().slice(0, 2)
  const language = isLanguage(asked) ? asked : undefined
  if (asked !== '' && !language) tell('language', { name: of('language') })
  const publishedAt = toUtc(of('publishedat'))
  if (of('publishedat') !== '' && publishedAt === null) tell('date', { name: of('publishedat') })
  const slug = of('slug')
  return {
    type: 'post',
    // The same row in another language is the same record.
    key: `csv ${slug || title}`,
    title,
    language,
    payload: {
      title,
      slug,
      html: partParagraphs(of('content')),
      excerpt: plainText(of('description')),
      category: of('category'),
      author: of('author'),
      image: of('image'),
      imageAlt: '',
      publishedAt,
      status: publishedAt === null ? 'draft' : 'published',
      metadata: {},
      paths: [],
      language,
    },
  }
}
