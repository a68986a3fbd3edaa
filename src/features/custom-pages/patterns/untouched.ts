import { isHint } from '#records/hints/hints'
import { isRecord, parseJson } from '#text/parse-json'
import { patterns } from './patterns'

/** Shorter texts of templates (*Write to us*, *14*) fit many pages as they are. */
const fewestWords = 4

const ofPatterns: ReadonlySet<string> = new Set(
  Object.values(patterns)
    .flatMap(({ page }) => textsIn(page))
    .filter((text) => text.split(/\s+/).length >= fewestWords),
)

/** Whether a text came with a template of a page or with an empty site, and nobody has changed it. */
export const isUntouchedText = (text: string): boolean => ofPatterns.has(text.trim()) || isHint(text)

/** The texts among the values of an editor that nobody has changed, each once; rows and blocks are JSON in a text. */
export const untouchedTexts = (values: unknown): string[] => [
  ...new Set(textsIn(values).filter((text) => isUntouchedText(text))),
]

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const inside = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    return typeof inside === 'object' && inside !== null ? textsIn(inside) : [value.trim()]
  }
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}
