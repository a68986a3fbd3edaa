import { invalid } from '#base/http/http-error'
import { issuesOf } from '#base/http/issues'
import { type ContentParts, isRecord, packContent, unpackContent } from './content'
import { type SeoMetadata, seoMetadata } from './content-schema'
import { parseJson } from './parse-json'
import { sanitizeHtml } from './sanitize'
import { isStorable } from './schema'

/**
 * The content of a post or project as it is stored: sanitized, with the SEO fields of the body when it names any, else those inside
 * the content itself. A JSON text stays one, as typed where nothing had to change. Throws 422 for content or metadata that cannot be kept.
 */
export function contentToStore(content: string, metadata: SeoMetadata | undefined): string {
  const envelope = readEnvelope(content)
  const html = envelope ? envelope.content : content
  if (html.trim() === '') throw invalid([{ path: 'content', message: 'validation.required' }])
  if (envelope && !isStorable(envelope)) throw invalid([{ path: 'content', message: 'validation.characters' }])
  if (metadata !== undefined) return packContent({ html: sanitizeHtml(html), metadata })
  if (envelope) checkMetadata(envelope.metadata)
  return cleanContent(content)
}

/** Stored content with its HTML sanitized, in the form it has. */
export function cleanContent(content: string): string {
  const envelope = readEnvelope(content)
  if (!envelope) return sanitizeHtml(content)
  const clean = sanitizeHtml(envelope.content)
  return clean === envelope.content ? content : JSON.stringify({ ...envelope, content: clean })
}

/** Translations with the HTML of their content sanitized, and no language but ours. */
export function cleanTranslations<Texts extends { content?: string }>({ es }: { es?: Texts }): { es?: Texts } {
  return es ? { es: es.content ? { ...es, content: sanitizeHtml(es.content) } : es } : {}
}

/** The SEO fields inside stored content; a field that no longer passes the rules is left out. */
export function metadataOf(content: string): SeoMetadata {
  const { metadata } = unpackContent(content)
  const parsed = seoMetadata.safeParse(metadata)
  if (parsed.success) return parsed.data
  const faulty = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !faulty.has(name)))
}

type Envelope = { content: ContentParts['html']; metadata?: unknown }

function readEnvelope(content: string): Envelope | undefined {
  const parsed = content.trimStart().startsWith('{') ? parseJson(content) : undefined
  return isRecord(parsed) && typeof parsed.content === 'string' ? { ...parsed, content: parsed.content } : undefined
}

function checkMetadata(metadata: unknown): void {
  const parsed = seoMetadata.optional().safeParse(metadata)
  if (!parsed.success) throw invalid(issuesOf(parsed.error).map(({ path, message }) => ({ path: path === '' ? 'metadata' : `metadata.${path}`, message })))
}
