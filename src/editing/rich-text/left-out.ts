import { cleanAttributes } from '#text/html/attributes'
import { allowed, dropped, renamed, sections } from '#text/html/elements'
import { parseHtml } from './canonical-html'

type LeftKind = 'script' | 'frame' | 'handler' | 'look' | 'address' | 'element' | 'attribute' | 'picture'
export type LeftOut = { kind: LeftKind; names: string[]; count: number }

/** What the server's sanitizer will remove from this HTML when it is saved. */
export function findLeftOut(html: string): LeftOut[] {
  const found: Found[] = []
  const gone = new Set<Element>()
  for (const element of parseHtml(html).querySelectorAll('*')) {
    const name = element.localName.replace(/^kept-(style|base)$/, '$1')
    const isForeign = element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
    if (element.parentElement && gone.has(element.parentElement)) gone.add(element)
    else if (isForeign || dropped.has(name)) {
      gone.add(element)
      found.push([elementKind(name), name])
    } else if (allowed.has(name) || Object.hasOwn(renamed, name))
      found.push(...lostAttributes(renamed[name] ?? name, element))
    else if (!sections.has(name)) found.push([elementKind(name), name])
  }
  return gather(found)
}

/** What was removed from pasted content: elements by name, and pictures. */
export const leftOfPaste = (names: string[], pictures: string[]): LeftOut[] =>
  gather([
    ...pictures.map((picture): Found => ['picture', picture]),
    ...names.map((name): Found => [elementKind(name), name]),
  ])

type Found = [kind: LeftKind, name: string]

function elementKind(name: string): LeftKind {
  if (name === 'script' || name === 'style') return name === 'script' ? 'script' : 'look'
  return ['iframe', 'object', 'embed', 'frame'].includes(name) ? 'frame' : 'element'
}

function lostAttributes(tag: string, element: Element): Found[] {
  const given = Array.from(element.attributes, ({ name, value }) => ({
    name: name.replace(/^data-kept-(?=on|style$)/, ''),
    value,
  }))
  if (given.length === 0) return []
  const kept = new Set(cleanAttributes(tag, given).map(([name]) => name))
  return given
    .filter(({ name }) => !kept.has(name))
    .map(({ name, value }): Found => {
      if (name.startsWith('on')) return ['handler', name]
      if (name === 'style' || name === 'class') return ['look', name]
      return ['href', 'src', 'srcset', 'cite'].includes(name) ? ['address', shorten(value)] : ['attribute', name]
    })
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

function gather(found: Found[]): LeftOut[] {
  const kinds = new Map<LeftKind, LeftOut>()
  for (const [kind, name] of found) {
    const one = kinds.get(kind) ?? { kind, names: [], count: 0 }
    one.count += 1
    if (!one.names.includes(name)) one.names.push(name)
    kinds.set(kind, one)
  }
  return [...kinds.values()]
}
