/** The parsed JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object in a page's JSON text; invalid JSON is logged and read as empty. */
export function parseObject(content: unknown): Record<string, unknown> {
  if (isRecord(content)) return content
  if (typeof content !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(content)
    return isRecord(parsed) ? parsed : {}
  } catch (error) {
    console.error('Content could not be parsed; the defaults are used.', error)
    return {}
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object of unknown JSON data; empty if it is none. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** A copy of JSON data in which every text is changed. */
export function changeTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (Array.isArray(value)) return value.map((part) => changeTexts(part, change)) as Value
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changeTexts(part, change)])) as Value
}
