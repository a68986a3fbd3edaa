import { isRecord, parseJson } from '#text/parse-json'
import { searchForward } from '#text/search-forward'

/** A comment of the block editor: it opens or closes a block, or is one without content (`isEmpty`). */
export type BlockComment = {
  at: number
  end: number
  name: string
  isClosing: boolean
  isEmpty: boolean
  attributes: Readonly<Record<string, unknown>>
}

const opening = /<!--\s+(\/)?wp:([a-z][\w/-]*)(?=\s)/g

/** The comments of the block editor in a text, in linear time. */
export function* blockComments(text: string): Generator<BlockComment> {
  const endOf = searchForward(text, /-->/g)
  let last = 0
  for (const { index, 0: begun, 1: slash, 2: name = '' } of text.matchAll(opening)) {
    if (index < last) continue
    const from = index + begun.length
    const close = endOf(from)
    if (!close) return
    last = close.index + close[0].length
    const inside = text.slice(from, close.index).trim()
    const isEmpty = inside.endsWith('/')
    const json = isEmpty ? inside.slice(0, -1) : inside
    const attributes = json === '' ? undefined : parseJson(json)
    yield {
      at: index,
      end: last,
      name,
      isClosing: slash === '/',
      isEmpty,
      attributes: isRecord(attributes) ? attributes : {},
    }
  }
}
