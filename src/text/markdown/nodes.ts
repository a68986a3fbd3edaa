import { isHtmlElement, isText, type ParsedElement, type ParsedNode } from '../html/parse'

/** Maps the URLs of links and pictures. */
export type Addresses = (address: string) => string

const blocks = new Set(
  'address article aside audio blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table ul video'.split(
    ' ',
  ),
)

/** Elements that are not content: controls, navigation, drawings. */
const noText = new Set(
  'button dialog form head input label nav noscript script select style svg template textarea'.split(' '),
)

export const attributeOf = (element: ParsedElement, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value

export const elementsIn = (element: ParsedElement): ParsedElement[] => element.childNodes.filter(isHtmlElement)

export const isSkipped = (node: ParsedNode): boolean =>
  isHtmlElement(node)
    ? noText.has(node.tagName) ||
      attributeOf(node, 'hidden') !== undefined ||
      attributeOf(node, 'aria-hidden') === 'true'
    : !isText(node)

export const isBlock = (node: ParsedNode): boolean => isHtmlElement(node) && blocks.has(node.tagName)

/** An inline element may contain blocks, as a link around a card does. */
export const containsBlock = (node: ParsedNode): boolean =>
  isHtmlElement(node) && node.childNodes.some((child) => isBlock(child) || containsBlock(child))

export const findElement = (node: ParsedNode, tag: string): ParsedElement | undefined => {
  if (!isHtmlElement(node)) return undefined
  if (node.tagName === tag) return node
  for (const child of node.childNodes) {
    const found = findElement(child, tag)
    if (found) return found
  }
  return undefined
}

export const plainText = (node: ParsedNode): string =>
  isText(node) ? node.value : isHtmlElement(node) ? node.childNodes.map(plainText).join('') : ''
