import { serializeOuter } from 'parse5'
import { isHtmlElement, isText, parse, type ParsedNode } from '../html/parse'
import { fromMarkdown } from './from-markdown'
import { attributeOf, isBlock } from './nodes'
import { nodesToMarkdown } from './to-markdown'

/**
 * Converts clean HTML into Markdown that `fromMarkdown` converts back to the same HTML: blocks without a Markdown
 * equivalent stay HTML.
 */
export function toFaithfulMarkdown(html: string): string {
  const nodes = parse(html)
  const whole = nodesToMarkdown(nodes)
  if (isSame(whole, nodes)) return whole
  let last = ''
  const parts = chunksOf(nodes).flatMap((chunk) => {
    const { text, list } = written(chunk)
    const isApart = list !== '' && list === last
    last = list
    return text === '' ? [] : [...(isApart ? ['<!-- -->'] : []), text]
  })
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`
}

/** `list`: the type of list in Markdown, because two adjacent ones would be joined. */
function written(chunk: ParsedNode[]): { text: string; list: string } {
  const text = nodesToMarkdown(chunk)
  const [first] = chunk
  if (isSame(text, chunk) || !first || !isHtmlElement(first) || !isBlock(first)) {
    const list = first && isHtmlElement(first) && /^[uo]l$/.test(first.tagName) ? first.tagName : ''
    return { text: text.trim(), list }
  }
  return { text: asHtml(first), list: '' }
}

/** A blank line would end the HTML block. */
function asHtml(node: ParsedNode): string {
  const html = serializeOuter(node)
  return isHtmlElement(node) && node.tagName === 'pre' ? html : html.replace(/\n(?=[ \t]*\n)/g, '&#10;')
}

/** Splits nodes into blocks, and runs between them. */
function chunksOf(nodes: readonly ParsedNode[]): ParsedNode[][] {
  const chunks: ParsedNode[][] = []
  let run: ParsedNode[] | undefined
  for (const node of nodes) {
    if (isBlock(node)) {
      chunks.push([node])
      run = undefined
    } else if (run) run.push(node)
    else if (!isText(node) || node.value.trim() !== '') chunks.push((run = [node]))
  }
  return chunks
}

const isSame = (markdown: string, nodes: readonly ParsedNode[]): boolean =>
  canonical(parse(fromMarkdown(markdown))) === canonical(nodes)

const sameTags: Partial<Record<string, string>> = { b: 'strong', i: 'em' }

/** A normal form of what browsers show. */
function canonical(nodes: readonly ParsedNode[]): string {
  return nodes
    .map((node, at) => {
      if (isText(node)) return textBetween(node.value, nodes[at - 1], nodes[at + 1])
      if (!isHtmlElement(node)) return ''
      const tag = sameTags[node.tagName] ?? node.tagName
      const attributes = node.attrs
        .filter(({ name, value }) => !(name === 'alt' && value === ''))
        .map(({ name, value }) => ` ${name}="${value}"`)
        .toSorted()
        .join('')
      const inside = tag === 'pre' ? codeIn(node) : canonical(node.childNodes)
      return `<${tag}${attributes}>${isBlock(node) ? inside.trim() : inside}</${tag}>`
    })
    .join('')
}

/** White space next to blocks is ignored. */
function textBetween(text: string, before: ParsedNode | undefined, after: ParsedNode | undefined): string {
  const single = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\t\n\f\r ]+/g, ' ')
  const isBreak = (node: ParsedNode | undefined) =>
    node !== undefined && (isBlock(node) || (isHtmlElement(node) && node.tagName === 'br'))
  const start = isBreak(before) ? single.trimStart() : single
  return isBreak(after) ? start.replace(/ $/, '') : start
}

/** Unchanged, because its lines matter. */
function codeIn(node: ParsedNode): string {
  if (isText(node)) return node.value.replace(/\n$/, '')
  if (!isHtmlElement(node)) return ''
  const named = attributeOf(node, 'class')
  return `<${node.tagName}${named ? ` ${named}` : ''}>${node.childNodes.map(codeIn).join('')}</${node.tagName}>`
}
