import { unpackContent } from './content'
import { hasContent } from './fields'
import type { RecordInput, RecordKind } from './record'
import type { SeoMetadata } from './seo-metadata'
import { cleanContent, contentToStore, fittingMetadata, storedMetadata } from './stored-content'

type Declared = Pick<RecordKind, 'fields'>
type Stored = { content?: string; metadata?: unknown }

/** The columns that hold the HTML and the SEO fields of a body. Throws 422 for what cannot be kept. */
export function bodyToStore(kind: Declared, { content = '', metadata }: RecordInput, isDraft: boolean): Stored {
  if (hasContent(kind)) return { content: contentToStore(content, metadata, { isDraft }) }
  const filled = Object.entries(metadata ?? {}).filter(([, value]) => value !== '' && value !== undefined)
  return { metadata: Object.fromEntries(filled) }
}

/** The HTML of a row, and its SEO fields, as a body holds them. */
export const bodyValues = (kind: Declared, row: Stored): { content?: string; metadata: SeoMetadata } => ({
  ...(hasContent(kind) ? { content: unpackContent(row.content ?? '').html } : {}),
  metadata: metadataOf(kind, row),
})

/** The same as it is answered: content in the form that it has. The log knows the record by its `name`. */
export const bodyAnswer = (kind: Declared, row: Stored, name: string): { content?: string; metadata: SeoMetadata } => ({
  ...(hasContent(kind) ? { content: cleanContent(row.content ?? '', name) } : {}),
  metadata: metadataOf(kind, row),
})

const metadataOf = (kind: Declared, { content = '', metadata }: Stored): SeoMetadata =>
  hasContent(kind) ? storedMetadata(content) : fittingMetadata(metadata)
