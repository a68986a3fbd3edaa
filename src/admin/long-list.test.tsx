import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost } from '#test/fixtures'
import { BlogScreen } from './blog'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })

const post = (id: number) => ({
  ...editedPost,
  id,
  slug: `post-${id}`,
  title: `Post ${id}`,
  publishedAt: new Date(Date.UTC(2026, 0, 1) - id * 86_400_000).toISOString(),
  version: 1,
  status: id % 50 === 0 ? 'draft' : 'published',
  translation: { es: { state: id % 2 === 0 ? 'missing' : 'complete', fields: {} } },
})

/** Filters, sorts and pages like the server; `posts` may change. */
const apiOf =
  (posts: ReturnType<typeof post>[]): ApiStandIn =>
  ({ path, method }) => {
    if (method === 'POST') {
      return { json: posts.splice(0, 1)[0] }
    }
    const { pathname, searchParams: asked } = new URL(path, 'http://localhost')
    const status = asked.get('status')
    if (pathname !== '/api/blog') return { status: 404, json: { message: 'Not found' } }
    const found = posts.filter(
      (one) =>
        (status === 'all' || one.status === status) &&
        one.title.includes(asked.get('q') ?? '') &&
        (asked.get('translation') ?? one.translation.es.state) === one.translation.es.state,
    )
    const sorted = asked.get('sort') === 'title' ? found.toSorted((a, b) => a.title.localeCompare(b.title)) : found
    const from = Number(asked.get('offset') ?? 0)
    return { json: sorted.slice(from, from + Number(asked.get('limit') ?? posts.length)), total: found.length }
  }

const open = (count: number) => {
  const posts = Array.from({ length: count }, (_, index) => post(index + 1))
  const view = renderAdmin(<BlogScreen />, apiOf(posts))
  return {
    ...view,
    lists: () =>
      view.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/blog?') && !path.includes('id=')),
  }
}
const part = () => screen.queryAllByText(/^\d+–\d+ of \d+$/).map((told) => told.textContent)
const first = () => screen.getAllByRole('rowheader')[0]?.querySelector('.kit-open')?.textContent
const next = () => screen.getAllByRole('button', { name: 'Next page' })
const previous = () => screen.getAllByRole('button', { name: 'Previous page' })

test('a list of two hundred is loaded whole', async () => {
  const { lists } = open(200)
  await screen.findByRole('rowheader', { name: /^Post 1\b/ })
  expect(lists()).toEqual(['/api/blog?status=all'])
  expect(part()).toEqual([])
})

test('a longer list is paged, with the keyboard too, and shows the position', async () => {
  const { lists } = open(250)
  await screen.findByRole('rowheader', { name: /^Post 1\b/ })
  expect(lists()).toEqual(['/api/blog?status=all&limit=100&sort=-publishedAt'])
  expect(part()).toEqual(['1–100 of 250', '1–100 of 250'])
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('251')
  expect(previous().every((button) => button.hasAttribute('disabled'))).toBe(true)

  next()[0]!.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(part()[0]).toBe('101–200 of 250'))
  expect(first()).toBe('Post 101')
  expect(document.activeElement === next()[0]).toBe(true)
  expect(screen.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('102')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(part()[0]).toBe('201–250 of 250'))
  // There is no further page, and the focus is still on the paging buttons.
  expect(document.activeElement === previous()[0]).toBe(true)
})

test('paging below the table continues above it', async () => {
  open(250)
  await screen.findByRole('rowheader', { name: /^Post 1\b/ })
  await userEvent.click(next()[1]!)
  await waitFor(() => expect(first()).toBe('Post 101'))
  expect(document.activeElement === next()[0]).toBe(true)
})

test('the server filters after a debounce, and sorts; each starts at the first page', async () => {
  const { lists } = open(250)
  await screen.findByRole('rowheader', { name: /^Post 1\b/ })
  await userEvent.click(next()[0]!)
  await waitFor(() => expect(first()).toBe('Post 101'))
  const asked = lists().length
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter the list' }), 'Post 24')
  await waitFor(() => expect(first()).toBe('Post 24'))
  expect(lists().slice(asked)).toEqual(['/api/blog?status=all&limit=100&q=Post+24&sort=-publishedAt'])
  expect(screen.getByText('11 matches')).toBeTruthy()
  expect(part()).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  await waitFor(() => expect(lists().at(-1)).toBe('/api/blog?status=all&limit=100&q=Post+24&sort=title'))
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } })
  await screen.findByText(/^Nothing found for/)
})

test('it filters by status and by translation status', async () => {
  const { lists } = open(250)
  await screen.findByRole('rowheader', { name: /^Post 1\b/ })
  await userEvent.click(within(screen.getByRole('radiogroup', { name: 'Filter by status' })).getByText('Drafts'))
  await waitFor(() => expect(first()).toBe('Post 50'))
  expect(lists().at(-1)).toBe('/api/blog?status=draft&limit=100&sort=-publishedAt')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Translation' }), 'complete')
  await screen.findByText('No results')
  expect(lists().at(-1)).toBe('/api/blog?status=draft&limit=100&translation=complete&sort=-publishedAt')
})

test('a deleted row leaves its page, and the following rows move up', async () => {
  open(301)
  await screen.findByRole('rowheader', { name: /^Post 1\b/ })
  await userEvent.click(screen.getByRole('button', { name: 'Delete “Post 1”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(first()).toBe('Post 2'))
  expect(part()[0]).toBe('1–100 of 300')
})
