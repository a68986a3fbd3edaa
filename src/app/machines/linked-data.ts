import type { Translations } from '#i18n/by-language'
import type { Pictures } from '#contract/picture-variants'
import { href } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'
import { absolute } from '#i18n/addresses/absolute'
import { iconPaths } from '#app/icons/paths'
import type { Site } from '#contract/site'
import type { StoredRecord } from '#records/kind/record'
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
  translations: Translations<{ title?: string; slug?: string }>
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

export const home = (site: Site, language: Language) => {
  const address = site.origin + href(sitePaths.home, {}, language)
  return graph(organization(site), {
    '@type': 'WebSite',
    name: site.name,
    url: address,
    inLanguage: language,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${address}search/?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  })
}

export function post(record: Shown, { site, language, address, picture }: Work) {
  const { title, excerpt, category } = localize(record, language)
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    image: imagesOf(record, picture, site),
    datePublished: record.publishedAt,
    dateModified: record.updatedAt,
    inLanguage: language,
    ...(category ? { articleSection: category } : {}),
    author: (record.author ?? '') === '' ? organization(site) : { '@type': 'Person', name: record.author },
    ...((record.author ?? '') === '' ? {} : { publisher: organization(site) }),
    mainEntityOfPage: address,
    url: address,
  }
}

export function creativeWork(record: Shown, { site, language, address, picture }: Work) {
  const { title, description, category } = localize(record, language)
  return {
    '@type': 'CreativeWork',
    name: title,
    description,
    image: imagesOf(record, picture, site),
    datePublished: record.publishedAt,
    dateModified: record.updatedAt,
    inLanguage: language,
    genre: category,
    creator: organization(site),
    mainEntityOfPage: address,
    url: address,
  }
}

export function webPage(record: Shown, { site, language, address, picture }: Work) {
  const { title } = localize(record, language)
  return {
    '@type': 'WebPage',
    name: title,
    image: imagesOf(record, picture, site),
    datePublished: record.publishedAt,
    dateModified: record.updatedAt,
    inLanguage: language,
    publisher: organization(site),
    url: address,
  }
}

/** The social image, and the record's own picture if it has one. */
const imagesOf = (record: Shown, picture: string, { origin }: Site): string[] => {
  const own = leadPicture(record)
  return own === '' ? [picture] : [picture, absolute(own, origin)]
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
