import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import type { Other } from '#records/presence/contract'
import { oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPageContent, editedPost } from '#test/fixtures'
import { BlogScreen } from './blog'
import { ContentScreen } from './content/content'

beforeEach(startAfresh)

const other = (username: string, isYou = false): Other => ({
  user: { id: 2, username },
  isYou,
  since: '2026-03-04T10:00:00.000Z',
})

test('the editor shows who else has the record open, as long as they have', async () => {
  let others = [other('grace'), other('grace'), other('alan'), other('ada', true)]
  renderAdmin(<BlogScreen />, oneRecord('/api/blog', editedPost), 'en', {
    path: '/admin/blog/?edit=7',
    others: () => others,
  })
  expect(await screen.findByText('grace and alan have this open. You have this open in another window.')).toBeTruthy()
  others = [other('alan')]
  expect(await screen.findByText('alan has this open.')).toBeTruthy()
  others = []
  await waitFor(() => expect(screen.queryAllByText(/has this open/).length).toBe(0))
})

test('the editor of a page shows it too, also while its history is shown', async () => {
  renderAdmin(<ContentScreen />, oneRecord('/api/page-contents', editedPageContent), 'en', {
    path: '/admin/content/?edit=about',
    others: () => [other('grace')],
  })
  expect(await screen.findByText('grace has this open.')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'History' }))
  expect(await screen.findByRole('button', { name: 'Back to editing' })).toBeTruthy()
  expect(screen.getByText('grace has this open.')).toBeTruthy()
})

test('a page that is left notes the window as closed last, and as open again when it is shown again', async () => {
  renderAdmin(<BlogScreen />, oneRecord('/api/blog', editedPost), 'en', {
    path: '/admin/blog/?edit=7',
    others: () => [other('grace')],
  })
  expect(await screen.findByText('grace has this open.')).toBeTruthy()
  const answer = globalThis.fetch
  const noted: string[] = []
  const record = (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    if (String(input).startsWith('/api/presence')) noted.push(init?.method ?? 'GET')
    return answer(input, init)
  }
  globalThis.fetch = Object.assign(record, { preconnect: () => {} })
  window.dispatchEvent(new Event('pagehide'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(noted).toEqual(['DELETE'])
  window.dispatchEvent(new Event('pageshow'))
  expect(noted).toEqual(['DELETE', 'POST'])
})
