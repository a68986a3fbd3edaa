import { describe, expect, test } from 'bun:test'
import { isTranslated, localize, textLanguage } from './localize'
import { localizeMetadata, recordVersions } from './versions'

const record = {
  slug: 'lamps',
  title: 'Lamps',
  excerpt: 'On lamps',
  metadata: { title: 'Title', canonical: 'https://example.com/', ogImage: '/og.png' },
  translations: { es: { title: 'Lámparas', excerpt: '', metadata: { title: 'Título' } } },
}
const untitled = {
  ...record,
  translations: { es: { title: ' ', excerpt: 'Sobre lámparas', metadata: { title: 'T' } } },
}

describe('a record', () => {
  test('has its texts in a language where translated, and the rest in English', () => {
    expect(localize(record, 'en')).toEqual(record)
    expect(localize(record, 'es')).toMatchObject({ title: 'Lámparas', excerpt: 'On lamps' })
    expect([textLanguage(record, 'title', 'es'), textLanguage(record, 'excerpt', 'es')]).toEqual([undefined, 'en'])
    expect(textLanguage(record, 'excerpt', 'en')).toBeUndefined()
  })

  test('counts as untranslated without a title, whatever else is translated', () => {
    expect([isTranslated(record, 'es'), isTranslated(untitled, 'es'), isTranslated(untitled, 'en')]).toEqual([
      true,
      false,
      true,
    ])
    expect(localize(untitled, 'es')).toEqual(untitled)
    expect(textLanguage(untitled, 'excerpt', 'es')).toBe('en')
    expect(localizeMetadata(untitled, 'es')).toEqual(record.metadata)
    expect(isTranslated({ translations: {} }, 'es')).toBe(false)
  })

  test('has SEO fields of its own in each language; the picture is shared', () => {
    expect(localizeMetadata(record, 'en')).toEqual(record.metadata)
    expect(localizeMetadata(record, 'es')).toEqual({ title: 'Título', ogImage: '/og.png' })
  })

  test('is searchable in the languages in which it is written', () => {
    expect(recordVersions('/blog/:slug/', record)).toEqual({
      en: { address: '/blog/lamps/', canonical: 'https://example.com/' },
      es: { address: '/es/blog/lamps/', canonical: undefined },
    })
    expect(Object.keys(recordVersions('/blog/:slug/', untitled))).toEqual(['en'])
  })
})
