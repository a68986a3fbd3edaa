import { Feed } from 'feed'
import type { Visit } from '#app/visit'
import { asShown } from '#app/answers/shown'
import { features, kindsThroughout } from '#app/features'
import type { KeptAnswer, KeptAnswers } from '#app/answers/kept-answers'
import type { FeedEntry } from '#base/feature'
import { href } from '#base/href'
import { securityHeaders } from '#base/http/security-headers'
import { type Language, languages } from '#base/i18n/language'
import { translate } from '#base/i18n/translate'
import { sitePaths } from '#base/paths'
import type { Services } from '#base/services'
import { absoluteHtml } from './absolute-html'

/** How many of the newest a feed holds. */
const newest = 20

/** Where the feed of a language is, whatever the visitor prefers. */
export const feedPath = (language: Language): string => `${href(sitePaths.blog, {}, language)}feed.xml`

const byPath = new Map(languages.map((language) => [feedPath(language), language]))
/** What XML cannot hold, not even escaped. */
// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The Atom feeds of what is published, kept as pages are: they end with a write, and when something scheduled comes. */
export function createFeeds(services: Services, kept: KeptAnswers) {
  const { config, db } = services
  const sources = features.flatMap(({ feed }) => feed ?? [])
  const topics = [...new Set([...sources.flatMap(({ kinds }) => kinds), ...kindsThroughout])]
  const security = securityHeaders('data', { https: config.siteUrl?.startsWith('https:') ?? false })

  return async ({ path, origin }: Pick<Visit, 'path' | 'origin'>): Promise<KeptAnswer | Response | undefined> => {
    const language = byPath.get(path)
    if (!language) return undefined
    return kept.obtain(`${origin} ${path}`, topics, async () => {
      const newestFirst = (await Promise.all(sources.map(({ list }) => list(db, language, newest))))
        .flat()
        .toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt))
        .slice(0, newest)
      const entries = (await asShown(services, newestFirst)) as FeedEntry[]
      return {
        status: 200,
        bytes: new TextEncoder().encode(atom(entries, { origin, path, language, brand: config.siteName })),
        headers: {
          ...security,
          'Content-Type': 'application/atom+xml; charset=utf-8',
          'Content-Language': language,
          'Cache-Control': 'no-cache',
          Vary: 'Accept-Encoding',
        },
        path,
      }
    })
  }
}

type Place = { origin: string; path: string; language: Language; brand: string }

function atom(entries: FeedEntry[], { origin, path, language, brand }: Place): string {
  const blog = origin + href(sitePaths.blog, {}, language)
  const feed = new Feed({
    title: `${brand} – ${translate(language, 'nav.blog')}`,
    id: blog,
    link: blog,
    language,
    updated: new Date(
      entries
        .map(({ changedAt }) => changedAt)
        .toSorted()
        .at(-1) ?? 0,
    ),
    feedLinks: { atom: origin + path },
    favicon: `${origin}/favicon.ico`,
    author: { name: brand, link: origin + href(sitePaths.home, {}, language) },
    copyright: brand,
    generator: brand,
  })
  for (const entry of entries) {
    const address = origin + entry.address
    feed.addItem({
      // The library tells titles and summaries as HTML.
      title: Bun.escapeHTML(entry.title),
      id: address,
      link: address,
      description: Bun.escapeHTML(entry.summary),
      content: absoluteHtml(entry.html, address, language).replaceAll(']]>', ']]&gt;'),
      date: new Date(entry.changedAt),
      published: new Date(entry.publishedAt),
      author: [{ name: entry.author || brand }],
      ...(entry.category ? { category: [{ name: entry.category, term: entry.category }] } : {}),
    })
  }
  return feed.atom1().replace(unstorable, '').replace('<feed ', `<feed xml:lang="${language}" `)
}
