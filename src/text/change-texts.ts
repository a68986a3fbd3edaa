import { isRecord } from './parse-json'

/** A copy of JSON data in which every text is changed. */
export function changeTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (Array.isArray(value)) return value.map((part) => changeTexts(part, change)) as Value
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changeTexts(part, change)])) as Value
}
