import { isBlock, parseHtml } from './canonical-html'

const dropped =
  'kept-style, kept-base, script, meta, link, title, head, noscript, template, iframe, object, embed, form, input, button, select, textarea, svg, canvas'
const attributes: Record<string, string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
}

/**
 * Markup from another program, without its looks: no styles, classes, comments or embedded things; heading levels
 * brought into the page's.
 */
export function cleanPaste(html: string): string {
  const body = parseHtml(html)
  for (const element of body.querySelectorAll(dropped)) element.remove()
  for (const element of Array.from(body.querySelectorAll('*'))) cleanElement(element)
  for (const image of body.querySelectorAll('img:not([src^="http"], [src^="/"])')) image.remove()
  return withoutComments(body.innerHTML)
}

function cleanElement(element: Element): void {
  // ProseMirror marks what was copied from the editor itself.
  const allowed = new Set([...(attributes[element.nodeName.toLowerCase()] ?? []), 'data-pm-slice', 'data-kept-html'])
  for (const name of element.getAttributeNames()) if (!allowed.has(name)) element.removeAttribute(name)
  if (element.nodeName === 'H1') rename(element, 'h2')
  else if (element.nodeName === 'H5' || element.nodeName === 'H6') rename(element, 'h4')
  else if (
    element.nodeName === 'DIV' &&
    !element.hasAttribute('data-kept-html') &&
    !Array.from(element.childNodes).some(isBlock)
  )
    rename(element, 'p')
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

const withoutComments = (html: string) => html.replace(/<!--[\s\S]*?-->/g, '')
