import { z } from 'zod'
import { isSafeUrl, plainText, urlFault } from '#text/schema'

const link = plainText(2048).refine((text) => text === '' || isSafeUrl(text), urlFault)

/** Stored SEO fields: all optional, an empty text means unset. Unknown keys are preserved. */
export const seoMetadata = z.looseObject({
  title: plainText(300).optional(),
  description: plainText(1000).optional(),
  keywords: plainText(1000).optional(),
  canonical: link.optional(),
  ogTitle: plainText(300).optional(),
  ogDescription: plainText(1000).optional(),
  ogImage: link.optional(),
  /** Search engines should not list the page; other readers of lists, feeds and searches do not get it either. */
  noindex: z.boolean({ error: 'validation.value' }).optional(),
})
export type SeoMetadata = z.infer<typeof seoMetadata>
