import { text } from './cards'
import type { Row, Tables } from './tables'

const absolute = /https?:\/\/[^/"'\s\\<>()]+(?:\/[^/"'\s\\<>()]+)*?(?=\/content\/images\/)/g
const link = /\bhref="(https?:\/\/[^"/\s]+(?:\/[^"/\s]+)*?)\/([^"/\s]+)\/?"/g
const placeholder = '__GHOST_URL__'
const relative = /["'(]\/(?:[^/"'\s\\<>()]+\/)*?content\/images\//

/**
 * The URL of the old site, without a slash at its end; '' if the export does not say it. Since version 4 exports have a placeholder in its place,
 * and every other address is one of another site. Older ones have the paths of their pictures, or absolute addresses.
 */
export function siteIn({ posts = [], settings = [], users = [] }: Tables): string {
  const site = settings.find(({ key }) => key === 'url')?.value
  if (typeof site === 'string' && /^https?:/.test(site) && URL.canParse(site)) return withoutSlash(site)
  const written = posts.map(textsOf)
  if (written.some((whole) => whole.includes(placeholder))) return ''
  const uploaded = [
    ...settings.map(({ value }) => text(value)),
    ...users.flatMap((user) => [user.profile_image, user.cover_image, user.image, user.cover].map(text)),
    ...posts.flatMap((post) => [post.feature_image, post.image, post.og_image, post.twitter_image].map(text)),
  ]
  const isByPath =
    uploaded.some((address) => relative.test(`"${address}`)) || written.some((whole) => relative.test(whole))
  const shown = mostFrequent(uploaded.flatMap(sitesIn))
  if (shown !== undefined || isByPath) return shown ?? linkedSite(posts, written)
  return mostFrequent(written.map(withoutCards).flatMap(sitesIn)) ?? ''
}

const textsOf = ({ html, lexical, mobiledoc, markdown, feature_image: picture }: Row): string =>
  [html, lexical, mobiledoc, markdown].map(text).join(' ').replaceAll('\\"', '"').replaceAll('\\/', '/') +
  ` "${text(picture)}"`

const sitesIn = (written: string): string[] =>
  [...written.matchAll(absolute)].flatMap(([site]) => (URL.canParse(site) ? [withoutSlash(site)] : []))

const withoutSlash = (site: string): string => {
  const { origin, pathname } = new URL(site)
  return origin + pathname.replace(/\/+$/, '')
}

/** Bookmarks and embeds show pictures of other sites. */
const withoutCards = (html: string): string =>
  html
    .split(/(?=<figure\b)/)
    .map((part) =>
      /^<figure\b[^>]*\bkg-(?:bookmark|embed)-card/.test(part)
        ? (part.split('</figure>').slice(1).join('') ?? '')
        : part,
    )
    .join('')

/** The site that most texts link to by the slugs of their own posts. */
function linkedSite(posts: readonly Row[], written: readonly string[]): string {
  const slugs = new Set(posts.map(({ slug }) => text(slug)))
  const links = written.flatMap((whole) => [...whole.matchAll(link)])
  const own = links.flatMap(([, site = '', slug = '']) =>
    slugs.has(slug) && URL.canParse(site) ? [withoutSlash(site)] : [],
  )
  return mostFrequent(own) ?? ''
}

/** undefined without any, and for a tie. */
function mostFrequent(values: readonly string[]): string | undefined {
  const counts = Map.groupBy(values, (value) => value)
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return first !== undefined && first[1].length > (second?.[1].length ?? 0) ? first[0] : undefined
}
