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

test('a card shows picture, date in the long format, title that leads to the post, and excerpt', () => {
  const { container } = renderPart(<PostCard post={post} heading="h3" sizes="50vw" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/unknown.webp')
  expect(container.querySelector('time')?.textContent).toBe('April 5, 2024')
  expect(screen.getByRole('heading', { level: 3, name: 'A post' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'A post' }).getAttribute('href')).toBe('/blog/a-post/')
  expect(screen.getByText('What it says').className).toBe('card-text')
})

test('a card speaks Spanish where the post does', () => {
  const { container } = renderPart(<PostCard post={post} heading="h2" sizes="50vw" />, { language: 'es' })
  expect(screen.getByRole('link', { name: 'Un artículo' })).toBeTruthy()
  expect(screen.getByText('What it says')).toBeTruthy()
  expect(container.querySelector('time')?.textContent).toBe('5 de abril de 2024')
})

test('an article takes its HTML from either form of content, and stands a date that is none', () => {
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
