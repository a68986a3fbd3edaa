import { type OriginResponses, textAnswer } from '#app/response-cache/origin-responses'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { matchSite } from '#app/shell/routes'
import { publicVisit, type Visit } from '#app/visit'
import { markdownFile } from '#i18n/addresses/paths'
import type { Config } from '#platform/config'
import { dataHeaders } from '#platform/http/security-headers'
import { isHtmlElement, parse, type ParsedElement, type ParsedNode } from '#text/html/parse'
import { attributeOf, findElement, plainText } from '#text/markdown/nodes'
import { nodesToMarkdown } from '#text/markdown/to-markdown'
import { isRecord, parseJson } from '#text/parse-json'

const unlisted = { 'X-Robots-Tag': 'noindex' }

type AnswerPage = (visit: Visit) => Promise<CachedResponse | Response>

/**
 * Public pages as Markdown, each at its URL with `index.md`: converted from the rendered page, in the language of the URL,
 * and cached under the same tags. Redirects of a page apply to its Markdown.
 */
export function createMarkdownForms(answerPage: AnswerPage, obtain: OriginResponses, config: Pick<Config, 'siteUrl'>) {
  return async (visit: Visit): Promise<CachedResponse | Response | undefined> => {
    if (!visit.path.endsWith(`/${markdownFile}`)) return undefined
    const page = publicVisit(visit, visit.path.slice(0, -markdownFile.length))
    const match = matchSite(page.path)
    if (!match || match.route.asks === 'q') return undefined
    const found = await answerPage(page)
    if (found.status === 301) return moved(found)
    if (found.status !== 200) return undefined
    if (found instanceof Response) {
      const { bytes, headers } = await write(page, found)
      return new Response(bytes, { headers: { ...headers, 'Cache-Control': 'no-store' } })
    }
    return obtain(visit, `markdown ${visit.path}`, found.tags, async ({ origin }) => {
      const asked = { ...page, origin }
      const shown = await answerPage(asked)
      return shown.status === 200 ? write(asked, shown) : new Response(null, { status: 404 })
    })
  }

  function moved(found: CachedResponse | Response): Response | undefined {
    const to = found instanceof Response ? found.headers.get('location') : found.headers.Location
    if (!to?.endsWith('/')) return undefined
    return new Response(null, {
      status: 301,
      headers: { ...dataHeaders(config), ...unlisted, Location: to + markdownFile, 'Cache-Control': 'no-cache' },
    })
  }

  async function write({ path, origin, language }: Visit, shown: CachedResponse | Response): Promise<Answer> {
    const html = shown instanceof Response ? await shown.text() : new TextDecoder().decode(shown.bytes)
    const markdown = pageMarkdown(html, origin + path)
    const answer = textAnswer(path + markdownFile, markdown, { config, type: 'text/markdown', language })
    return { ...answer, headers: { ...answer.headers, ...unlisted } }
  }
}

/** The metadata of a page. */
export type PageFacts = { title: string; description: string; date?: string; author?: string; canonical?: string }

/** A page as CommonMark with front matter; `address` is its URL, against which links are resolved. */
function pageMarkdown(html: string, address: string): string {
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
