import { isRecord } from '#text/parse-json'
import { absolute } from '#i18n/addresses/absolute'
import type { Versions } from '#i18n/addresses/versions'

/** The facts of a post or project; `metadata` are its SEO fields, which take precedence. */
export type ItemFacts = {
  title: string
  description?: string
  image?: string
  versions?: Versions
  metadata?: unknown
  type?: 'article' | 'website'
}

type Sources = {
  builtIn: { title: string; description: string; keywords: string }
  siteDefaults?: unknown
  page?: unknown
  item?: ItemFacts
  origin: string
  /** The default picture of the site. */
  picture?: string
  /** The social image instead of a picture's URL. */
  pictureAt?: (address: string) => string
}

type MergedMetadata = Record<'title' | 'description' | 'keywords' | 'ogTitle' | 'ogDescription' | 'ogImage', string>

const defaultImage = '/og.png'

/**
 * Merges defaults, the page's metadata, and the item's: the most specific source with a value wins. The site's own
 * title contains its name, so a page without a title gets brand and page name.
 */
export function mergeMetadata({
  builtIn,
  siteDefaults,
  page,
  item,
  origin,
  picture,
  pictureAt = (address) => address,
}: Sources): MergedMetadata {
  const own = fields(item?.metadata)
  const pages = fields(page)
  const site = fields(siteDefaults)
  const title = own.title ?? filled(item?.title) ?? pages.title ?? builtIn.title
  const description =
    own.description ?? filled(item?.description) ?? pages.description ?? site.description ?? builtIn.description
  return {
    title,
    description,
    keywords: own.keywords ?? pages.keywords ?? site.keywords ?? builtIn.keywords,
    ogTitle: own.ogTitle ?? (item ? title : (pages.ogTitle ?? pages.title ?? site.ogTitle ?? title)),
    ogDescription:
      own.ogDescription ??
      (item ? description : (pages.ogDescription ?? pages.description ?? site.ogDescription ?? description)),
    ogImage: absolute(
      pictureAt(own.ogImage ?? filled(item?.image) ?? chosen(pages.ogImage) ?? picture ?? site.ogImage ?? defaultImage),
      origin,
    ),
  }
}

/** The starter content names the built-in picture: while that is unchanged no picture has been chosen. */
const chosen = (image: string | undefined) => (image === defaultImage ? undefined : image)

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
