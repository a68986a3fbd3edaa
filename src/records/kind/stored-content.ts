import { invalid } from '#contract/http-error'
import { mapTranslations, type Translations } from '#i18n/by-language'
import { schemaIssues } from '#platform/http/issues'
import { opensLikeJson, packContent, readEnvelope, unpackContent } from './content'
import { type SeoMetadata, seoMetadata } from './seo-metadata'
import { isRecord } from '#text/parse-json'
import { sanitizeHtml } from '#text/sanitize'
import { isStorable } from '#text/schema'

/**
 * The content of a post or project as it is stored: sanitized, with the SEO fields of the body when it names any, else
 * those inside the content itself. Only a draft's may be empty. A JSON text stays one, as typed where nothing had to
 * change. Throws 422 for content or metadata that cannot be kept.
 */
export function contentToStore(content: string, metadata: SeoMetadata | undefined, { isDraft = false } = {}): string {
  const envelope = readStorable(content, 'content')
  const html = envelope ? envelope.content : content
  if (html.trim() === '' && !isDraft) throw invalid([{ path: 'content', message: 'validation.required' }])
  if (metadata !== undefined) return packHtml(html, metadata)
  if (envelope) checkMetadata(envelope.metadata)
  return cleanContent(content)
}

/** Translations as they are stored: no language but ours, their content as `contentToStore` keeps it. */
export function translationsToStore<Texts extends { content?: string; slug?: string }>(
  translations: Translations<Texts>,
): Translations<Texts> {
  mapTranslations(translations, ({ content = '' }, language) =>
    readStorable(content, `translations.${language}.content`),
  )
  return mapTranslations(cleanTranslations(translations), (said) => {
    if (said.slug !== '') return said
    const { slug: _, ...texts } = said
    return texts as Texts
  })
}

/**
 * Stored content with its HTML sanitized, in the form it has. What opens like JSON and cannot be used is nothing; the
 * log is told once, by the name of the `record`.
 */
export function cleanContent(content: string, record?: string): string {
  if (!opensLikeJson(content)) return packHtml(content, {})
  const envelope = readEnvelope(content)
  if (!envelope) {
    if (record !== undefined) tellUnreadable(record)
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
  mapTranslations(translations, (said, language) =>
    said.content ? { ...said, content: cleanContent(said.content, record && `${record} (${language})`) } : said,
  )

/** The SEO fields inside stored content. */
export const storedMetadata = (content: string): SeoMetadata => fittingMetadata(unpackContent(content).metadata)

/** Stored SEO fields; one that no longer passes the rules is left out. */
export function fittingMetadata(stored: unknown): SeoMetadata {
  const metadata = isRecord(stored) ? stored : {}
  const parsed = seoMetadata.safeParse(metadata)
  if (parsed.success) return parsed.data
  const faulty = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !faulty.has(name)))
}

const packHtml = (html: string, metadata: SeoMetadata) => packContent({ html: sanitizeHtml(html), metadata })

/** The JSON text taken apart, when the content is one. */
function readStorable(content: string, path: string): ReturnType<typeof readEnvelope> {
  const envelope = readEnvelope(content)
  if (!envelope && opensLikeJson(content)) throw invalid([{ path, message: 'validation.jsonObject' }])
  if (envelope && !isStorable(envelope)) throw invalid([{ path, message: 'validation.characters' }])
  return envelope
}

const told = new Set<string>()
const mostTold = 1000

function tellUnreadable(record: string) {
  if (told.has(record)) return
  if (told.size >= mostTold) told.clear()
  told.add(record)
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

/** A record whose SEO fields stand beside its content, as its row holds them. */
export const packRecord = ({ metadata, ...record }: Record<string, unknown>) => ({
  ...record,
  content: packContent({ html: String(record.content), metadata: seoMetadata.parse(metadata ?? {}) }),
})
