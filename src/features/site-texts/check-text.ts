import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { isRecord } from '#text/parse-json'

/**
 * Validates a replacement text; returns a message id, or undefined when it is valid. One that `mayLack` placeholders
 * replaces a default text that consists of values of the site.
 */
export function faultOfText(text: string, builtIn: string, mayLack = false): string | undefined {
  const names = namesIn(text)
  if (!names) return 'validation.messageSyntax'
  const wanted = namesIn(builtIn) ?? []
  const isSame = (mayLack || names.length === wanted.length) && names.every((name) => wanted.includes(name))
  return isSame ? undefined : 'validation.placeholders'
}

/** The distinct placeholders of a message; undefined if it cannot be parsed. */
function namesIn(message: string): string[] | undefined {
  try {
    return [...new Set(namesOf(compileMessageOrThrow(message)))]
  } catch {
    return undefined
  }
}

const choices: readonly unknown[] = ['plural', 'select', 'selectordinal']

/**
 * The placeholders of a parsed message, whose cases may contain further messages. Throws for messages that cannot be
 * formatted: an unsupported format, or a choice without the case `other`.
 */
function namesOf(parsed: readonly unknown[]): string[] {
  return parsed.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, format, cases] = part as unknown[]
    if (format === undefined) return [String(name)]
    if (!choices.includes(format) || !isRecord(cases) || !('other' in cases)) throw new Error('not a choice')
    const inside = Object.values(cases).flatMap((one) => (Array.isArray(one) ? namesOf(one) : []))
    return [String(name), ...inside]
  })
}
