import { splitAtElements } from './post-text'

export type Attachment = { address: string; alt: string; caption: string; title: string }

type Files = {
  byId(id: string): Attachment | undefined
  /** The attachments of the record itself. */
  own: readonly Attachment[]
}
/** The names of unsupported shortcodes, and of those whose player became a link. */
type WithoutShortcodes = { html: string; removed: Set<string>; linked: Set<string> }

const whole = ['pre', 'code', 'script', 'style', '!--']
/** Ends at the next one, so that many unclosed ones do not search for their ends in the whole text. */
const captions = /\[(caption|wp_caption)\b([^[\]]*)\]((?:(?!\[(?:wp_)?caption\b)[\s\S])*?)\[\/\1\]/g
/** Shortcodes without attributes, which cannot be told from words in brackets otherwise. */
const bare = new Set(
  'accordion audio button cart checkout column columns contact contact-form contact-form-7 embed form gallery login map newsletter playlist portfolio products quote row search sitemap slider tab tabs toc video'.split(
    ' ',
  ),
)
/** Words that editors put in brackets. */
const remarks = new Set('sic ibid idem passim applause laughter citation edit note'.split(' '))
/** Attributes as WordPress reads them, of which the first one is enough. */
const attribute = /^\s+(?:[\w-]+\s*=\s*\S|"[^"]*"|'[^']*')/

/** Samples, which end as captions do, and markup that page builders encode. */
const samples =
  /(?<!\[|<p>)\[(code|sourcecode|source|vc_raw_html)\b([^[\]]*)\]((?:(?!\[(?:code|sourcecode|source|vc_raw_html)\b)[\s\S])*?)\[\/\1\](?!\])/g

/** Converts captions, galleries and players into elements; of others the content stays. Code is unchanged. */
export function replaceShortcodes(text: string, files: Files): WithoutShortcodes {
  const [removed, linked] = [new Set<string>(), new Set<string>()]
  const html = splitAtElements(withSamples(text), whole)
    .map((part) => (part.isWhole ? part.text : replaceIn(part.text, files, { removed, linked })))
    .join('')
  return { html, removed, linked }
}

const withSamples = (text: string): string =>
  text.replace(samples, (written: string, name: string, attributes: string, inside: string) => {
    if (name === 'vc_raw_html') return decodedHtml(inside) ?? written
    const language = attributesOf(attributes).get('lang') ?? attributesOf(attributes).get('language') ?? ''
    const named = /^[\w+#-]+$/.test(language) ? ` class="language-${language}"` : ''
    // Newer versions store it escaped.
    const code = /[<>]/.test(inside) ? Bun.escapeHTML(inside) : inside
    return `\n\n<pre><code${named}>${code.replace(/^\s*\n|\s+$/g, '')}</code></pre>\n\n`
  })

/** undefined if it is no Base64. */
function decodedHtml(written: string): string | undefined {
  try {
    return decodeURIComponent(atob(written.trim()))
  } catch {
    return undefined
  }
}

type ReplacedShortcodes = Pick<WithoutShortcodes, 'removed' | 'linked'>

function replaceIn(text: string, files: Files, noted: ReplacedShortcodes): string {
  if (!text.includes('[')) return text
  const figures = text
    .replace(captions, (_, __, attributes: string, inside: string) => captioned(attributes, inside))
    .replace(/(?<!\[)\[gallery\b([^[\]]*)\]/g, (_, attributes: string) => gallery(attributes, files))
    .replace(/(?<!\[)\[(video|audio|playlist)\b([^[\]]*)\](?:\s*\[\/\1\])?/g, (_, name: string, attributes: string) =>
      player(name, attributes, files, noted),
    )
    .replace(
      /(?<!\[)\[(embed|youtube|vimeo|dailymotion)\b[^[\]]*\]\s*(https?:\/\/[^\s<>"[\]]+)\s*\[\/\1\]/g,
      '\n\n$2\n\n',
    )
    .replace(
      /(?<!\[)\[(youtube|vimeo|dailymotion|ted)[ =]\s*"?([^\s<>"[\]]+)[^[\]<>]*\]/g,
      (shown, name: string, film: string) => filmOf(name, film) ?? shown,
    )
  const closed = new Set([...figures.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name]) => name!.toLowerCase()))
  const parts = figures.split(/(<[^<>]*>)/)
  return parts
    .map((part, index) =>
      index % 2 === 1 ? part : withoutOthers(part, { closed, noted, isAlone: isAlone(parts, index) }),
    )
    .join('')
}

type Others = { closed: ReadonlySet<string>; noted: ReplacedShortcodes; isAlone: boolean }

/** A tag, in double brackets if it is to be shown literally. Quoted attributes may contain brackets. */
const shortcode = /(\[?)\[(\/?)([a-z][\w-]{1,60})(?![\w-])([^[\]<>"]*(?:"[^"]*"[^[\]<>"]*){0,1000}|[^[\]<>]*)\](\]?)/gi

type Tag = { isClosing: boolean; name: string; rest: string }

const withoutOthers = (text: string, { closed, noted, isAlone }: Others): string =>
  text.replace(
    shortcode,
    (written, before: string, slash: string, name: string, rest: string, after: string, at: number) => {
      if (before !== '' && after !== '') return written.slice(1, -1)
      const isLine = before + after === '' && text[at - 1] === '\n' && /[\r\n]/.test(text[at + written.length] ?? '\n')
      if (!isShortcode({ isClosing: slash === '/', name, rest }, closed, isAlone || isLine)) return written
      noted.removed.add(name)
      return before + after
    },
  )

/** References and remarks in brackets, such as `[Nak09]`, `[fig1]` and `[sic]`, are text. */
function isShortcode({ isClosing, name, rest }: Tag, closed: ReadonlySet<string>, isAlone: boolean): boolean {
  const lower = name.toLowerCase()
  if (isClosing || name.includes('_') || closed.has(lower) || attribute.test(rest) || /\s\/$/.test(rest)) return true
  if (rest.trim() !== '' && rest !== '/') return false
  return bare.has(lower) || (isAlone && name === lower && !/[a-z]\d+$/.test(name) && !remarks.has(name))
}

/** Whether it is the only content of a block. */
const isAlone = (parts: readonly string[], index: number): boolean =>
  /^\s*\[[^[\]]*\]\s*$/.test(parts[index] ?? '') &&
  /^$|^<(?:p|div|li|td)\b/i.test(parts[index - 1] ?? '') &&
  /^$|^<\/(?:p|div|li|td)\b/i.test(parts[index + 1] ?? '')

function captioned(attributes: string, inside: string): string {
  const named = attributesOf(attributes).get('caption')
  const [picture = ''] = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(inside) ?? []
  if (picture === '') return inside
  const caption = named === undefined ? inside.replace(picture, '').trim() : Bun.escapeHTML(named)
  return figure(picture, caption)
}

function gallery(attributes: string, files: Files): string {
  return shownIn(attributes, files)
    .filter(({ address }) => isPicture(address))
    .map(({ address, alt, caption }) =>
      figure(`<img src="${Bun.escapeHTML(address)}" alt="${Bun.escapeHTML(alt)}">`, caption),
    )
    .join('')
}

/** The elements of a player, which become links as all of them do. */
function player(name: string, attributes: string, files: Files, noted: ReplacedShortcodes): string {
  const named = attributesOf(attributes)
  const addresses =
    name === 'playlist'
      ? shownIn(attributes, files).filter(({ address }) => isPlayed(address, named.get('type') ?? 'audio'))
      : [...named].filter(([key]) => sources.has(key)).map(([, address]) => ({ address, title: '' }))
  const shown = name === 'playlist' ? addresses : addresses.slice(0, 1)
  const { removed, linked } = noted
  ;(shown.length === 0 ? removed : linked).add(name)
  return shown
    .map(
      ({ address, title }) =>
        `\n\n<video src="${Bun.escapeHTML(address)}" title="${Bun.escapeHTML(title)}"></video>\n\n`,
    )
    .join('')
}

/** WordPress.com takes the address or the number of a film without a name: `[youtube https://…]`, `[vimeo 123]`. */
function filmOf(name: string, film: string): string | undefined {
  const address = /^https?:\/\//.test(film)
    ? film
    : name === 'vimeo' && /^\d+$/.test(film)
      ? `https://vimeo.com/${film}`
      : name === 'youtube' && /^[\w-]{11}$/.test(film)
        ? `https://www.youtube.com/watch?v=${film}`
        : undefined
  return address && `\n\n${address}\n\n`
}

const sources = new Set('src mp4 m4v webm ogv wmv flv mp3 m4a ogg wav wma flac'.split(' '))

const isPicture = (address: string) => /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(address)
const isPlayed = (address: string, type: string) =>
  type === 'video'
    ? /\.(?:mp4|m4v|webm|ogv|wmv|flv|mov)$/i.test(address)
    : /\.(?:mp3|m4a|ogg|wav|wma|flac)$/i.test(address)

function shownIn(attributes: string, files: Files): readonly Attachment[] {
  const named = attributesOf(attributes)
  const ids = named.get('ids') ?? named.get('include')
  return ids === undefined ? files.own : ids.split(/[\s,]+/).flatMap((id) => files.byId(id) ?? [])
}

const figure = (picture: string, caption: string) =>
  `\n\n<figure>${picture}${caption === '' ? '' : `<figcaption>${caption.replaceAll('\n', ' ')}</figcaption>`}</figure>\n\n`

/** A word without a value is matched as well, so that no word is searched twice. */
const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+)))?/g)].flatMap(([, name, ...values]) => {
      const value = values.find((one) => one !== undefined)
      return value === undefined ? [] : [[name!, value] as const]
    }),
  )
