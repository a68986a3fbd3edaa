import { describe, expect, test } from 'bun:test'
import { mergeMetadata } from './metadata'

const builtIn = { title: 'Acme Blog', description: 'Built in', keywords: 'a, b' }
const base = { builtIn, origin: 'https://acme.test' }

describe('page metadata', () => {
  test('falls back to brand and page name, the constants', () => {
    expect(mergeMetadata(base)).toEqual({
      title: 'Acme Blog',
      description: 'Built in',
      keywords: 'a, b',
      ogTitle: 'Acme Blog',
      ogDescription: 'Built in',
      ogImage: 'https://acme.test/og.png',
    })
  })

  test('the site defaults override the constants, the page the site, the item the page', () => {
    const siteDefaults = {
      title: 'Site',
      description: 'Site text',
      keywords: 'site',
      ogImage: '/site.png',
      ogTitle: 'Site shared',
    }
    const page = { title: 'Page', description: 'Page text' }
    const item = { title: 'Item', metadata: { title: 'Item SEO', keywords: 'item' } }
    expect(mergeMetadata({ ...base, siteDefaults })).toMatchObject({
      title: 'Acme Blog',
      description: 'Site text',
      keywords: 'site',
      ogTitle: 'Site shared',
      ogImage: 'https://acme.test/site.png',
    })
    expect(mergeMetadata({ ...base, siteDefaults, page })).toMatchObject({
      title: 'Page',
      description: 'Page text',
      keywords: 'site',
      ogTitle: 'Page',
    })
    expect(mergeMetadata({ ...base, siteDefaults, page, item })).toMatchObject({
      title: 'Item SEO',
      description: 'Page text',
      keywords: 'item',
      ogTitle: 'Item SEO',
    })
  })

  test('an item has its own values where its SEO fields are empty', () => {
    const item = {
      title: 'Item',
      description: 'Excerpt',
      image: '/images/a.webp',
      metadata: { title: ' ', description: '' },
    }
    expect(mergeMetadata({ ...base, item, page: { title: 'List' } })).toMatchObject({
      title: 'Item',
      description: 'Excerpt',
      ogImage: 'https://acme.test/images/a.webp',
    })
  })

  test('the title of an item is followed by an ending, unless it was typed for search engines', () => {
    const item = { title: 'Item', ending: ' · Acme' }
    expect(mergeMetadata({ ...base, item })).toMatchObject({ title: 'Item · Acme', ogTitle: 'Item' })
    expect(mergeMetadata({ ...base, item: { ...item, metadata: { title: 'SEO' } } }).title).toBe('SEO')
  })

  test('the picture drawn for the site stands in for those that name it or none', () => {
    const drawn = '/es/og.png'
    expect(mergeMetadata({ ...base, drawn, page: { ogImage: '/og.png' } }).ogImage).toBe('https://acme.test/es/og.png')
    expect(mergeMetadata({ ...base, drawn, siteDefaults: { ogImage: '/og.png' } }).ogImage).toContain(drawn)
  })

  test('metadata of any other type is ignored', () => {
    expect(mergeMetadata({ ...base, siteDefaults: 'x', page: [1], item: undefined }).title).toBe('Acme Blog')
    expect(mergeMetadata({ ...base, page: { title: 5, description: null } }).title).toBe('Acme Blog')
  })
})
