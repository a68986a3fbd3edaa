import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'bun:test'
import { type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost } from '#test/fixtures'
import { BlogScreen } from './blog'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const grace = { id: 2, username: 'grace' }

const row = (id: number, title: string, changes: object = {}) => ({
  ...editedPost,
  id,
  title,
  slug: title.toLowerCase(),
  translation: { es: { state: 'complete', fields: {} } },
  ...changes,
})
const live = row(1, 'Live')
const rows = [
  live,
  row(2, 'Begun', { status: 'draft', publishedAt: null }),
  row(3, 'Coming', { status: 'scheduled', publishedAt: '2999-05-06T10:00:00.000Z' }),
  row(4, 'Edited', { draft: { savedAt: '2026-03-05T10:00:00.000Z', savedBy: grace } }),
]
const thrown = [
  row(5, 'Old', { status: 'trashed', trashedFrom: 'published' }),
  row(6, 'Stub', { status: 'trashed', trashedFrom: 'draft' }),
]

const api =
  (write: ApiStandIn = () => ({ json: live })): ApiStandIn =>
  (request) => {
    if (request.method !== 'GET') return write(request)
    if (request.path === '/api/blog?status=trashed') return { json: thrown }
    return request.path === '/api/blog?status=all' ? { json: rows } : undefined
  }
const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const show = (view: string) => userEvent.click(screen.getByRole('radio', { name: view }))

describe('the list', () => {
  test('distinguishes drafts, scheduled records, and live ones with a newer draft', async () => {
    renderAdmin(<BlogScreen />, api())
    await screen.findByRole('rowheader', { name: /Live/ })
    expect(titles()[0]).toMatch(/Begun.*Draft/)
    expect(titles()[1]).toMatch(/Coming.*Scheduled: .*2999/)
    expect(titles()).toContainEqual(expect.stringMatching(/Edited.*Newer draft/))
    expect(titles()).toContainEqual(expect.stringMatching(/Live$/))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'Date',
      'Actions',
    ])
  })

  test('links only to what visitors see', async () => {
    renderAdmin(<BlogScreen />, api())
    await screen.findByRole('rowheader', { name: /Live/ })
    expect(screen.getAllByRole('link', { name: /^View “/ }).map((link) => link.getAttribute('href'))).toEqual([
      '/blog/live/',
      '/blog/edited/',
    ])
  })

  test('can be filtered by status, and says so when nothing matches', async () => {
    renderAdmin(<BlogScreen />, (request) => (request.path.includes('trashed') ? { json: [] } : api()(request)))
    await screen.findByRole('rowheader', { name: /Live/ })
    await show('Drafts')
    expect(titles()).toEqual([expect.stringContaining('Begun')])
    await show('Scheduled')
    expect(titles()).toEqual([expect.stringContaining('Coming')])
    await show('Published')
    expect(titles()).toHaveLength(2)
    await show('Trash')
    expect(await screen.findByText('The trash is empty')).toBeTruthy()
  })
})

