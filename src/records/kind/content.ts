import type { SeoMetadata } from './seo-metadata'
import { isRecord, parseJson } from '#text/parse-json'

/**
 * The content of a post or project taken apart: stored as HTML, or as JSON text `{ "content": HTML, "metadata"?:
 * SeoMetadata }`.
 */
export type ContentParts = { html: string; metadata: SeoMetadata }

type Envelope = { content: string; metadata?: unknown }

/**
 * Whether a stored text is JSON by its form. One that then cannot be parsed, or holds no `content`, has nothing to
 * show.
 */
export const opensLikeJson = (stored: string) => stored.trimStart().startsWith('{')

/** What a JSON text holds; undefined for HTML and for JSON that cannot be used. */
export function readEnvelope(stored: string): Envelope | undefined {
  const parsed = opensLikeJson(stored) ? parseJson(stored.trim()) : undefined
  return isRecord(parsed) && typeof parsed.content === 'string' ? { ...parsed, content: parsed.content } : undefined
}

/** Reads either form. */
export function unpackContent(stored: string): ContentParts {
  const envelope = readEnvelope(stored)
  if (!envelope) return { html: opensLikeJson(stored) ? '' : stored, metadata: {} }
  return { html: envelope.content, metadata: isRecord(envelope.metadata) ? envelope.metadata : {} }
}

/**
 * The one stored form: plain HTML while no SEO field is filled, the JSON text otherwise, and where HTML would be taken
 * for one.
 */
export function packContent({ html, metadata }: ContentParts): string {
  const filled = Object.entries(metadata).filter(([, value]) => value !== '' && value !== undefined)
  if (filled.length === 0) return opensLikeJson(html) ? JSON.stringify({ content: html }) : html
  return JSON.stringify({ content: html, metadata: Object.fromEntries(filled) })
}
