import { isRecord } from './parse-json'

type Fields = Record<string, unknown>

/** The text of a field that may hold anything: trimmed, numbers spelled out, undefined when there is none to show. */
export function text(fields: Fields, key: string): string | undefined {
  const value = fields[key]
  const spelled = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof spelled === 'string' && spelled.trim() !== '' ? spelled.trim() : undefined
}

/** The objects in a field that should hold a list of them; whatever else it holds is passed over. */
export function records(fields: Fields, key: string): Fields[] {
  const value = fields[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}
