import { invalid } from '#contract/http-error'
import { mapTranslations, type Translations } from '#i18n/by-language'
import { schemaIssues } from '#platform/http/issues'
import { opensLikeJson, packContent, readEnvelope, unpackContent } from './content'
import { type SeoMetadata, seoMetadata } from './seo-metadata'
import { asRecord } from '#text/parse-json'
import { sanitizeHtml } from '#text/sanitize'
import { isStorable } from '#text/schema'
import { hasContent } from './fields'
import type { RecordInput, RecordKind } from './record'

type Declared = Pick<RecordKind, 'fields'>
type Stored = { content?: string; metadata?: unknown }

/** The columns of a body's HTML and SEO fields. Throws 422 for invalid ones. */
export function bodyToStore(kind: Declared, { content = '', metadata }: RecordInput, isDraft: boolean): Stored {
  if (hasContent(kind)) return { content: contentToStore(content, metadata, { isDraft }) }
  const filled = Object.entries(metadata ?? {}).filter(([, value]) => value !== '' && value !== undefined)
  return { metadata: Object.fromEntries(filled) }
}

/** The HTML and the SEO fields of a row, as in a body. */
export const bodyValues = (kind: Declared, row: Stored): { content?: string; metadata: SeoMetadata } => ({
  ...(hasContent(kind) ? { content: unpackContent(row.content ?? '').html } : {}),
  metadata: metadataOf(kind, row),
})

/** The same for a response: content in its stored format. `name` identifies the record in the log. */
export const bodyAnswer = (kind: Declared, row: Stored, name: string): { content?: string; metadata: SeoMetadata } => ({
  ...(hasContent(kind) ? { content: cleanContent(row.content ?? '', name) } : {}),
  metadata: metadataOf(kind, row),
})

const metadataOf = (kind: Declared, { content = '', metadata }: Stored): SeoMetadata =>
  hasContent(kind) ? storedMetadata(content) : fittingMetadata(metadata)

/**
 * The stored form of a post's or project's content: sanitized, with the SEO fields of the body if there are any,
 * otherwise with those inside the content. Only a draft's content may be empty. JSON stays JSON, with its formatting
 * where nothing had to change. Throws 422 for invalid content or metadata.
 */
export function contentToStore(content: string, metadata: SeoMetadata | undefined, { isDraft = false } = {}): string {
  const envelope = readStorable(content, 'content')
  const html = envelope ? envelope.content : content
  if (html.trim() === '' && !isDraft) throw invalid([{ path: 'content', message: 'validation.required' }])
  if (metadata !== undefined) return packHtml(html, metadata)
  if (envelope) checkMetadata(envelope.metadata)
  return cleanContent(content)
}

/** The stored form of translations: only the site's languages, with content as by `contentToStore`. */
export function translationsToStore<Texts extends { content?: string; slug?: string }>(
  translations: Translations<Texts>,
): Translations<Texts> {
  mapTranslations(translations, ({ content = '' }, language) =>
    readStorable(content, `translations.${language}.content`),
  )
  return mapTranslations(cleanTranslations(translations), (translation) => {
    if (translation.slug !== '') return translation
    const { slug: _, ...texts } = translation
    return texts as Texts
  })
}

/**
 * Sanitizes the HTML of stored content, in its stored format. Invalid JSON is empty; that is logged once, with the name
 * of the `record`.
 */
export function cleanContent(content: string, record?: string): string {
  if (!opensLikeJson(content)) return packHtml(content, {})
  const envelope = readEnvelope(content)
  if (!envelope) {
    if (record !== undefined) logUnreadable(record)
    return ''
  }
  const clean = sanitizeHtml(envelope.content)
  return clean === envelope.content ? content : JSON.stringify({ ...envelope, content: clean })
}

/** The same for the content of translations. */
export const cleanTranslations = <Texts extends { content?: string }>(
  translations: Translations<Texts>,
  record?: string,
): Translations<Texts> =>
  mapTranslations(translations, (texts, language) =>
    texts.content ? { ...texts, content: cleanContent(texts.content, record && `${record} (${language})`) } : texts,
  )

/** The SEO fields inside stored content. */
export const storedMetadata = (content: string): SeoMetadata => fittingMetadata(unpackContent(content).metadata)

/** Stored SEO fields without those that are no longer valid. */
export function fittingMetadata(stored: unknown): SeoMetadata {
  const metadata = asRecord(stored)
  const parsed = seoMetadata.safeParse(metadata)
  if (parsed.success) return parsed.data
  const faulty = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !faulty.has(name)))
}

const packHtml = (html: string, metadata: SeoMetadata) => packContent({ html: sanitizeHtml(html), metadata })

/** The parsed content, if it is JSON. */
function readStorable(content: string, path: string): ReturnType<typeof readEnvelope> {
  const envelope = readEnvelope(content)
  if (!envelope && opensLikeJson(content)) throw invalid([{ path, message: 'validation.jsonObject' }])
  if (envelope && !isStorable(envelope)) throw invalid([{ path, message: 'validation.characters' }])
  return envelope
}

const logged = new Set<string>()
const mostLogged = 1000

function logUnreadable(record: string) {
  if (logged.has(record)) return
  if (logged.size >= mostLogged) logged.clear()
  logged.add(record)
  console.error(`The content of ${record} cannot be parsed; it is treated as empty.`)
}

function checkMetadata(metadata: unknown): void {
  const parsed = seoMetadata.optional().safeParse(metadata)
  if (!parsed.success)
    throw invalid(
      schemaIssues(parsed.error).map(({ path, message }) => ({
        path: path === '' ? 'metadata' : `metadata.${path}`,
        message,
      })),
    )
}

/** Packs the SEO fields of a row into its content. */
export const packRecord = ({ metadata, ...record }: Record<string, unknown>) => ({
  ...record,
  content: packContent({ html: String(record.content), metadata: seoMetadata.parse(metadata ?? {}) }),
})
