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
    const reason = (first && reasons[printParseErrorCode(first.error)]) ?? 'syntax'
    return { fault: { ...placeOf(text, first?.offset ?? 0), reason } }
  }
}

/** The value at a path, undefined if there is none. */
export function readAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((at, key) => {
    if (typeof key === 'number') return Array.isArray(at) ? at[key] : undefined
    return isRecord(at) ? at[key] : undefined
  }, value)
}

/** The value with one inside it changed; undefined removes it. Missing objects and rows on the way are created. */
export function setAt(value: unknown, [key, ...rest]: JsonPath, to: unknown): unknown {
  if (key === undefined) return to
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(value) ? value : []
    return Object.assign([...list], { [key]: setAt(list[key], rest, to) })
  }
  const { [key]: before, ...others } = isRecord(value) ? value : {}
  const changed = setAt(before, rest, to)
  return changed === undefined ? others : { ...(isRecord(value) ? value : {}), [key]: changed }
}

/**
 * The text with one value changed (undefined removes it); everything else stays as written: order, spacing, unknown
 * keys, long numbers. The new value is indented, which takes seconds for a large one (`isLaidOut`).
 */
export function writeAt(text: string, path: JsonPath, value: unknown, isLaidOut = true): string {
  return applyEdits(text, modify(text, path, value, isLaidOut ? { formattingOptions: layout } : {}))
}

/** The text of `from` as that of `to`: only the differences are written, and shorter lists as a whole. */
export function writeChanges(text: string, from: unknown, to: unknown, path: JsonPath = []): string {
  if (JSON.stringify(from) === JSON.stringify(to)) return text
  const isList = Array.isArray(from) && Array.isArray(to) && from.length <= to.length
  if (!isList && !(isRecord(from) && isRecord(to))) return writeAt(text, path, to)
  const keys = isList ? [...to.keys()] : Object.keys({ ...from, ...to })
  return keys.reduce<string>(
    (written, key) => writeChanges(written, readAt(from, [key]), readAt(to, [key]), [...path, key]),
    text,
  )
}

const layout = { tabSize: 2, insertSpaces: true, eol: '\n' }

function placeOf(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

const reasons: Partial<Record<string, JsonFault['reason']>> = {
  CommaExpected: 'comma',
  ColonExpected: 'colon',
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  CloseBraceExpected: 'unclosed',
  CloseBracketExpected: 'unclosed',
  EndOfFileExpected: 'extra',
  UnexpectedEndOfString: 'text',
  InvalidUnicode: 'text',
  InvalidEscapeCharacter: 'text',
  InvalidCharacter: 'text',
}
