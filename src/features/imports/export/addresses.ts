import { changeTexts } from '#text/change-texts'

const tag = /<(?:a|img)\s[^>]*>/g
const attribute = / (href|src)="([^"]*)"/g
/** A text that is entirely a path. */
const path = /^\/[^\s<>"]+$/

/** The paths of this site in the values, in HTML or as whole texts. */
export function pathsIn(value: unknown): Set<string> {
  const found = new Set<string>()
  changePaths(value, (address) => void found.add(address))
  return found
}

/** Replaces the paths in the values for which `to` returns another one. */
export const changePaths = <Value>(value: Value, to: (path: string) => string | undefined): Value =>
  changeTexts(value, (text) => changeText(text, to))

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
