import { defaultTreeAdapter as tree, html as spec, serialize } from 'parse5'
import { isHtmlElement, isText, parse, type ParsedElement, type ParsedNode, TangledMarkup } from '#text/html/parse'
import { attributeOf, plainText } from '#text/markdown/nodes'

/** `lost`: names of players without an address that visitors could open; `inside`: pictures without an address. */
type Replaced = { html: string; lost: string[]; inside: number }

const concerned =
  /<(?:video|audio|iframe|noscript|embed|object|applet|figure|ul|ol)\b|\bdata-(?:fn|src|lazy-src|original)\b|wp-block-embed|\bsrc\s*=\s*["']?\s*data:/i
const players = new Set(['video', 'audio', 'iframe', 'embed', 'object', 'applet'])
const sourceNames = ['src', 'data', 'data-src', 'data-lazy-src', 'data-litespeed-src', 'movie', 'url', 'filename']
const lazyNames = ['data-src', 'data-lazy-src', 'data-original', 'data-litespeed-src']
/** The controls of Ghost's players. */
const controls = /\bkg-(?:audio-player|audio-thumbnail|video-overlay|video-player-container|video-large-play-icon)\b/
/** Elements whose direct text is not in a paragraph. */
const flows = new Set('div section article aside main header footer blockquote center body'.split(' '))
const deepest = 400
/** Characters of a picture in an address that a script replaces by the real one. */
const longestPlaceholder = 400

/**
 * Replaces players (`video`, `iframe`, …) by links to what they show, shows pictures of `noscript`, and removes the
 * figures and lists that are empty then. `base` is the record's old URL, if that is known.
 */
export function replaceEmbedded(html: string, base: string | undefined): Replaced {
  const place: Place = { base, lost: new Set(), inside: 0 }
  if (!concerned.test(html)) return { html, lost: [], inside: 0 }
  try {
    const root = tree.createElement('div', spec.NS.HTML, [])
    for (const node of parse(withEndTags(html))) tree.appendChild(root, node)
    visit(root, place, 0)
    return { html: serialize(root), lost: [...place.lost], inside: place.inside }
  } catch (error) {
    if (!(error instanceof TangledMarkup)) throw error
    return { html, lost: [], inside: 0 }
  }
}

/** XML and JSX close a player without content at once; HTML would take the rest of the text for its content. */
const withEndTags = (html: string): string =>
  html.replace(/<(video|audio|iframe|object|applet|noscript)(\s[^<>]*["'\s]|\s*)\/>/gi, '<$1$2></$1>')

type Place = { base: string | undefined; lost: Set<string>; inside: number }

function visit(parent: ParsedElement, place: Place, depth: number): void {
  if (depth > deepest) return
  const children: ParsedNode[] = []
  for (const node of parent.childNodes) {
    for (const one of isHtmlElement(node) ? replaced(node, { parent, before: children, place, depth }) : [node])
      children.push(one)
  }
  parent.childNodes = children
  for (const node of children) node.parentNode = parent
}

type Around = { parent: ParsedElement; before: ParsedNode[]; place: Place; depth: number }

/** What is shown in the place of an element. */
function replaced(node: ParsedElement, around: Around): ParsedNode[] {
  const { place, depth, before, parent } = around
  const { tagName } = node
  if (tagName === 'noscript') {
    visit(node, place, depth + 1)
    if (node.childNodes.some((child) => isHtmlElement(child) && child.tagName === 'img')) dropLazyPicture(before)
    return node.childNodes
  }
  if (players.has(tagName)) return playerLinks(node, around)
  if (controls.test(attributeOf(node, 'class') ?? '')) return []
  if (tagName === 'img') {
    showLazyPicture(node)
    const source = attributeOf(node, 'src')?.trim() ?? ''
    if (/^data:/i.test(source)) {
      if (source.length > longestPlaceholder) place.inside++
      const words = attributeOf(node, 'alt') ?? ''
      return words === '' ? [] : [node]
    }
  }
  if (tagName === 'sup' && attributeOf(node, 'data-fn') !== undefined) return [noteMark(node)]
  const embedded = /\bwp-block-embed__wrapper\b/.test(attributeOf(node, 'class') ?? '')
    ? /^\s*(https?:\/\/[^\s<>"]+)\s*$/.exec(plainText(node))?.[1]
    : undefined
  if (embedded !== undefined && URL.canParse(embedded)) return [link(watchAddress(embedded), '')]
  const isFilled = !isEmpty(node)
  visit(node, place, depth + 1)
  if (tagName === 'figure') return withoutEmptyFigure(node)
  const isLeft = (tagName === 'ul' || tagName === 'ol' || isFilled) && isEmpty(node)
  const isDropped = isLeft && ['p', 'ul', 'ol', 'li', 'div'].includes(tagName) && parent.tagName !== 'pre'
  return isDropped ? [] : [node]
}

function playerLinks(node: ParsedElement, { parent, place, depth }: Around): ParsedNode[] {
  const given = sourcesOf(node)
  const address = given.map((one) => addressOf(one, place.base)).find((one) => one !== undefined)
  if (address === undefined) {
    // The fallback of an object, which is a player or a picture of its own.
    if (node.tagName === 'object' || node.tagName === 'applet') {
      const before = place.lost.size
      visit(node, place, depth + 1)
      if (node.childNodes.some((child) => isHtmlElement(child)) || place.lost.size > before) return node.childNodes
    }
    place.lost.add(given[0] ?? `<${node.tagName}>`)
    return []
  }
  const label = attributeOf(node, 'title') ?? attributeOf(node, 'aria-label') ?? ''
  const shown = link(watchAddress(address), label.trim())
  if (parent.parentNode && !flows.has(parent.tagName)) return [shown]
  const paragraph = tree.createElement('p', spec.NS.HTML, [])
  tree.appendChild(paragraph, shown)
  return [paragraph]
}

/** All addresses of a player, its own first. */
function sourcesOf(node: ParsedElement): string[] {
  const own = sourceNames.flatMap((name) => attributeOf(node, name) ?? [])
  const inner = node.childNodes.flatMap((child) => {
    if (!isHtmlElement(child)) return []
    if (child.tagName === 'source') return attributeOf(child, 'src') ?? attributeOf(child, 'data-src') ?? []
    const name = attributeOf(child, 'name')?.toLowerCase() ?? ''
    return child.tagName === 'param' && sourceNames.includes(name) ? (attributeOf(child, 'value') ?? []) : []
  })
  return [...own, ...inner].map((address) => address.trim()).filter((address) => address !== '')
}

function addressOf(given: string, base: string | undefined): string | undefined {
  const whole = given.startsWith('//') ? `https:${given}` : given
  const url = URL.parse(whole, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Pictures that a script loads have their address in another attribute. */
function showLazyPicture(node: ParsedElement): void {
  const lazy = lazyNames
    .map((name) => attributeOf(node, name))
    .find((address) => address !== undefined && address !== '')
  const shown = attributeOf(node, 'src') ?? ''
  if (lazy === undefined || !(shown === '' || isPlaceholder(shown))) return
  node.attrs = [...node.attrs.filter(({ name }) => name !== 'src'), { name: 'src', value: lazy }]
}

const isPlaceholder = (address: string) =>
  /^data:|^about:blank|(?:placeholder|blank|spacer|transparent|lazy|1x1|pixel)[\w-]*\.(?:gif|png|svg|jpe?g)(?:\?|$)/i.test(
    address,
  )

/** The placeholder right before a `noscript`. */
function dropLazyPicture(before: ParsedNode[]): void {
  const at = before.findLastIndex((node) => !isText(node) || node.value.trim() !== '')
  const last = before[at]
  if (last && isHtmlElement(last) && last.tagName === 'img') {
    const isLazy = lazyNames.some((name) => attributeOf(last, name) !== undefined)
    if (isLazy || isPlaceholder(attributeOf(last, 'src') ?? 'data:')) before.splice(at)
  }
}

/** The id of a footnote in clean HTML, which allows no other ids. */
export const noteIdOf = (name: string): string => {
  const letters = name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return `note-${letters.length > 20 ? letters.slice(0, 20) : letters || 'x'}`
}

/** The mark of a footnote, which leads to its text. */
function noteMark(node: ParsedElement): ParsedElement {
  const id = noteIdOf(attributeOf(node, 'data-fn') ?? '')
  const mark = tree.createElement('sup', spec.NS.HTML, [{ name: 'id', value: `${id}-ref` }])
  tree.appendChild(mark, link(`#${id}`, plainText(node).trim() || '*'))
  return mark
}

/** A figure of nothing but a caption becomes a paragraph. */
function withoutEmptyFigure(node: ParsedElement): ParsedNode[] {
  const captions = node.childNodes.filter((child) => isHtmlElement(child) && child.tagName === 'figcaption')
  const others = node.childNodes.filter((child) => !captions.includes(child) && !isEmpty(child))
  if (others.length > 0) return [node]
  return captions.flatMap((caption) => {
    if (isEmpty(caption) || !isHtmlElement(caption)) return []
    const paragraph = tree.createElement('p', spec.NS.HTML, [])
    for (const child of caption.childNodes) tree.appendChild(paragraph, child)
    return [paragraph]
  })
}

const shows = new Set(['img', 'hr', 'input', 'svg', 'picture', 'table', 'math', 'canvas', 'td', 'th'])

function isEmpty(node: ParsedNode): boolean {
  if (isText(node)) return !/[^\t\n\f\r ]/.test(node.value)
  if (!isHtmlElement(node)) return !('childNodes' in node)
  return !shows.has(node.tagName) && !players.has(node.tagName) && node.childNodes.every(isEmpty)
}

function link(address: string, label: string): ParsedElement {
  const made = tree.createElement('a', spec.NS.HTML, [{ name: 'href', value: address }])
  tree.insertText(made, label || address)
  return made
}

type Player = { host: RegExp; watch(url: URL): string | undefined }

/** The id in a path like `/embed/ID`. */
const idIn = ({ pathname }: URL, pattern: RegExp): string | undefined => pattern.exec(pathname)?.[1]

const knownPlayers: readonly Player[] = [
  {
    host: /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com)$/,
    watch(url) {
      const list = url.searchParams.get('list')
      const id = idIn(url, /^\/(?:embed|v|e|shorts|live)\/([\w-]{5,})/) ?? url.searchParams.get('v') ?? undefined
      if (id === undefined || id === 'videoseries')
        return list ? `https://www.youtube.com/playlist?list=${list}` : undefined
      return `https://www.youtube.com/watch?v=${id}${startOf(url)}`
    },
  },
  {
    host: /^youtu\.be$/,
    watch(url) {
      const id = idIn(url, /^\/([\w-]{5,})/)
      return id && `https://www.youtube.com/watch?v=${id}${startOf(url)}`
    },
  },
  {
    host: /^player\.vimeo\.com$/,
    watch(url) {
      const id = idIn(url, /^\/video\/(\d+)/)
      const hash = url.searchParams.get('h')
      return id && `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`
    },
  },
  {
    host: /^(?:www\.|geo\.)?dailymotion\.com$/,
    watch(url) {
      const id = idIn(url, /^\/(?:embed\/)?(?:video|swf)\/(\w+)/) ?? url.searchParams.get('video')
      return id ? `https://www.dailymotion.com/video/${id}` : undefined
    },
  },
  { host: /^dai\.ly$/, watch: (url) => `https://www.dailymotion.com/video${url.pathname}` },
  { host: /^embed\.ted\.com$/, watch: (url) => `https://www.ted.com${url.pathname}` },
  {
    host: /^open\.spotify\.com$/,
    watch: (url) => `https://open.spotify.com${url.pathname.replace(/^\/embed(?:-podcast)?\//, '/')}`,
  },
  { host: /^w\.soundcloud\.com$/, watch: (url) => webAddress(url.searchParams.get('url')) },
  { host: /^(?:www\.)?facebook\.com$/, watch: (url) => webAddress(url.searchParams.get('href')) },
  {
    host: /^(?:www\.)?loom\.com$/,
    watch: (url) => `https://www.loom.com${url.pathname.replace(/^\/embed\//, '/share/')}`,
  },
  { host: /^archive\.org$/, watch: (url) => `https://archive.org${url.pathname.replace(/^\/embed\//, '/details/')}` },
  {
    host: /^(?:video\.wordpress|videopress)\.com$/,
    watch: (url) => `https://videopress.com${url.pathname.replace(/^\/embed\//, '/v/')}`,
  },
  {
    host: /^player\.twitch\.tv$/,
    watch({ searchParams }) {
      const video = searchParams.get('video')
      const channel = searchParams.get('channel')
      if (video) return `https://www.twitch.tv/videos/${video.replace(/^v/, '')}`
      return channel ? `https://www.twitch.tv/${channel}` : undefined
    },
  },
]

/** The address at which visitors watch or hear what a player shows; that of the player itself if it is unknown. */
function watchAddress(address: string): string {
  const url = new URL(address)
  const player = knownPlayers.find(({ host }) => host.test(url.hostname))
  if (player) return player.watch(url) ?? address
  // PeerTube, at any host.
  const [, id] = /^\/videos\/embed\/([\w-]{10,})$/.exec(url.pathname) ?? []
  return id === undefined ? address : `${url.origin}/videos/watch/${id}`
}

function startOf({ searchParams }: URL): string {
  const start = searchParams.get('start') ?? searchParams.get('t')
  return start !== null && /^\d+s?$/.test(start) ? `&t=${start.replace(/s?$/, 's')}` : ''
}

const webAddress = (given: string | null): string | undefined =>
  given !== null && /^https?:/i.test(given) && URL.canParse(given) ? given : undefined
