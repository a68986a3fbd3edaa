/** The nesting depth of arrays and objects in a JSON text, without parsing it, which could overflow the stack. */
export const nestingOf = (json: string): number => measureJson(json).deepest

/** The same, with the number of its arrays, objects and commas: about that of its values. */
export function measureJson(json: string): { deepest: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 0
  let quoted = false
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index)
    if (quoted) {
      if (unit === backslash) index++
      else if (unit === quote) quoted = false
    } else if (unit === quote) quoted = true
    else if (unit === openBrace || unit === openBracket) {
      deepest = Math.max(deepest, ++depth)
      values++
    } else if (unit === closeBrace || unit === closeBracket) depth--
    else if (unit === comma) values++
  }
  return { deepest, values }
}

/** The limit for request bodies. */
export const deepestNesting = 64

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
