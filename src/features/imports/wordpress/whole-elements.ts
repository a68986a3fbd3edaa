import { searchForward } from '#text/search-forward'

type Part = { text: string; isWhole: boolean }

/** Splits HTML at elements of these names, and at comments if `!--` is one of them, which are `isWhole`. */
export function splitAtElements(text: string, names: readonly string[]): Part[] {
  const ends = new Map(
    names.map((name) => [name, searchForward(text, name === '!--' ? /-->/g : new RegExp(`</${name}\\s*>`, 'gi'))]),
  )
  const opening = new RegExp(`<(${names.join('|')})(?:(?<=!--)|(?=[\\s/>]))`, 'gi')
  const parts: Part[] = []
  let at = 0
  for (const { index, 1: name = '', 0: begun } of text.matchAll(opening)) {
    const end = index < at ? undefined : ends.get(name.toLowerCase())?.(index + begun.length)
    if (!end) continue
    parts.push({ text: text.slice(at, index), isWhole: false })
    at = end.index + end[0].length
    parts.push({ text: text.slice(index, at), isWhole: true })
  }
  return [...parts, { text: text.slice(at), isWhole: false }]
}
