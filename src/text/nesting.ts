/** The nesting depth of arrays and objects in a JSON text, without parsing it, which could overflow the stack. */
export function nestingOf(json: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index)
    if (quoted) {
      if (unit === backslash) index++
      else if (unit === quote) quoted = false
    } else if (unit === quote) quoted = true
    else if (unit === openBrace || unit === openBracket) deepest = Math.max(deepest, ++depth)
    else if (unit === closeBrace || unit === closeBracket) depth--
  }
  return deepest
}

/** The limit for request bodies. */
export const deepestNesting = 64

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]
