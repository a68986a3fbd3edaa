import { isRecord } from '#text/parse-json'

const tag = /<(?:a|img)\s[^>]*>/g
const attribute = / (href|src)="([^"]*)"/g
/** A text that is entirely a path. */
const path = /^\/[^\s<>"]+$/

/** The paths of this site in the values, in HTML or as whole texts. */
export function pathsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') changeText(value, (address) => (found.add(address), undefined))
  else if (Array.isArray(value)) for (const part of value) pathsIn(part, found)
  else if (isRecord(value)) for (const part of Object.values(value)) pathsIn(part, found)
  return found
}

/** Replaces the paths in the values for which `to` returns another one. */
export function changePaths<Value>(value: Value, to: (path: string) => string | undefined): Value {
  if (typeof value === 'string') return changeText(value, to) as Value
  if (Array.isArray(value)) return value.map((part) => changePaths(part, to)) as Value
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changePaths(part, to)])) as Value
}

function changeText(text: string, to: (path: string) => string | undefined): string {
  if (path.test(text)) return to(text) ?? text
  if (!text.includes('<')) return text
  // In sanitized HTML `<` and `>` occur in no attribute.
  return text.replace(tag, (whole) =>
    whole.replace(attribute, (part: string, name: string, value: string) => {
      const address = value.replaceAll('&amp;', '&')
      const changed = path.test(address) ? to(address) : undefined
      return changed === undefined ? part : ` ${name}="${changed.replaceAll('&', '&amp;')}"`
    }),
  )
}
