import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import type { Other } from '#records/presence/contract'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { BlogScreen } from './blog'
import { ContentScreen } from './content/content'

beforeEach(startAfresh)

const post = {
  id: 7,
  slug: 'first-post',
  title: 'First post',
  excerpt: '',
  imageUrl: '/a.webp',
  category: '',
  author: '',
  publishedAt: '2026-03-04T10:00:00.000Z',
  translations: {},
  updatedAt: '2026-03-04T10:00:00.000Z',
  version: 3,
  status: 'published',
  content: '<p>Body</p>',
  metadata: {},
  draft: null,
}
const other = (username: string, isYou = false): Other => ({
  user: { id: 2, username },
  isYou,
  since: '2026-03-04T10:00:00.000Z',
})

test('the editor says who else has the record open, as long as they have', async () => {
  let others = [other('grace'), other('grace'), other('alan'), other('ada', true)]
  renderAdmin(<BlogScreen />, ({ path }) => ({ json: path === '/api/blog?status=all' ? [post] : post }), 'en', {
    path: '/admin/blog/?edit=7',
    others: () => others,
  })
  expect(await screen.findByText('grace and alan have this open. You have this open in another window.')).toBeTruthy()
  others = [other('alan')]
  expect(await screen.findByText('alan has this open.')).toBeTruthy()
  others = []
  await waitFor(() => expect(screen.queryAllByText(/has this open/).length).toBe(0))
})

test('the editor of a page says so too, and goes on saying so while its history is shown', async () => {
  const about = {
    id: 4,
    page: 'about',
    content: '{"title":"About us"}',
    updatedAt: post.updatedAt,
    version: 5,
    draft: null,
  }
  renderAdmin(
    <ContentScreen />,
    ({ path }) => {
      if (path.includes('/revisions')) return { json: [] }
      return { json: path === '/api/page-contents?status=all' ? [about] : about }
    },
    'en',
    { path: '/admin/content/?edit=about', others: () => [other('grace')] },
  )
  expect(await screen.findByText('grace has this open.')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'History' }))
  expect(await screen.findByRole('button', { name: 'Back to editing' })).toBeTruthy()
  expect(screen.getByText('grace has this open.')).toBeTruthy()
})
