import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import type { Other } from '#records/presence/contract'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { BlogScreen } from './blog'

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
