import type { SiteReader } from '#app/site-reader'
import type { Visit } from '#app/visit'
import { contentKinds, kindsOnEveryPage, asShown } from '#app/features'
import { type OriginResponses, textAnswer } from '#app/response-cache/origin-responses'
import type { CachedResponse } from '#app/response-cache/response-cache'
import type { FeedEntry } from '#platform/feature'
import { absolute } from '#i18n/addresses/versions'
import { href } from '#i18n/addresses/href'
import { type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import { sitePaths } from '#i18n/addresses/paths'
import type { Services } from '#platform/services'
import { proseAddress } from '#app/shell/routes'
import { changeAttributes } from '#text/html/node'
import { resolveUrl } from '#text/urls'

/** The number of entries in a feed. */
const newest = 20

/** The path of a language's feed, independent of the visitor's preference. */
export const feedPath = (language: Language): string => `${href(sitePaths.blog, {}, language)}feed.xml`

const byPath = new Map(languages.map((language) => [feedPath(language), language]))
/** Characters that XML cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The Atom feeds, cached as pages are: until a write, or until a scheduled record goes live. */
export function createFeeds(services: Services, obtain: OriginResponses, site: Pick<SiteReader, 'values'>) {
  const { config, db } = services
  const sources = contentKinds.flatMap(({ name, feed }) => (feed ? [{ name, list: feed }] : []))
  const tags = [...new Set([...sources.map(({ name }) => name), ...kindsOnEveryPage])]

  return async (visit: Pick<Visit, 'path' | 'origin'>): Promise<CachedResponse | Response | undefined> => {
    const { path } = visit
    const language = byPath.get(path)
    if (!language) return undefined
    const make = async ({ origin }: { origin: string }) => {
      const newestFirst = (await Promise.all(sources.map(({ list }) => list(db, { language, limit: newest, origin }))))
        .flat()
        .toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt))
        .slice(0, newest)
      const entries = (await asShown(services, newestFirst)) as FeedEntry[]
      const brand = (await site.values()).name
      const type = 'application/atom+xml'
      return textAnswer(path, atom(entries, { origin, path, language, brand }), { config, type, language })
    }
    return obtain(visit, path, tags, make)
  }
}

type Place = { origin: string; path: string; language: Language; brand: string }

function atom(entries: FeedEntry[], { origin, path, language, brand }: Place): string {
  const blog = origin + href(sitePaths.blog, {}, language)
  const changed = entries.map(({ changedAt }) => changedAt).toSorted()
  const parts = [
    text('id', blog),
    text('title', `${brand} – ${translate(language, 'nav.blog')}`),
    text('updated', moment(changed.at(-1) ?? 0)),
    text('generator', brand),
    `<author>${text('name', brand)}${text('uri', origin + href(sitePaths.home, {}, language))}</author>`,
    empty('link', { rel: 'alternate', href: blog }),
    empty('link', { rel: 'self', href: origin + path }),
    text('icon', `${origin}/favicon.ico`),
    text('rights', brand),
    ...entries.map((entry) => atomEntry(entry, { origin, language, brand })),
  ]
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<feed xml:lang="${language}" xmlns="http://www.w3.org/2005/Atom">\n${parts.join('\n')}\n</feed>\n`
  return xml.replace(unstorable, '')
}

function atomEntry(entry: FeedEntry, { origin, language, brand }: Omit<Place, 'path'>) {
  const address = origin + entry.address
  const { title, summary, author, category, changedAt, publishedAt } = entry
  const parts = [
    html('title', Bun.escapeHTML(title)),
    text('id', absolute(entry.id, origin)),
    empty('link', { rel: 'alternate', href: address }),
    text('updated', moment(changedAt)),
    text('published', moment(publishedAt)),
    html('summary', Bun.escapeHTML(summary)),
    html('content', absoluteHtml(entry.html, address, language)),
    `<author>${text('name', author || brand)}</author>`,
    ...(category ? [empty('category', { label: category, term: category })] : []),
  ]
  return `<entry>\n${parts.join('\n')}\n</entry>`
}

const text = (name: string, value: string) => `<${name}>${Bun.escapeHTML(value)}</${name}>`

/** CDATA cannot contain its end mark, so that is escaped as HTML. */
const html = (name: string, value: string) =>
  `<${name} type="html"><![CDATA[${value.replaceAll(']]>', ']]&gt;')}]]></${name}>`

const empty = (name: string, attributes: Record<string, string>) =>
  `<${name} ${Object.entries(attributes)
    .map(([attribute, value]) => `${attribute}="${Bun.escapeHTML(value)}"`)
    .join(' ')}/>`

const moment = (time: string | number) => new Date(time).toISOString()

const urls = new Set(['href', 'src', 'srcset', 'poster', 'cite'])

/** Makes the URLs of a page's HTML absolute; links to pages of the site stay in the language. */
function absoluteHtml(content: string, page: string, language: Language): string {
  return changeAttributes(content, urls, (value, name) => {
    if (name === 'srcset') return value.replace(/(?<=^|,\s)\S+/g, (url) => resolveUrl(url, page))
    return resolveUrl(name === 'href' && value.startsWith('/') ? proseAddress(value, language) : value, page)
  })
}
