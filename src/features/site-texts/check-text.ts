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

/** A parsed message is a list of texts and of placeholders, which may have messages of their own for each case. */
function namesOf(parsed: readonly unknown[]): string[] {
  return parsed.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, , cases] = part as unknown[]
    const inside = isRecord(cases)
      ? Object.values(cases).flatMap((one) => (Array.isArray(one) ? namesOf(one) : []))
      : []
    return [String(name), ...inside]
  })
}
