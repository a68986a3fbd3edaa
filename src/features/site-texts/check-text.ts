import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { isRecord } from '#text/parse-json'

/** What is wrong with a text that is to take the place of another, as a message id; undefined where nothing is. */
export function faultOfText(text: string, builtIn: string): string | undefined {
  const names = namesIn(text)
  if (!names) return 'validation.messageSyntax'
  const wanted = namesIn(builtIn) ?? []
  const isSame = names.length === wanted.length && names.every((name) => wanted.includes(name))
  return isSame ? undefined : 'validation.placeholders'
}

/** The placeholders of a message, each once; undefined where it cannot be parsed. */
function namesIn(message: string): string[] | undefined {
  try {
    return [...new Set(namesOf(compileMessageOrThrow(message)))]
  } catch {
    return undefined
  }
}

const choices: readonly unknown[] = ['plural', 'select', 'selectordinal']

/**
 * A parsed message is a list of texts and of placeholders, which may have messages of their own for each case. Throws
 * for what is parsed and cannot be said: another format, or a choice that leaves some values without a text.
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
