import { unpackContent } from './content'
import { hasContent } from './fields'
import type { RecordInput, RecordKind } from './record'
import type { SeoMetadata } from './seo-metadata'
import { cleanContent, contentToStore, fittingMetadata, storedMetadata } from './stored-content'

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
