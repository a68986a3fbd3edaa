import { expect, test } from 'bun:test'
import type { Site } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import { recordNode, type Shown } from './linked-data'

const record = {
  id: 1,
  slug: 'joiner',
  title: 'Joiner',
  description: 'Joins.',
  content: '',
  metadata: {},
  status: 'published',
  publishedAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-03T00:00:00.000Z',
  version: 1,
  translations: { es: { title: 'Ensamblador' } },
} satisfies Shown
const site: Site = { name: 'Acme', copyright: byLanguage(() => ''), social: [], origin: 'https://acme.test' }
const language: Language = 'es'
const work = {
  site,
  language,
  address: 'https://acme.test/es/jobs/joiner/',
  picture: 'https://acme.test/p.png',
}

test('a record of any type has the properties of every thing, and those of its kind', () => {
  const schemaProperties = (one: Readonly<Record<string, unknown>>, inLanguage: string) => ({
    datePosted: one.publishedAt,
    inLanguage,
  })
  expect(recordNode({ schemaType: 'JobPosting', schemaProperties }, record, work)).toEqual({
    '@type': 'JobPosting',
    name: 'Ensamblador',
    description: 'Joins.',
    image: ['https://acme.test/p.png'],
    url: work.address,
    mainEntityOfPage: work.address,
    datePosted: '2026-01-02T00:00:00.000Z',
    inLanguage: 'es',
  })
})

test('a news article has the properties of a blog posting under its own type', () => {
  const [news, post] = ['NewsArticle', 'BlogPosting'].map((schemaType) => recordNode({ schemaType }, record, work))
  expect(news).toEqual({ ...post, '@type': 'NewsArticle' })
  expect(news).toMatchObject({ headline: 'Ensamblador', datePublished: '2026-01-02T00:00:00.000Z' })
})
