import { expect, test } from 'bun:test'
import enAdmin from '#locales/en/admin.json'
import enSite from '#locales/en/site.json'
import esAdmin from '#locales/es/admin.json'
import esSite from '#locales/es/site.json'
import { builtInTexts } from './built-in-texts'
import { readSettings, writeSettings } from './settings-page'

const english = { ...enAdmin, ...enSite }
const spanish = { ...esAdmin, ...esSite }

test('the texts to begin with are what the site says while nothing is stored', () => {
  const ids = {
    home: {
      'metadata.title': 'meta.defaultTitle',
      'metadata.description': 'meta.defaultDescription',
      'metadata.keywords': 'meta.defaultKeywords',
    },
    blog: { blogTitle: 'blog.listTitle', blogSubtitle: 'blog.listSubtitle' },
    projects: { projectsTitle: 'projects.listTitle', projectsSubtitle: 'projects.listSubtitle' },
  } as const
  for (const [page, fields] of Object.entries(ids)) {
    for (const [field, id] of Object.entries(fields)) {
      expect(builtInTexts[page as keyof typeof ids][field]).toEqual({ en: english[id], es: spanish[id] })
    }
  }
})

test('a page without content starts from the defaults', () => {
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
  expect(readSettings('home', {})['metadata.title']).not.toBe('')
})

test('what is stored comes first, an emptied text included; a stored English text has no invented Spanish one', () => {
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

test('what was never set and is empty is not written; what is emptied is', () => {
  expect(writeSettings('blog', {}, readSettings('blog', {}))).not.toHaveProperty('metadata')
  const written = writeSettings(
    'blog',
    { metadata: { canonical: 'https://acme.test/' } },
    { ...readSettings('blog', {}), 'metadata.canonical': '', blogSubtitle: '' },
  )
  expect(written).toMatchObject({ blogSubtitle: '', metadata: { canonical: '' } })
})
