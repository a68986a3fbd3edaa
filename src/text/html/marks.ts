import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parse, serialize } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Parent = DefaultTreeAdapterTypes.ParentNode
type Element = DefaultTreeAdapterTypes.Element
type Text = DefaultTreeAdapterTypes.TextNode

/** Marks the texts and URLs of a page with the field that they come from. */
export type Marks = {
  /** The text with invisible marks that name `path`: it is rendered as an element with `data-field`. Blank texts are unchanged. */
  text(path: string, text: string): string
  /** The same for HTML, which is rendered as a whole. */
  html(path: string, markup: string): string
  /** The value at `path` is rendered as an attribute: of a picture, a link or a time. */
  value(path: string, value: string): void
  /** The element with the HTML id `element` shows the block with this id: it gets `data-block`. */
  block(element: string, id: string): void
}

/** Maps a URL as shown to the URL stored in the field. */
type StoredAs = (shown: string) => string

/** The attribute with the path of the field. */
const fieldAttribute = 'data-field'

/** Private-use characters, one for each field, which pass unchanged through rendering. */
const first = 0x10_00_00
const mark = /[\u{100000}-\u{10FFFD}]/gu
/** The same inside a URL. */
const escapedMark = /%F4%8[\dA-F](?:%[89AB][\dA-F]){2}/g
const inline = new Set(['b', 'br', 'em', 'i', 'mark', 'small', 'span', 'strong', 'wbr'])
const shownIn: Record<string, string> = { img: 'src', a: 'href', time: 'datetime' }

/**
 * `marks` are added to the texts before rendering; `apply` converts them into attributes in the document, and removes
 * them elsewhere.
 */
export function createMarks(): { marks: Marks; apply: (document: string, storedAs?: StoredAs) => string } {
  const paths: string[] = []
  /** The fields that hold a shown value, in the order of the page. */
  const values = new Map<string, string[]>()
  /** The ids of blocks, by those of the elements that show them. */
  const blocks = new Map<string, string>()
  const next = (path: string) => String.fromCodePoint(first + paths.push(path) - 1)
  const marks: Marks = {
    text: (path, text) => (text.trim() === '' ? text : next(path) + text),
    html: (path, markup) => (markup.trim() === '' ? markup : `${next(path)}<!---->${markup}`),
    value: (path, value) => {
      if (value !== '') values.set(value, [...(values.get(value) ?? []), path])
    },
    block: (element, id) => void blocks.set(element, id),
  }

  function apply(document: string, storedAs: StoredAs = (shown) => shown): string {
    const tree = parse(document, { scriptingEnabled: false })
    read(tree, false, storedAs)
    return serialize(tree)
  }

  /** `isInside`: inside the main part, and not inside a marked element. */
  function read(node: Node, isInside: boolean, storedAs: StoredAs): void {
    if ('attrs' in node) readAttributes(node, isInside, storedAs)
    if (!('childNodes' in node)) return
    const isContinued = isInside || ('tagName' in node && node.tagName === 'main')
    for (const text of node.childNodes.filter(isText)) readText(text, node, isContinued)
    const isOpen = isContinued && !('attrs' in node && isMarked(node))
    for (const child of node.childNodes) if (!isText(child)) read(child, isOpen, storedAs)
  }

  function readAttributes(element: Element, isInside: boolean, storedAs: StoredAs): void {
    for (const attribute of element.attrs) attribute.value = attribute.value.replace(mark, '').replace(escapedMark, '')
    const block = blocks.get(element.attrs.find(({ name }) => name === 'id')?.value ?? '')
    if (isInside && block !== undefined) element.attrs.push({ name: 'data-block', value: block })
    const shown = element.attrs.find(({ name }) => name === shownIn[element.tagName])
    const holders = shown && isInside ? values.get(storedAs(shown.value)) : undefined
    const path = holders && holders.length > 1 ? holders.shift() : holders?.[0]
    if (path !== undefined) setField(element, path)
  }

  function readText(text: Text, parent: Parent, isInside: boolean): void {
    const [found] = text.value.match(mark) ?? []
    if (found === undefined) return
    text.value = text.value.replace(mark, '')
    const path = paths[(found.codePointAt(0) ?? first) - first]
    if (!isInside || path === undefined || !('attrs' in parent)) return
    if (text.value === '' || isAllOf(parent)) setField(parent, path)
    else wrap(text, parent, path)
  }

  return { marks, apply }
}

/** Whether an element contains nothing but one text, possibly with inline formatting. */
const isAllOf = (element: Element): boolean =>
  !isMarked(element) &&
  element.childNodes.every((child) =>
    isText(child)
      ? child.value.search(mark) === -1
      : !('tagName' in child) || (inline.has(child.tagName) && !isMarked(child)),
  )

const isMarked = (element: Element): boolean => element.attrs.some(({ name }) => name === fieldAttribute)

function wrap(text: Text, parent: Parent, path: string): void {
  const span = defaultTreeAdapter.createElement('span', html.NS.HTML, [])
  setField(span, path)
  defaultTreeAdapter.insertBefore(parent, span, text)
  defaultTreeAdapter.detachNode(text)
  defaultTreeAdapter.appendChild(span, text)
}

const setField = (element: Element, path: string): void =>
  void element.attrs.push({ name: fieldAttribute, value: path })
const isText = (node: Node): node is Text => node.nodeName === '#text'
