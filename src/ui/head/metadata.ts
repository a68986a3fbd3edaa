import { isRecord } from '#text/parse-json'
import { absolute, type Versions } from '#i18n/addresses/versions'
import { sampleName } from '#contract/site'
import { text } from '#text/reading'

type Texts = Record<string, unknown>

const prefixes: Partial<Record<string, string>> = { home: 'hero', blog: 'blog', projects: 'projects' }

/** The title and subtitle that a page shows at its top. */
export function headingOf(page: string, content: Texts): { title?: string; subtitle?: string } {
  const prefix = prefixes[page]
  return prefix
    ? { title: text(content, `${prefix}Title`), subtitle: text(content, `${prefix}Subtitle`) }
    : { title: text(content, 'title'), subtitle: text(content, 'subtitle') }
}

/**
 * The title of a page without one for search engines: its heading and the name of the site. A page without a heading of
 * its own, as those of the sample site, has the specified fallback: the name followed by that of the page.
 */
export const derivedTitle = (name: string, heading: string | undefined, label: string): string =>
  !heading || heading === label || name === sampleName ? `${name} ${label}` : `${heading} · ${name}`

/** The facts of a post or project; `metadata` are its SEO fields, which take precedence. */
export type ItemFacts = {
  title: string
  description?: string
  image?: string
  versions?: Versions
  metadata?: unknown
  /** Follows a title that was not typed for search engines. */
  ending?: string
  type?: 'article' | 'website'
}

type Sources = {
  /** Derived from the texts of page and site. */
  builtIn: { title: string; description: string; keywords: string }
  siteDefaults?: unknown
  page?: unknown
  item?: ItemFacts
  origin: string
  /** The owner's picture for all pages. */
  picture?: string
  /** The one that is drawn for the site. */
  drawn?: string
  /** The social image instead of a picture's URL. */
  pictureAt?: (address: string) => string
}

type MergedMetadata = Record<'title' | 'description' | 'keywords' | 'ogTitle' | 'ogDescription' | 'ogImage', string>

/** The picture that is drawn for the site. */
export const drawnPicture = '/og.png'

/**
 * Merges defaults, the page's metadata, and the item's: the most specific source with a value wins. The site's own
 * title is that of its home page, so a page without a title gets the derived one.
 */
export function mergeMetadata({
  builtIn,
  siteDefaults,
  page,
  item,
  origin,
  picture,
  drawn = drawnPicture,
  pictureAt = (address) => address,
}: Sources): MergedMetadata {
  const own = fields(item?.metadata)
  const pages = fields(page)
  const site = fields(siteDefaults)
  const called = filled(item?.title)
  const title = own.title ?? (called && called + (item?.ending ?? '')) ?? pages.title ?? builtIn.title
  const description =
    own.description ?? filled(item?.description) ?? pages.description ?? site.description ?? builtIn.description
  return {
    title,
    description,
    keywords: own.keywords ?? pages.keywords ?? site.keywords ?? builtIn.keywords,
    ogTitle:
      own.ogTitle ?? (item ? (own.title ?? called ?? title) : (pages.ogTitle ?? pages.title ?? site.ogTitle ?? title)),
    ogDescription:
      own.ogDescription ??
      (item ? description : (pages.ogDescription ?? pages.description ?? site.ogDescription ?? description)),
    ogImage: absolute(
      pictureAt(
        own.ogImage ?? filled(item?.image) ?? chosen(pages.ogImage) ?? picture ?? chosen(site.ogImage) ?? drawn,
      ),
      origin,
    ),
  }
}

/** Earlier starter contents name the built-in picture: while that is unchanged no picture has been chosen. */
const chosen = (image: string | undefined) => (image === drawnPicture ? undefined : image)

type Field = keyof MergedMetadata
const names: Field[] = ['title', 'description', 'keywords', 'ogTitle', 'ogDescription', 'ogImage']

function fields(metadata: unknown): Partial<Record<Field, string>> {
  if (!isRecord(metadata)) return {}
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = filled(metadata[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
