import { unpackContent } from '#base/text/content'
import type { SeoMetadata } from '#base/text/content-schema'

/**
 * The SEO fields of a record in the language of `content`, its translated content: texts are that language's own,
 * address and picture hold for every language.
 */
export function spokenMetadata(metadata: SeoMetadata, content: string): SeoMetadata {
  return { canonical: metadata.canonical, ogImage: metadata.ogImage, ...unpackContent(content).metadata }
}
