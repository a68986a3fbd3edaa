import type { Translations } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { Pictures } from '#contract/picture-variants'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { absolute } from '#i18n/addresses/versions'
import { iconPaths } from '#app/icons/icon-files'
import type { Site } from '#contract/site'
import type { RecordKind, StoredRecord } from '#records/kind/record'
import { leadPicture } from '#records/social-picture'
import { localize } from '#records/translation/localize'

/** schema.org data of the site. */

/** A public record of any kind. */
export type Shown = Omit<StoredRecord, 'translations'> & {
  imageUrl?: string
  blocks?: unknown
  category?: string
  excerpt?: string
  description?: string
  author?: string
  pictures?: Pictures
  translations: Translations<{ title?: string; slug?: string; metadata?: { noindex?: boolean } }>
}

type Work = { site: Site; language: Language; address: string; picture: string }
type Crumb = { name: string; address: string }

const context = 'https://schema.org'
export const graph = (...nodes: object[]) => ({ '@context': context, '@graph': nodes })

const organization = ({ name, origin, social, logo }: Site) => ({
  '@type': 'Organization',
  name,
  url: `${origin}/`,
  logo: origin + (logo ? iconPaths.logo : iconPaths.large),
  sameAs: social.flatMap(({ kind, url }) => (kind === 'email' || kind === 'rss' ? [] : [url])),
})

/** `more`: the nodes of a custom page that is the home page. */
export const home = (site: Site, language: Language, more: readonly object[] = []) => {
  const address = site.origin + href(sitePaths.home, {}, language)
  const website = {
    '@type': 'WebSite',
    name: site.name,
    url: address,
    inLanguage: language,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${address}search/?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
  return graph(organization(site), website, ...more)
}

/** The nodes of the types of articles and pages; a record of any other type has the properties of every thing. */
const nodes: Readonly<Record<string, (record: Shown, work: Work) => object>> = {
  BlogPosting: post,
  Article: post,
  NewsArticle: post,
  CreativeWork: creativeWork,
  WebPage: webPage,
}

export const recordNode = (
  { schemaType, schemaProperties }: Pick<RecordKind, 'schemaType' | 'schemaProperties'>,
  record: Shown,
  work: Work,
): object => ({
  '@type': schemaType,
  ...(nodes[schemaType] ?? thing)(record, work),
  ...schemaProperties?.(record, work.language),
})

function thing(record: Shown, work: Work) {
  const { title, excerpt, description } = localize(record, work.language)
  const { image, url } = factsOf(record, work)
  return { name: title, description: excerpt ?? description, image, url, mainEntityOfPage: url }
}

function post(record: Shown, work: Work) {
  const { title, excerpt, category } = localize(record, work.language)
  return {
    headline: title,
    description: excerpt,
    ...factsOf(record, work),
    ...(category ? { articleSection: category } : {}),
    ...(record.author
      ? { author: { '@type': 'Person', name: record.author }, publisher: organization(work.site) }
      : { author: organization(work.site) }),
    mainEntityOfPage: work.address,
  }
}

function creativeWork(record: Shown, work: Work) {
  const { title, description, category } = localize(record, work.language)
  return {
    name: title,
    description,
    ...factsOf(record, work),
    genre: category,
    creator: organization(work.site),
    mainEntityOfPage: work.address,
  }
}

function webPage(record: Shown, work: Work) {
  return {
    name: localize(record, work.language).title,
    ...factsOf(record, work),
    publisher: organization(work.site),
  }
}

function factsOf(record: Shown, { site, language, address, picture }: Work) {
  const own = leadPicture(record)
  return {
    /** The social image, and the record's own picture if it has one. */
    image: own === '' ? [picture] : [picture, absolute(own, site.origin)],
    datePublished: record.publishedAt,
    dateModified: record.updatedAt,
    inLanguage: language,
    url: address,
  }
}

export const breadcrumbs = (site: Site, language: Language, trail: readonly Crumb[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: site.name, address: href(sitePaths.home, {}, language) }, ...trail].map(
    ({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(address, site.origin),
    }),
  ),
})
