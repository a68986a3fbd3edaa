import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { ActivityScreen } from '#features/activity/screens/activity'
import type { ActivityEntry } from '#features/activity/contract'
import { renderAdmin, startAfresh } from '#test/admin-screen'

beforeEach(startAfresh)

const entry = (id: number): ActivityEntry => ({
  id,
  at: '2026-03-04T10:00:00.000Z',
  user: { id: 1, username: 'ada' },
  action: 'created',
  kind: 'post',
  recordId: String(id),
  title: `Post ${id}`,
  address: '127.0.0.1',
  device: 'Firefox, Linux',
})
const total = 120
/** The page of a request, as the API answers. */
const pageOf = (path: string) => {
  const before = Number(new URL(path, location.href).searchParams.get('before') ?? total + 1)
  return Array.from({ length: Math.min(50, before - 1) }, (_, index) => entry(before - 1 - index))
}

test('older entries are added to the list, and the focus stays on the button or moves to the end', async () => {
  let isDown = false
  renderAdmin(<ActivityScreen />, ({ path }) => {
    if (!path.startsWith('/api/activity')) return undefined
    return isDown ? { status: 503, json: { message: 'Unavailable' } } : { json: pageOf(path) }
  })
  const older = await screen.findByRole('button', { name: 'Show older' })
  older.focus()
  fireEvent.click(older)
  // What is shown stays while the next page is loading.
  expect(screen.getByText('Post 120')).toBeTruthy()
  expect(await screen.findByText('Post 21')).toBeTruthy()
  expect(document.activeElement).toBe(older)

  isDown = true
  fireEvent.click(older)
  expect(await screen.findByText('The activity couldn’t be loaded')).toBeTruthy()
  expect(screen.getByText('Post 21')).toBeTruthy()
  expect(document.activeElement).toBe(older)

  isDown = false
  fireEvent.click(older)
  expect(await screen.findByText('Post 1')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('End of list'))
})
