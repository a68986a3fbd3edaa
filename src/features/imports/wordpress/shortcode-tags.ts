import { searchForward } from '#text/search-forward'

/** A tag in square brackets; `rest` are its attributes, as written. */
export type ShortcodeTag = {
  at: number
  end: number
  isClosing: boolean
  name: string
  rest: string
  /** In double brackets it is shown literally. */
  isEscaped: boolean
}

const opening = /\[(\/?)([a-z][\w-]{1,60})(?![\w-])/gi

/** The tags in a text without elements, in linear time. Quoted attributes may contain brackets. */
export function shortcodeTags(text: string): ShortcodeTag[] {
  const endOf = createEndOf(text)
  const tags: ShortcodeTag[] = []
  let last = 0
  for (const { index, 0: begun, 1: slash, 2: name = '' } of text.matchAll(opening)) {
    const close = index < last ? undefined : endOf(index + begun.length)
    if (close === undefined) continue
    const isEscaped = text[index - 1] === '[' && text[close + 1] === ']'
    last = close + 1
    tags.push({
      at: index,
      end: last,
      isClosing: slash === '/',
      name,
      rest: text.slice(index + begun.length, close),
      isEscaped,
    })
  }
  return tags
}

/** The position of the bracket that closes a tag; undefined if another one opens before. */
function createEndOf(text: string): (from: number) => number | undefined {
  const nextBracket = searchForward(text, /[[\]<>]/g)
  const nextQuote = searchForward(text, /"/g)
  /** By the position after a closing quote, because many tags may share the rest of the text. */
  const known = new Map<number, number | undefined>()
  const special = /["[\]<>]/g

  function quoted(from: number): number | undefined {
    const visited: number[] = []
    let end: number | undefined
    for (let at = from; ;) {
      if (known.has(at)) {
        end = known.get(at)
        break
      }
      visited.push(at)
      special.lastIndex = at
      const found = special.exec(text)
      if (found?.[0] !== '"') {
        end = found?.[0] === ']' ? found.index : undefined
        break
      }
      const close = text.indexOf('"', found.index + 1)
      if (close === -1) break
      at = close + 1
    }
    for (const at of visited) known.set(at, end)
    return end
  }

  return (from) => {
    const bracket = nextBracket(from)
    const quote = nextQuote(from)
    const isQuoted = quote && (!bracket || quote.index < bracket.index)
    const end = isQuoted ? quoted(from) : undefined
    return end ?? (bracket?.[0] === ']' ? bracket.index : undefined)
  }
}
