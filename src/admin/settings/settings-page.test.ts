import { expect, test } from 'bun:test'
import { readSettings, writeSettings } from './settings-page'

test('a page without content starts with the defaults', () => {
  expect(readSettings('blog', {})).toMatchObject({
    blogTitle: 'Blog',
    blogSubtitle: 'Our latest articles and insights',
    'translations.es.blogTitle': 'Blog',
    'metadata.title': '',
    'metadata.canonical': '',
  })
  expect(readSettings('projects', {})).toMatchObject({
    projectsTitle: 'Projects',
    projectsSubtitle: 'Our latest projects and case studies',
  })
  expect(readSettings('home', {})).toMatchObject({
    'metadata.title': '',
    'metadata.description': '',
    'translations.es.metadata.title': '',
  })
})

test('stored values take precedence, also an emptied text; a stored English text gets no default Spanish one', () => {
  expect(readSettings('blog', { blogTitle: 'Journal', blogSubtitle: '' })).toMatchObject({
    blogTitle: 'Journal',
    blogSubtitle: '',
    'translations.es.blogTitle': '',
  })
})

test('every other key is kept, inside metadata and translations too', () => {
  const content = {
    heroTitle: 'Hello',
    metadata: { title: 'Old', themeColour: 'blue', ogImage: '/og.png' },
    translations: { es: { heroTitle: 'Hola', metadata: { title: 'Viejo', extra: 1 } }, fr: { heroTitle: 'Bonjour' } },
    unknown: [1, { two: 3 }],
  }
  const written = writeSettings('home', content, {
    ...readSettings('home', content),
    'metadata.title': ' New ',
    'translations.es.metadata.title': 'Nuevo',
  })
  expect(written).toMatchObject({
    heroTitle: 'Hello',
    metadata: { title: 'New', themeColour: 'blue', ogImage: '/og.png' },
    translations: { es: { heroTitle: 'Hola', metadata: { title: 'Nuevo', extra: 1 } }, fr: { heroTitle: 'Bonjour' } },
    unknown: [1, { two: 3 }],
  })
  expect(content.metadata.title).toBe('Old')
})

test('a value that was never set and is empty is not written; a cleared one is', () => {
  expect(writeSettings('blog', {}, readSettings('blog', {}))).not.toHaveProperty('metadata')
  const written = writeSettings(
    'blog',
    { metadata: { canonical: 'https://acme.test/' } },
    { ...readSettings('blog', {}), 'metadata.canonical': '', blogSubtitle: '' },
  )
  expect(written).toMatchObject({ blogSubtitle: '', metadata: { canonical: '' } })
})
