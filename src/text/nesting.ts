/** The nesting depth of arrays and objects in a JSON text, without parsing it, which could overflow the stack. */
export const nestingOf = (json: string): number => measureJson(json).deepest

/** The same, with about the number of its values (arrays, objects and commas), and of the names in its largest object. */
export function measureJson(json: string): { deepest: number; values: number; names: number } {
  let depth = 0
  let deepest = 0
  let values = 0
  let most = 0
  /** The commas in each open array and object. */
  const commas: number[] = []
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
      commas[depth] = 0
    } else if (unit === closeBrace || unit === closeBracket) {
      if (unit === closeBrace) most = Math.max(most, commas[depth] ?? 0)
      depth--
    } else if (unit === comma) {
      values++
      commas[depth] = (commas[depth] ?? 0) + 1
    }
  }
  return { deepest, values, names: most + 1 }
}

/** The limit for request bodies. */
export const deepestNesting = 64

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
