import { applyEdits, type JSONPath, modify, parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { isRecord } from '#text/parse-json'

export type JsonPath = JSONPath
export type JsonFault = {
  line: number
  column: number
  reason: 'syntax' | 'comma' | 'colon' | 'name' | 'value' | 'unclosed' | 'extra' | 'text' | 'notObject'
}
type JsonCheck = { value: Record<string, unknown>; fault?: undefined } | { value?: undefined; fault: JsonFault }

/** The object of a JSON text, or the first error; lines and columns count from 1. */
export function checkJson(text: string): JsonCheck {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { value } : { fault: { line: 1, column: 1, reason: 'notObject' } }
  } catch {
    const errors: ParseError[] = []
    parse(text, errors, { disallowComments: true, allowTrailingComma: false })
    const [first] = errors
    return { fault: { ...placeOf(text, first?.offset ?? 0), reason: first ? reasonOf(first) : 'syntax' } }
  }
}

/** The value at a path, undefined if there is none. */
export function readAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((at, key) => {
    if (typeof key === 'number') return Array.isArray(at) ? at[key] : undefined
    return isRecord(at) ? at[key] : undefined
  }, value)
}

/**
 * The text with one value changed (undefined removes it); everything else stays as written: order, spacing, unknown
 * keys, long numbers. The new value is indented, which takes seconds for a large one (`isLaidOut`).
 */
export function writeAt(text: string, path: JsonPath, value: unknown, isLaidOut = true): string {
  return applyEdits(text, modify(text, path, value, isLaidOut ? { formattingOptions: layout } : {}))
}

/** Inserts an entry into the list at `path`, which is created if it does not exist. */
export function insertAt(text: string, path: JsonPath, index: number, value: unknown): string {
  if (!Array.isArray(readAt(checkJson(text).value, path))) return writeAt(text, path, [value])
  return applyEdits(text, modify(text, [...path, index], value, { formattingOptions: layout, isArrayInsertion: true }))
}

/**
 * Removes an entry of the list at `path`. The parser's own function leaves a bracket behind when the list is on one
 * line.
 */
export function removeAt(text: string, path: JsonPath, index: number): string {
  const list = readAt(checkJson(text).value, path)
  return Array.isArray(list) && index < list.length ? writeAt(text, path, list.toSpliced(index, 1)) : text
}

/** Moves an entry of the list at `path`. */
export function moveAt(text: string, path: JsonPath, from: number, to: number): string {
  const list = readAt(checkJson(text).value, path)
  if (!Array.isArray(list) || from === to) return text
  const moved = list.toSpliced(from, 1)
  moved.splice(to, 0, list[from])
  return writeAt(text, path, moved)
}

const layout = { tabSize: 2, insertSpaces: true, eol: '\n' }

function placeOf(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function reasonOf({ error }: ParseError): JsonFault['reason'] {
  switch (printParseErrorCode(error)) {
    case 'CommaExpected':
      return 'comma'
    case 'ColonExpected':
      return 'colon'
    case 'PropertyNameExpected':
      return 'name'
    case 'ValueExpected':
      return 'value'
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return 'unclosed'
    case 'EndOfFileExpected':
      return 'extra'
    case 'UnexpectedEndOfString':
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
    case 'InvalidCharacter':
      return 'text'
    default:
      return 'syntax'
  }
}
