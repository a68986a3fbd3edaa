import type { SeoMetadata } from './content-schema'
import { parseJson } from './parse-json'

/** The content of a post or project taken apart: stored as HTML, or as JSON text `{ "content": HTML, "metadata"?: SeoMetadata }`. */
export type ContentParts = { html: string; metadata: SeoMetadata }

/** Reads either form. Text that opens like JSON but is none (or holds no `content`) counts as HTML as it stands. */
export function unpackContent(stored: string): ContentParts {
  const parsed = stored.trimStart().startsWith('{') ? parseJson(stored) : undefined
  if (!isRecord(parsed) || typeof parsed.content !== 'string') return { html: stored, metadata: {} }
  return { html: parsed.content, metadata: isRecord(parsed.metadata) ? parsed.metadata : {} }
}

/** The one stored form: plain HTML while no SEO field is filled, the JSON text otherwise. */
export function packContent({ html, metadata }: ContentParts): string {
  const filled = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== '' && value !== undefined))
  return Object.keys(filled).length === 0 ? html : JSON.stringify({ content: html, metadata: filled })
}

/** The object in a page's JSON text; what cannot be parsed is logged and read as empty. */
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
