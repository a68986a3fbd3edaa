import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { type Answer, renderPart } from '#test/render'
import { Search } from './search'

const post = {
  kind: 'post',
  title: 'Looms',
  url: '/blog/looms/',
  excerpt: 'How looms think.',
  date: '2026-01-02T00:00:00.000Z',
  picture: '/images/loom.webp',
}
const page = { kind: 'page', title: 'About looms', url: '/about/', excerpt: '' }
const answers = (hits: object[]): Record<string, Answer> => ({
  '/api/search?q=loom&language=en&details=true': { json: hits },
  '/api/search/size?language=en': { json: { total: 27 } },
  '/api/blog-categories': { json: [{ slug: 'education', title: 'Education', translations: {} }] },
  '/api/blog?limit=3': { json: [] },
})

test('results have kind, date and picture, and pages come last', async () => {
  const { container } = renderPart(<Search />, { path: '/search/?q=loom', answers: answers([page, post]) })
  await screen.findByText('2 results for “loom”')
  const rows = [...container.querySelectorAll('.search-hit')].map((row) => row.textContent)
  expect(rows).toEqual(['Post January 2, 2026LoomsHow looms think.', 'Page About looms'])
  expect(container.querySelector('.search-picture img')?.getAttribute('src')).toBe('/images/loom.webp')
})

test('without results there are places to begin', async () => {
  renderPart(<Search />, { path: '/search/?q=loom', answers: answers([]) })
  expect(await screen.findByText('Nothing found for “loom”')).toBeTruthy()
  expect(await screen.findByText('0 of 27 sheets')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Education' })).getAttribute('href')).toBe(
    '/blog/category/education/',
  )
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact/')
})
