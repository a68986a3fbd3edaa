import { expect, test } from 'bun:test'
import { derivedSeo } from './seo-fields'

const typed = { title: '', description: '' }

test('a record has its own title, a page that of the site beside its heading', () => {
  expect(derivedSeo({ heading: 'Cranes', summary: 'They lift.', typed, site: 'Acme' })).toEqual({
    title: 'Cranes',
    description: 'They lift.',
    keywords: 'Cranes, Acme',
    ogTitle: 'Cranes',
    ogDescription: 'They lift.',
  })
  expect(derivedSeo({ heading: 'Who we are', typed, label: 'About', site: 'Acme' }).title).toBe('Who we are · Acme')
  expect(derivedSeo({ typed, label: 'About', site: 'Acme' })).toMatchObject({
    title: 'Acme About',
    keywords: 'About, Acme',
  })
})

test('shared links follow what was typed for search engines', () => {
  const facts = { heading: 'Cranes', typed: { title: 'Lift', description: 'All of it.' }, site: 'Acme' }
  expect(derivedSeo(facts)).toMatchObject({ title: 'Cranes', ogTitle: 'Lift', ogDescription: 'All of it.' })
})
