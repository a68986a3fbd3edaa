import { expect, test } from 'bun:test'
import { sampleName } from '#contract/site'
import { derivedTitle, headingOf } from './metadata'

test('the title of a page is its heading with the name of the site, and without a heading the specified fallback', () => {
  expect(derivedTitle('Acme', 'Who we are', 'About')).toBe('Who we are · Acme')
  expect(derivedTitle('Acme', undefined, 'About')).toBe('Acme About')
  expect(derivedTitle('Acme', 'Blog', 'Blog')).toBe('Acme Blog')
  expect(derivedTitle(sampleName, 'An engineering studio', 'About')).toBe('Industria AI About')
})

test('the heading of a page is in the fields that it shows at its top', () => {
  const content = { title: 'T', subtitle: 'S', heroTitle: 'H', blogTitle: 'B', projectsSubtitle: 'P' }
  expect(headingOf('home', content)).toEqual({ title: 'H', subtitle: undefined })
  expect(headingOf('blog', content)).toEqual({ title: 'B', subtitle: undefined })
  expect(headingOf('projects', content)).toEqual({ title: undefined, subtitle: 'P' })
  expect(headingOf('about', content)).toEqual({ title: 'T', subtitle: 'S' })
})
