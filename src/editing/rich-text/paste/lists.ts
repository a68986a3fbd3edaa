import { isSpace, siblingOf } from '#editing/rich-text/canonical-html'
import { styleOf } from '#editing/rich-text/disarm'

/** A paragraph or item that declares its list and level itself. */
type Item = { element: Element; level: number; isOrdered: boolean; start: number; content: Node[] }

/**
 * Normalizes lists: Word writes items as paragraphs, or each as a list of its own, with the level in an attribute;
 * others put nested lists between the items. Afterwards nested lists are inside items.
 */
export function joinLists(body: Element): void {
  for (const inner of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    if (inner.previousElementSibling?.localName === 'li') inner.previousElementSibling.append(inner)
    // It begins deeper than the list around it, which has no item yet.
    else inner.replaceWith(...inner.childNodes)
  }
  // An item that begins with a list has no words of its own for that level. The deepest come first.
  for (const item of Array.from(body.querySelectorAll('li')).toReversed()) {
    for (let [first] = wordsIn(item); isList(first); [first] = wordsIn(item)) {
      item.before(...first.childNodes)
      first.remove()
    }
    if (wordsIn(item).length === 0 && item.previousElementSibling?.localName === 'li') item.remove()
  }
  let run: Item[] = []
  const close = () => {
    if (run.length > 0) writeList(run)
    run = []
  }
  for (const element of Array.from(body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li[data-aria-level]'))) {
    const last = run.at(-1)
    if (last?.element.contains(element)) continue
    const item = readItem(element)
    if (!item || (last && siblingOf(placeOf(last), 'nextSibling') !== placeOf(item))) close()
    if (item) run.push(item)
  }
  close()
}

const isList = (node: Node | undefined): node is Element => node instanceof Element && /^[uo]l$/.test(node.localName)

/** The content of an item without empty paragraphs and line breaks. */
const wordsIn = (item: Element) =>
  Array.from(item.childNodes).filter(
    (node) => isList(node) || (node.textContent ?? '').trim() !== '' || hasPicture(node),
  )
const hasPicture = (node: Node) =>
  node instanceof Element && (node.localName === 'img' || node.querySelector('img') !== null)

function readItem(element: Element): Item | undefined {
  if (element.localName === 'li') {
    const isOrdered = element.parentElement?.localName === 'ol'
    const level = Number(element.getAttribute('data-aria-level'))
    const start = Number(element.parentElement?.getAttribute('start') ?? 1)
    return { element, level: Math.min(level, 9) || 1, isOrdered, start, content: Array.from(element.childNodes) }
  }
  const level = /mso-list:[^;]*\blevel(\d)/i.exec(styleOf(element))?.[1]
  if (level === undefined || /^h\d$/.test(element.localName)) return undefined
  const sign = Array.from(element.querySelectorAll('[data-kept-style*="mso-list"]')).find((part) =>
    /mso-list:\s*ignore/i.test(styleOf(part)),
  )
  const written = (sign?.textContent ?? '').trim()
  // Bullets may also be letters: a lone o, or a letter of a symbol font.
  const isOrdered = /^\(?(\d+|[a-z]{1,5})[.)]/i.test(written)
  sign?.remove()
  return {
    element,
    level: Number(level) || 1,
    isOrdered,
    start: Number(/^\d+/.exec(written)?.[0] ?? 1),
    content: Array.from(element.childNodes),
  }
}

/** The node that represents an item among the blocks: itself, or the list and wrapper that contain nothing else. */
function placeOf({ element }: Item): Element {
  let place = element
  if (element.localName !== 'li') return place
  while (place.parentElement && isFrame(place.parentElement)) place = place.parentElement
  return place
}

/** Contains one element and no text of its own. */
const isFrame = (element: Element): boolean =>
  ['ul', 'ol', 'div'].includes(element.localName) &&
  Array.from(element.childNodes).filter((node) => !isSpace(node)).length === 1

function writeList(items: Item[]): void {
  const [first] = items
  if (!first) return
  const owner = first.element.ownerDocument
  const open: { list: Element; level: number }[] = []
  const places = items.map(placeOf)
  const place = placeOf(first)
  for (const { level, isOrdered, start, content } of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const tag = isOrdered ? 'ol' : 'ul'
    const current = open.at(-1)
    // The list began deeper.
    if (current && current.level > level) current.level = level
    if (!current || current.level < level || (current.list.localName !== tag && open.length > 1)) {
      if (current && current.level >= level) open.pop()
      const around = open.at(-1)
      const list = owner.createElement(tag)
      if (isOrdered && start > 1) list.setAttribute('start', String(start))
      if (around) (around.list.lastElementChild ?? around.list).append(list)
      else place.before(list)
      open.push({ list, level })
    } else if (current.list.localName !== tag) {
      const list = owner.createElement(tag)
      current.list.after(list)
      open[0] = { list, level }
    }
    const item = owner.createElement('li')
    item.append(...content)
    open.at(-1)?.list.append(item)
  }
  for (const emptied of places) emptied.remove()
}
