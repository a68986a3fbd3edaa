import { SaxesParser, type SaxesTagNS } from 'saxes'
import { refuseUnreadable, unreadable } from '#platform/images/open-picture'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { decodeXml } from '#text/encoding'

/** Rules that import others, declare namespaces, or load fonts. */
const rules = /@(?:(?:import|charset|namespace)[^;]*;?|font-face[^{}]*(?:\{[^}]*\}?)?)/gi
/** Functions that load a URL. */
const loading = /(url|src|image|image-set|cross-fade|element|attr)\(([^)]*)\)?/gi
const reference = /^\s*(["']?)(#[^\s"'()]+)\1\s*$/
/** Not allowed in the result: another function, a rule, or a URL. */
const forbidden =
  /\b(?!url\(#)(?:url|src|image|image-set|cross-fade|element|attr)\(|@(?:import|charset|namespace|font-face)|\/\//i

/**
 * Removes every rule that loads an external resource from CSS; references within the picture stay. Removal is repeated
 * until nothing is found, so that it cannot assemble a new one. Each step is linear.
 */
function cleanCss(css: string): string {
  const kept = withoutComments(css.replaceAll('\\', ''))
    .replace(rules, ' ')
    .replace(loading, (_, name: string, inner: string) => {
      const id = name.toLowerCase() === 'url' ? reference.exec(inner)?.[2] : undefined
      return id === undefined ? 'none' : `url(${id})`
    })
  return forbidden.test(kept) ? '' : kept
}

/** An unclosed comment extends to the end. */
function withoutComments(css: string): string {
  const parts: string[] = []
  for (let at = 0; at >= 0 && at < css.length;) {
    const start = css.indexOf('/*', at)
    parts.push(css.slice(at, start < 0 ? css.length : start))
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    at = end < 0 ? -1 : end + 2
  }
  return parts.join(' ')
}

const svg = 'http://www.w3.org/2000/svg'
const xlink = 'http://www.w3.org/1999/xlink'
const xml = 'http://www.w3.org/XML/1998/namespace'

/** Drawing elements. Elements that run scripts, load files, or embed other languages are not allowed. */
const elements = new Set(
  `svg g defs symbol use switch title desc style a view marker pattern mask clipPath image path rect circle ellipse line
  polyline polygon text tspan textPath linearGradient radialGradient stop filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform mpath set`.split(
    /\s+/,
  ),
)
/** Elements that may contain a data URL. */
const pictured = new Set(['image', 'feImage'])
const data = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/

/** UTF-16 units to parse before yielding to the event loop. */
const piece = 64 * 1024
/** The largest size after the expansion of entities, in characters. */
const largest = 30_000_000
/** The deepest nesting: parsing time grows with the depth. */
const deepest = 256

/** An SVG reduced to drawing elements; throws 422 when it is not well-formed. */
export async function readSvg(path: string): Promise<string> {
  return cleanSvg(decodeXml(await Bun.file(path).bytes()))
}

export async function cleanSvg(text: string): Promise<string> {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const out: string[] = []
  let length = 0
  let depth = 0
  /** The depth inside a removed element. */
  let left = 0
  /** The text of the current style sheet, which is checked as a whole, because comments and elements split it. */
  let style: string[] | undefined
  let hasRoot = false

  const write = (part: string, to = out) => {
    length += part.length
    if (length > largest) throw unreadable()
    to.push(part)
  }
  parser.on('error', () => {
    throw unreadable()
  })
  parser.on('doctype', (doctype) => {
    for (const [name, value] of entitiesOf(doctype)) parser.ENTITIES[name] = value
  })
  parser.on('opentagstart', () => {
    if (++depth > deepest) throw unreadable()
  })
  parser.on('opentag', (tag) => {
    if (!hasRoot && tag.local !== 'svg') throw unreadable()
    if (left > 0 || style || !isAllowed(tag)) {
      left++
    } else {
      // Links in a picture are useless, and could trigger scripts of the page.
      const name = tag.local === 'a' ? 'g' : tag.local
      write(`<${name}${hasRoot ? '' : ` xmlns="${svg}" xmlns:xlink="${xlink}"`}${attributesOf(tag)}>`)
      if (name === 'style') style = []
    }
    hasRoot = true
  })
  parser.on('closetag', (tag) => {
    depth--
    if (left > 0) {
      left--
    } else {
      if (style) write(escaped(cleanCss(style.join(''))))
      style = undefined
      write(`</${tag.local === 'a' ? 'g' : tag.local}>`)
    }
  })
  const onText = (found: string) => {
    if (left > 0 || !hasRoot) return
    if (style) write(found, style)
    else write(escaped(found))
  }
  parser.on('text', onText)
  parser.on('cdata', onText)

  await refuseUnreadable(async () => {
    for (let at = 0; at < text.length; at += piece) {
      parser.write(text.slice(at, at + piece))
      if (hasRunLong()) await yieldToEventLoop()
    }
    parser.close()
  })
  if (!hasRoot) throw unreadable()
  return out.join('')
}

function isAllowed({ local, uri, attributes }: SaxesTagNS): boolean {
  if ((uri !== svg && uri !== '') || !elements.has(local)) return false
  // Animations may change any attribute except references.
  return !/href|^on/i.test(attributes.attributeName?.value ?? '')
}

function attributesOf({ local, attributes }: SaxesTagNS): string {
  return Object.values(attributes)
    .map(({ uri, local: name, value }) => {
      const kept = cleanAttribute(local, uri, name, value)
      if (kept === undefined) return ''
      const prefix = uri === xlink ? 'xlink:' : uri === xml ? 'xml:' : ''
      return ` ${prefix}${name}="${escaped(kept)}"`
    })
    .join('')
}

function cleanAttribute(element: string, uri: string, name: string, value: string): string | undefined {
  if (uri === xml) return ['space', 'lang'].includes(name) ? value : undefined
  if (name === 'href' && (uri === xlink || uri === ''))
    return /^\s*#/.test(value) || (pictured.has(element) && data.test(value)) ? value : undefined
  if (uri !== '' || name === 'xmlns' || /^on/i.test(name) || !/^[a-z][\w-]*$/i.test(name)) return undefined
  return /[(\\@]/.test(value) ? cleanCss(value) : value
}

/** Entities with short literal values, as drawing programs write them; nested ones are dropped. */
function entitiesOf(doctype: string): [string, string][] {
  return [...doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]{0,200})"|'([^'&%<]{0,200})')\s*>/g)]
    .slice(0, 50)
    .map(([, name = '', double, single]) => [name, double ?? single ?? ''])
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
