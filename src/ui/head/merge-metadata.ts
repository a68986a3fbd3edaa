import { isRecord } from '#text/parse-json'
import { absolute } from '#i18n/addresses/absolute'
import type { Versions } from '#i18n/addresses/versions'

/** What a post or project says of itself; `metadata` are its SEO fields, which come before everything else. */
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
  /** What the site shows of everything that has no picture of its own. */
  picture?: string
  /** What a shared link shows instead of a picture at an address. */
  pictureAt?: (address: string) => string
}

export type MergedMetadata = Record<
  'title' | 'description' | 'keywords' | 'ogTitle' | 'ogDescription' | 'ogImage',
  string
>

const defaultImage = '/og.png'

/**
 * Defaults, then the page's metadata, then the item's: the nearest source that fills a field wins. The site's own title
 * names the site, so a page without one is called by brand and page name.
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
