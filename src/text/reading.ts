import { isRecord } from './parse-json'

type Fields = Record<string, unknown>

/** The text of a field of unknown type: trimmed, numbers as text, undefined if there is none. */
export function text(fields: Fields, key: string): string | undefined {
  const value = fields[key]
  const spelled = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof spelled === 'string' && spelled.trim() !== '' ? spelled.trim() : undefined
}

/** The objects in a field that should contain a list of them; other entries are skipped. */
export function records(fields: Fields, key: string): Fields[] {
  const value = fields[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** A picture with its description in a field; undefined without a URL. */
export function readPicture(fields: Fields, key: string): { src: string; alt: string } | undefined {
  const value = fields[key]
  const src = isRecord(value) ? text(value, 'src') : undefined
  return isRecord(value) && src !== undefined ? { src, alt: text(value, 'alt') ?? '' } : undefined
}
