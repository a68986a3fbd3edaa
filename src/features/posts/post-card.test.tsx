import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { renderPart } from '#test/render'
import type { PostSummary } from './contract'
import { PostArticle } from './post-article'
import { PostCard } from './post-card'

const post: PostSummary = {
  id: 1,
  slug: 'a-post',
  title: 'A post',
  excerpt: 'What it says',
  imageUrl: '/images/unknown.webp',
  category: 'Notes',
  author: '',
  publishedAt: '2024-04-05T23:30:00.000Z',
  updatedAt: '2024-04-05T23:30:00.000Z',
  version: 1,
  status: 'published',
  translations: { es: { title: 'Un artículo', excerpt: '' } },
}

test('a card shows picture, date in the long format, title with a link to the post, and excerpt', () => {
  const { container } = renderPart(<PostCard post={post} heading="h3" sizes="50vw" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/unknown.webp')
  expect(container.querySelector('time')?.textContent).toBe('April 5, 2024')
  expect(screen.getByRole('heading', { level: 3, name: 'A post' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'A post' }).getAttribute('href')).toBe('/blog/a-post/')
  expect(screen.getByText('What it says').className).toBe('card-text')
})

test('a card is in Spanish where the post is', () => {
  const { container } = renderPart(<PostCard post={post} heading="h2" sizes="50vw" />, { language: 'es' })
  expect(screen.getByRole('link', { name: 'Un artículo' })).toBeTruthy()
  expect(screen.getByText('What it says')).toBeTruthy()
  expect(container.querySelector('time')?.textContent).toBe('5 de abril de 2024')
})

test('an article renders its HTML from either form of content, and tolerates an invalid date', () => {
  const input = {
    ...post,
    publishedAt: '',
    content: JSON.stringify({ content: '<p>Body <b>bold</b></p>', metadata: { title: 'SEO' } }),
    translations: {},
  }
  const { container } = renderPart(<PostArticle post={input} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A post')
  expect(container.querySelector('.prose')?.innerHTML).toBe('<p>Body <b>bold</b></p>')
  expect(container.querySelector('time')).toBeNull()
})

test('a table in the text can be scrolled by keyboard', () => {
  const input = {
    ...post,
    content: '<p>A tablet</p><table class="t"><tbody><tr><td>1</td></tr></tbody></table>',
    translations: {},
  }
  const { container } = renderPart(<PostArticle post={input} />)
  expect(container.querySelector('.table-frame[tabindex="0"] > table.t td')?.textContent).toBe('1')
  expect(container.querySelector('.prose > p')?.textContent).toBe('A tablet')
})

const words = (count: number) => '<p>word </p>'.repeat(count)

test('an article shows its author, its category, its reading time and when it was updated', () => {
  const input = {
    ...post,
    author: 'Grace Hopper',
    category: 'Real Estate',
    content: words(660),
    version: 2,
    updatedAt: '2024-04-07T00:00:00.000Z',
    translations: { es: { title: 'Un artículo', category: 'Inmuebles', content: words(220) } },
  }
  const { container, unmount } = renderPart(<PostArticle post={input} />)
  expect(screen.getByText('Grace Hopper')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Real Estate' }).getAttribute('href')).toBe('/blog/category/real-estate/')
  expect(screen.getByText('3 min read')).toBeTruthy()
  expect(container.querySelector('.article-facts')?.textContent).toContain('Updated\u00A0April 7, 2024')
  unmount()
  renderPart(<PostArticle post={input} />, { language: 'es', path: '/es/blog/a-post/' })
  expect(screen.getByRole('link', { name: 'Inmuebles' }).getAttribute('href')).toBe('/es/blog/category/real-estate/')
  expect(screen.getByText('1 min de lectura')).toBeTruthy()
})

test('an article that changed within a day, or never, is not called updated', () => {
  for (const changes of [
    { version: 2, updatedAt: '2024-04-06T20:00:00.000Z' },
    { version: 1, updatedAt: '2026-04-06T20:00:00.000Z' },
  ]) {
    renderPart(<PostArticle post={{ ...post, content: '', ...changes }} />)
    expect(screen.queryByText(/Updated/)).toBeNull()
  }
})

test('an article with three or more headings has a table of contents', () => {
  const content = '<h2>One</h2><h3>Two</h3><h4>Not listed</h4>'
  renderPart(<PostArticle post={{ ...post, content }} />)
  expect(screen.queryByRole('navigation')).toBeNull()
  const { container } = renderPart(<PostArticle post={{ ...post, content: `${content}<h2>Two</h2>` }} />)
  expect(screen.getByRole('navigation', { name: 'On this page' })).toBeTruthy()
  const targets = Array.from(container.querySelectorAll('.contents a'), (link) => link.getAttribute('href'))
  expect(targets).toEqual(['#one', '#two', '#two-2'])
  for (const target of targets) expect(container.querySelector(`.prose ${target}`)?.textContent).toMatch(/One|Two/)
})
