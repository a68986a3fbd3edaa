import type { Pattern } from './export'

const reference = /<!--\s+wp:block\s+\{[^{}]*"ref":\s*(\d+)[^{}]*\}\s+\/-->/g
const deepest = 3
/** Characters of a text with its reusable blocks. */
const longest = 2_000_000

/** Replaces references to reusable blocks by their texts; unknown ones stay. */
export function fillPatterns(text: string, patterns: ReadonlyMap<string, Pattern>): string {
  let filled = text
  for (let depth = 0; depth < deepest && filled.includes('wp:block '); depth++) {
    let added = 0
    filled = filled.replace(reference, (whole, id: string) => {
      const pattern = patterns.get(id)
      if (!pattern || pattern.text === '' || filled.length + added + pattern.text.length > longest) return whole
      added += pattern.text.length
      pattern.isUsed = true
      return pattern.text
    })
    if (added === 0) break
  }
  return filled
}
