import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parseFragment } from 'parse5'

export type ParsedNode = DefaultTreeAdapterTypes.ChildNode
export type ParsedElement = DefaultTreeAdapterTypes.Element

/** Limits for open elements, in total and per character: real pages stay far below both. */
const deepest = 500
const densest = 0.5

const body = defaultTreeAdapter.createElement('div', html.NS.HTML, [])

/** Markup that is expensive to parse: a parser may copy open elements into every following paragraph. */
export class TangledMarkup extends Error {}

const halves = /(?:&#(?:5[5-7]\d{3}|x0{0,9}d[89a-f][\da-f]{2});){2,}/gi

/** Replaces characters that are written as two references, to the halves of UTF-16, which some editors do with emoji. */
export const joinHalves = (markup: string): string =>
  markup.includes('&#')
    ? markup.replace(halves, (run) => {
        const units = [...run.matchAll(/#(x?)(\w+)/gi)].map(([, hex, code]) => Number.parseInt(code!, hex ? 16 : 10))
        return Array.from(units.map((unit) => String.fromCharCode(unit)).join(''), (character) =>
          character.length > 1 ? character : `&#${character.charCodeAt(0)};`,
        ).join('')
      })
    : markup

/** Parses markup as a browser would inside an element of a page, but with joined halves of characters. */
export function parse(markup: string): ParsedNode[] {
  const most = 1000 + markup.length * densest
  let made = 0
  let open = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++made > most) throw new TangledMarkup()
      return defaultTreeAdapter.createElement(...element)
    },
    onItemPush() {
      if (++open > deepest) throw new TangledMarkup()
    },
    onItemPop() {
      open--
    },
  }
  return parseFragment(body, joinHalves(markup), { scriptingEnabled: false, treeAdapter }).childNodes
}

export const isHtmlElement = (node: ParsedNode): node is ParsedElement =>
  'tagName' in node && node.namespaceURI === html.NS.HTML
export const isText = (node: ParsedNode): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'
