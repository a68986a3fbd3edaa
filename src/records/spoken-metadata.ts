import { defaultLanguage, type Language } from '#base/i18n/language'
import type { SeoMetadata } from './seo-metadata'

type Spoken = { metadata: SeoMetadata; translations: Partial<Record<Language, { metadata?: SeoMetadata }>> }

/**
 * The SEO fields of a record in a language: texts are that language's own, address and picture hold for every language.
 */
export function spokenMetadata({ metadata, translations }: Spoken, language: Language): SeoMetadata {
  if (language === defaultLanguage) return metadata
  return { canonical: metadata.canonical, ogImage: metadata.ogImage, ...translations[language]?.metadata }
}
