import { hintsFolder, readReadable } from '#platform/readable-rows'
import { isRecord } from '#text/parse-json'

const names = new Set(['page', 'slug'])

/** All hints of an empty site, in every language. A macro: the bundler replaces the call by its result. */
export const readHints = (): string[] => textsIn(readReadable(hintsFolder))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.entries(value).flatMap(([name, part]) => (names.has(name) ? [] : textsIn(part))) : []
}
