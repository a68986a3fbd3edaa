import { LRUCache } from 'lru-cache'
import { cleanAttributes, cleanText } from './html/attributes'
import { arrangeFlow, type Arrange, createArrange, toParagraphs } from './html/content-models'
import { allowed, dropped, renamed, sections } from './html/elements'
import { type HtmlNode, serialize, dropRepeatedIds } from './html/node'
import { isHtmlElement, isText, parse, type ParsedElement, type ParsedNode, TangledMarkup } from './html/parse'

/**
 * Editorial HTML as a browser would parse it, valid, with everything removed that could run scripts, change styles or
 * leave its container. Clean HTML is returned unchanged, and sanitizing is idempotent.
 */
export function sanitizeHtml(html: string): string {
  if (isKnownClean(html)) return html
  try {
    let clean = html
    // A browser has to parse the result to the same tree, so this repeats until nothing changes.
    for (let passes = 0; passes < mostPasses; passes++) {
      const arranged = arrangeFlow(cleanNodes(parse(clean), createArrange(), 0))
      const next = serialize(/\sid\s*=/i.test(clean) ? dropRepeatedIds(arranged) : arranged)
      if (next === clean) {
        rememberClean(clean)
        return clean
      }
      clean = next
    }
  } catch (error) {
    if (!(error instanceof TangledMarkup)) throw error
  }
  return serialize([cleanText(html.replace(/<[^>]*>?/g, ' '))])
}

/** Digests of long texts that were found clean: every read sanitizes, and most texts are clean already. */
const knownClean = new LRUCache<string, true>({ max: 5000 })
const worthKnowing = 1000

const digestOf = (html: string) => Bun.CryptoHasher.hash('sha256', html, 'base64')
const isKnownClean = (html: string) => html.length >= worthKnowing && knownClean.has(digestOf(html))

function rememberClean(html: string) {
  if (html.length >= worthKnowing) knownClean.set(digestOf(html), true)
}

const mostPasses = 10
/** Maximum depth of nested elements; of deeper ones only the text stays. */
const deepest = 100

function cleanNodes(parsed: ParsedNode[], arrange: Arrange, depth: number): HtmlNode[] {
  const nodes: HtmlNode[] = []
  for (const node of parsed) {
    if (isText(node)) nodes.push(cleanText(node.value))
    else if (isHtmlElement(node) && !dropped.has(node.tagName)) {
      for (const cleaned of cleanElement(node, arrange, depth)) nodes.push(cleaned)
    }
  }
  return nodes
}

function cleanElement({ tagName, attrs, childNodes }: ParsedElement, arrange: Arrange, depth: number): HtmlNode[] {
  const children = cleanNodes(childNodes, arrange, depth + 1)
  const tag = Object.hasOwn(renamed, tagName) ? (renamed[tagName] ?? tagName) : tagName
  if (depth >= deepest) return children
  if (allowed.has(tag)) return arrange(tag, cleanAttributes(tag, attrs), children)
  return sections.has(tag) ? toParagraphs(children) : children
}