describe('the trash', () => {
  async function openTrash() {
    await screen.findByRole('rowheader', { name: /Live/ })
    await show('Trash')
    await screen.findByRole('rowheader', { name: /Old/ })
  }

  test('shows the former status of its records, and restores them to it', async () => {
    const { writes, toast } = renderAdmin(<BlogScreen />, api())
    await openTrash()
    expect(titles()).toEqual([expect.stringMatching(/Old.*Was published/), expect.stringMatching(/Stub.*Was a draft/)])
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Restore “Old”' }))
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Restored', description: '“Old” is published again.' }))
    await userEvent.click(screen.getByRole('button', { name: 'Restore “Stub”' }))
    await waitFor(() => expect(toast()?.description).toBe('“Stub” is a draft again.'))
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      ['/api/blog/5/restore', { status: 'published' }],
      ['/api/blog/6/restore', { status: 'draft' }],
    ])
  })

  test('deletes a record for good after the specified confirmation', async () => {
    const { writes } = renderAdmin(
      <BlogScreen />,
      api(() => ({ status: 204 })),
    )
    await openTrash()
    await userEvent.click(screen.getByRole('button', { name: 'Delete “Old”' }))
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' })
    expect(within(question).queryByRole('button', { name: 'Move to trash' })).toBeNull()
    const forGood = within(question).getByRole('button', { name: 'Delete permanently' })
    expect(forGood.dataset['variant']).toBe('danger')
    await userEvent.click(forGood)
    await waitFor(() => expect(writes()).toMatchObject([{ method: 'DELETE', path: '/api/blog/5', version: '"3"' }]))
  })

  test('is offered first when deleting, and can be undone from the toast', async () => {
    const { writes, toast } = renderAdmin(<BlogScreen />, api())
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “Live”' }))
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' })
    const mild = within(question).getByRole('button', { name: 'Move to trash' })
    const answers = within(question).getAllByRole('button')
    expect(answers.map(({ textContent, dataset }) => [textContent, dataset['variant']])).toEqual([
      ['Move to trash', 'primary'],
      ['Cancel', 'secondary'],
      ['Delete permanently', 'link'],
    ])
    await userEvent.click(mild)
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Moved to trash' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(writes()).toMatchObject([{ method: 'POST', path: '/api/blog/1/trash', version: '"3"' }])
    const { getByRole } = render(toast()?.action)
    await userEvent.click(getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(writes()[1]).toMatchObject({ method: 'POST', path: '/api/blog/1/restore', body: { status: 'published' } }),
    )
    await waitFor(() => expect(toast()?.title).toBe('Restored'))
  })

  test('keeps the focus on the pressed button of the question until it may be pressed again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { toast } = renderAdmin(
      <BlogScreen />,
      api(async () => {
        await promise
        return { status: 403, json: { message: 'Not now' } }
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “Live”' }))
    const mild = await screen.findByRole<HTMLButtonElement>('button', { name: 'Move to trash' })
    await userEvent.click(mild)
    await waitFor(() => expect(mild.dataset['pending']).toBe('true'))
    expect([mild.disabled, document.activeElement]).toEqual([false, mild])
    resolve()
    await waitFor(() => expect(toast()?.description).toBe('403: Not now'))
    await waitFor(() => expect(mild.dataset['pending']).toBeUndefined())
  })

  test('does not take a record that somebody else has changed since it was listed', async () => {
    const { toast } = renderAdmin(
      <BlogScreen />,
      api(() => ({ status: 412, json: { message: 'Stale' } })),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “Live”' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(toast()?.description).toContain('Someone changed this'))
  })
})

describe('the selection', () => {
  test('is moved to the trash together, and restored from the toast as it was', async () => {
    const { writes, toast } = renderAdmin(<BlogScreen />, api())
    await screen.findByRole('rowheader', { name: /Live/ })
    await userEvent.click(screen.getByRole('button', { name: 'Select' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select “Live”' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select “Begun”' }))
    expect(bar.getByText('2 selected')).toBeTruthy()
    await userEvent.click(bar.getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(toast()?.title).toBe('2 moved to trash'))
    expect(bar.getByText('Nothing selected')).toBeTruthy()
    const { getByRole } = render(toast()?.action)
    await userEvent.click(getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()?.title).toBe('2 restored'))
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      ['/api/blog/1/trash', undefined],
      ['/api/blog/2/trash', undefined],
      ['/api/blog/1/restore', { status: 'published' }],
      ['/api/blog/2/restore', { status: 'draft' }],
    ])
  })

  test('can cover everything shown, and failures are reported with their reason', async () => {
    const { writes, toast } = renderAdmin(
      <BlogScreen />,
      api(({ path }) => (path === '/api/blog/2/trash' ? { status: 412, json: { message: 'Stale' } } : { json: live })),
    )
    await screen.findByRole('rowheader', { name: /Live/ })
    await userEvent.click(screen.getByRole('button', { name: 'Select' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(toast()?.title).toBe('One couldn’t be changed'))
    expect(toast()?.description).toContain('“Begun”')
    expect(writes()).toHaveLength(4)
  })

  test('is published and unpublished with all its fields', async () => {
    const stored = { ...live, content: '<p>All of it</p>', metadata: {} }
    const { writes, toast } = renderAdmin(<BlogScreen />, (request) =>
      request.path.startsWith('/api/blog/live') ? { json: stored } : api(() => ({ json: stored }))(request),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for “Live”' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unpublish' }))
    await waitFor(() => expect(toast()?.title).toBe('Unpublished'))
    expect(writes()).toMatchObject([
      { method: 'PUT', path: '/api/blog/1', body: { title: 'Live', content: '<p>All of it</p>', status: 'draft' } },
    ])
  })
})

test('a row shows its picture, its category and its author beside the specified columns', async () => {
  renderAdmin(
    <BlogScreen />,
    oneRecord('/api/blog', row(1, 'Live', { category: 'Education', author: 'Grace', imageUrl: '/media/7/a.jpg' })),
  )
  const header = await screen.findByRole('rowheader', { name: /Live/ })
  expect(header.textContent).toContain('Education · Grace')
  expect(header.querySelector('img')?.getAttribute('src')).toMatch(/^\/media\/7\/a\.jpg\?small=/)
})
