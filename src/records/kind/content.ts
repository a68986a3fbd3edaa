import type { SeoMetadata } from './seo-metadata'
import { isRecord, parseJson } from '#text/parse-json'

/**
 * The parts of a post's or project's content: stored as HTML, or as JSON text `{ "content": HTML, "metadata"?:
 * SeoMetadata }`.
 */
type ContentParts = { html: string; metadata: SeoMetadata }

type Envelope = { content: string; metadata?: unknown }

/**
 * Whether a stored text has the form of JSON. If it then cannot be parsed, or has no `content`, there is nothing to
 * show.
 */
export const opensLikeJson = (stored: string) => stored.trimStart().startsWith('{')

/** The parsed JSON text; undefined for HTML and for invalid JSON. */
export function readEnvelope(stored: string): Envelope | undefined {
  const parsed = opensLikeJson(stored) ? parseJson(stored.trim()) : undefined
  return isRecord(parsed) && typeof parsed.content === 'string' ? { ...parsed, content: parsed.content } : undefined
}

/** Parses either form. */
export function unpackContent(stored: string): ContentParts {
  const envelope = readEnvelope(stored)
  if (!envelope) return { html: opensLikeJson(stored) ? '' : stored, metadata: {} }
  return { html: envelope.content, metadata: isRecord(envelope.metadata) ? envelope.metadata : {} }
}

/** The stored form: plain HTML if no SEO field is filled, otherwise JSON; also if the HTML would be parsed as JSON. */
export function packContent({ html, metadata }: ContentParts): string {
  const filled = Object.entries(metadata).filter(([, value]) => value !== '' && value !== undefined)
  if (filled.length === 0) return opensLikeJson(html) ? JSON.stringify({ content: html }) : html
  return JSON.stringify({ content: html, metadata: Object.fromEntries(filled) })
}
