import { isHtmlElement, parse, type ParsedElement, type ParsedNode } from '#text/html/parse'
import { attributeOf, findElement, plainText } from '#text/markdown/nodes'
import { nodesToMarkdown } from '#text/markdown/to-markdown'
import { isRecord, parseJson } from '#text/parse-json'

/** The metadata of a page. */
export type PageFacts = { title: string; description: string; date?: string; author?: string; canonical?: string }

/** A page as CommonMark with front matter; `address` is its URL, against which links are resolved. */
export function pageMarkdown(html: string, address: string): string {
  const nodes = parse(html)
  const main = nodes.map((node) => findElement(node, 'main')).find(Boolean)
  const text = nodesToMarkdown(main?.childNodes ?? [], (target) => URL.parse(target, address)?.href ?? target)
  return `${frontMatter(factsOf(nodes))}\n${text}`
}

export const pageFacts = (html: string): PageFacts => factsOf(parse(html))

/** JSON strings are valid YAML. */
const frontMatter = (facts: PageFacts): string =>
  `---\n${Object.entries(facts)
    .map(([name, value]) => (value === undefined ? '' : `${name}: ${JSON.stringify(value)}\n`))
    .join('')}---\n`

function factsOf(nodes: readonly ParsedNode[]): PageFacts {
  const all = nodes.flatMap(headElements)
  const content = (name: string) =>
    attributeOfFirst(
      all,
      (one) => attributeOf(one, 'name') === name || attributeOf(one, 'property') === name,
      'content',
    )
  const title = all.find(({ tagName }) => tagName === 'title')
  const data = linkedRecord(all)
  return {
    title: data?.headline ?? data?.name ?? (title ? plainText(title) : ''),
    description: content('description') ?? '',
    // Built-in pages have no date of publication, but that of their last change.
    date: data?.datePublished ?? content('og:updated_time'),
    author: data?.author ?? content('og:site_name'),
    canonical: attributeOfFirst(all, (one) => attributeOf(one, 'rel') === 'canonical', 'href'),
  }
}

const headElements = (node: ParsedNode): ParsedElement[] =>
  isHtmlElement(node)
    ? /^(?:title|meta|link|script)$/.test(node.tagName)
      ? [node]
      : node.tagName === 'main'
        ? []
        : node.childNodes.flatMap(headElements)
    : []

const attributeOfFirst = (all: ParsedElement[], is: (one: ParsedElement) => boolean, name: string) => {
  const found = all.find(is)
  return found && attributeOf(found, name)
}

/** The first item of the page's linked data that has a date. */
function linkedRecord(all: ParsedElement[]) {
  const script = all.find((one) => attributeOf(one, 'type') === 'application/ld+json')
  const data = script && parseJson(plainText(script))
  const first: unknown = isRecord(data) && Array.isArray(data['@graph']) ? data['@graph'][0] : undefined
  if (!isRecord(first) || typeof first.datePublished !== 'string') return undefined
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    headline: text(first.headline),
    name: text(first.name),
    datePublished: first.datePublished,
    author: isRecord(first.author) ? text(first.author.name) : undefined,
  }
}
