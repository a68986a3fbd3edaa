import { isRecord, parseJson } from '#base/text/parse-json'

const keysShown = 3
const textCut = 40
const plainCut = 100

export type PreviewEntry = { key: string; text: string } | { key: string; count: number }

/** The first keys of a page's JSON with their values cut short, or the beginning of a text that is no JSON object. */
export function previewOf(content: string): { entries: PreviewEntry[] } | { text: string } {
  const parsed = parseJson(content)
  if (!isRecord(parsed)) return { text: cut(content, plainCut) }
  return {
    entries: Object.entries(parsed)
      .slice(0, keysShown)
      .map(([key, value]) => entryOf(key, value)),
  }
}

function entryOf(key: string, value: unknown): PreviewEntry {
  if (Array.isArray(value)) return { key, count: value.length }
  if (isRecord(value)) return { key, count: Object.keys(value).length }
  return { key, text: typeof value === 'string' ? cut(value, textCut) : String(value) }
}

/** Cut between characters, never inside one. */
function cut(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}
