import { decoded } from '../run/old-addresses'
import { plainText } from '../reading/plain-text'
import { writtenLanguage } from '../reading/written-language'
import type { ReadItem } from '../store'
import { partParagraphs } from '../wordpress/classic-paragraphs'
import type { Field } from './columns'
import type { Dates } from './dates'

type Reading = {
  title: string
  dates: Dates
  tell(why: string, values: Record<string, string>): void
}

/** The post of one row, by the texts of its cells. */
export function readRow(of: (field: Field) => string, { title, dates, tell }: Reading): ReadItem {
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
