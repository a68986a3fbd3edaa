import type { QueryClient } from '@tanstack/react-query'
import { recordKinds } from '#features/kinds'
import { decidingQueryOf, type Match } from '#app/shell/routes'
import { href, readAddress } from '#i18n/addresses/href'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Counted } from '#contract/list-pages'
import { sitePaths } from '#i18n/addresses/paths'
import { escapeJson } from '#client/island'
import type { Site } from '#contract/site'
import { absolute, canonicalAddress } from '#i18n/addresses/versions'
import { alternative, socialAddress } from '#contract/picture-variants'
import { knownPicture } from '#ui/pictures/picture'
import { listPath, ownListPath, type RecordKind } from '#records/kind/record'
import { isTranslated, localize } from '#records/translation/localize'
import { localizeMetadata, recordVersions } from '#records/translation/versions'
import { socialPicture, socialType } from '#records/social-picture'
import { breadcrumbs, graph, home, recordNode, type Shown } from './linked-data'
import { feedPath } from './feeds'

const kinds: readonly RecordKind[] = recordKinds

type HeadFacts = { site: Site; language: Language; path: string; match?: Match }

/**
 * The part of a public page's head that only machines read, and that no script changes: feeds, linked data, and Open Graph
 * tags beside title and picture.
 */
export function machineHead({ site, language, path: address, match }: HeadFacts, queries: QueryClient): string {
  if (!match) return feedLinks(site)
  const { path } = match.route
  const deciding = decidingQueryOf(match)
  const record = deciding && queries.getQueryData(deciding.queryKey)
  const kind = kinds.find(({ page }) => page === path)
  if (kind && record) {
    const isHome = readAddress(address).path === sitePaths.home
    return feedLinks(site) + recordHead(record as Shown, { site, language, kind, isHome })
  }
  const changed = changedTag(path, queries)
  if (path === sitePaths.home) return changed + feedLinks(site) + linkedData(home(site, language))
  const way = trail(path, language)
  const { slug } = match.params
  const [first] = (record as Partial<Counted<Shown>> | undefined)?.rows ?? []
  // A list below a list is that of a category.
  if (first && slug !== undefined)
    way.push({ name: localize(first, language).category ?? '', address: href(path, { slug }, language) })
  return changed + feedLinks(site) + linkedData(graph(breadcrumbs(site, language, way)))
}

/** When a built-in page was changed; nothing for one with its default texts. */
function changedTag(path: string, queries: QueryClient): string {
  const [name] = Object.entries(sitePaths).find(([, one]) => one === path) ?? []
  const stored = queries.getQueryData<{ updatedAt: string } | null>(['/api/page-contents', name])
  return stored ? property('og:updated_time', stored.updatedAt) : ''
}

type RecordContext = { site: Site; language: Language; kind: RecordKind; isHome: boolean }

function recordHead(record: Shown, { site, language, kind, isHome }: RecordContext): string {
  const written = isTranslated(record, language) ? language : defaultLanguage
  const { title, category } = localize(record, written)
  const address = canonicalAddress(recordVersions(kind.page, record), written, site.origin)
  const picture = pictureOf(kind, record, written, site)
  if (isHome) return picture.tags + linkedData(home(site, language, kind.linkedData?.(record, written)))
  const isArticle = kind.schemaType === 'BlogPosting'
  const node = recordNode(kind, record, { site, language: written, address, picture: picture.address })
  const list = kind.label ? [{ name: translate(written, kind.label), address: href(listPath(kind), {}, written) }] : []
  return [
    ...(isArticle ? articleTags(record, category ?? '', site) : []),
    picture.tags,
    linkedData(
      graph(
        node,
        ...(kind.linkedData?.(record, written) ?? []),
        breadcrumbs(site, written, [...list, { name: title, address }]),
      ),
    ),
  ].join('')
}

const articleTags = (record: Shown, category: string, site: Site) => [
  property('article:published_time', record.publishedAt),
  property('article:modified_time', record.updatedAt),
  property('article:author', record.author || site.name),
  category === '' ? '' : property('article:section', category),
]

/** The breadcrumbs of a path, without the home page. */
function trail(path: string, language: Language): { name: string; address: string }[] {
  const found = Object.entries(sitePaths).find(([, one]) => one !== sitePaths.home && path.startsWith(one))
  if (!found) return kindTrail(path, language)
  const [name, address] = found
  const text = translate(language, `meta.${name as 'blog'}`)
  return [{ name: text.charAt(0).toLocaleUpperCase(language) + text.slice(1), address: href(address, {}, language) }]
}

/** The breadcrumb of the list of a kind that is not among the six pages. */
const kindTrail = (path: string, language: Language) =>
  kinds.flatMap((kind) => {
    const list = ownListPath(kind)
    if (list === undefined || !kind.label || !path.startsWith(list)) return []
    return [{ name: translate(language, kind.label), address: href(list, {}, language) }]
  })

/** The record's own picture, with its size where the library knows it. */
function pictureOf(kind: RecordKind, record: Shown, language: Language, { origin }: Site) {
  const own = localizeMetadata(record, language).ogImage?.trim()
  const item = own ? record.pictures?.[own] : undefined
  if (item)
    return {
      address: origin + socialAddress(item),
      tags: pictureTags(alternative(item, language) || localize(record, language).title, {
        width: 1200,
        height: 630,
        type: 'image/jpeg',
      }),
    }
  if (own) {
    const known = knownPicture(own)
    const type = pictureTypes[/\.(\w+)$/.exec(own)?.[1] ?? '']
    return {
      address: absolute(own, origin),
      tags: pictureTags(localize(record, language).title, known && { ...known, type }),
    }
  }
  return {
    address: origin + socialPicture(kind.api.slice(1), record, language),
    tags: pictureTags(localize(record, language).title, {
      width: 1200,
      height: 630,
      type: pictureTypes[socialType(record)],
    }),
  }
}

const pictureTypes: Partial<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}

const pictureTags = (alt: string, size?: { width: number; height: number; type?: string }) =>
  (size ? property('og:image:width', String(size.width)) + property('og:image:height', String(size.height)) : '') +
  (size?.type ? property('og:image:type', size.type) : '') +
  property('og:image:alt', alt)

const property = (name: string, content: string) => `<meta property="${name}" content="${Bun.escapeHTML(content)}">`

const feedLinks = ({ name }: Site) =>
  languages
    .map(
      (language) =>
        `<link rel="alternate" type="application/atom+xml" title="${Bun.escapeHTML(name)} (${language})" href="${feedPath(language)}"/>`,
    )
    .join('')

const linkedData = (data: object) => `<script type="application/ld+json">${escapeJson(data)}</script>`
