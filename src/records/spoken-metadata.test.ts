import { expect, test } from 'bun:test'
import { spokenMetadata } from './spoken-metadata'

const record = {
  metadata: { title: 'Title', canonical: 'https://example.com/', ogImage: '/og.png' },
  translations: { es: { metadata: { title: 'Título' } } },
}

test('English is the record itself', () => {
  expect(spokenMetadata(record, 'en')).toEqual(record.metadata)
})

test('Spanish has its own texts, and the address and picture of the record', () => {
  expect(spokenMetadata(record, 'es')).toEqual({
    title: 'Título',
    canonical: 'https://example.com/',
    ogImage: '/og.png',
  })
  expect(spokenMetadata({ ...record, translations: {} }, 'es')).toEqual({
    canonical: 'https://example.com/',
    ogImage: '/og.png',
  })
})
