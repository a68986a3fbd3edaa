import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { ActivityScreen } from './activity'

beforeEach(startAfresh)

const entry = {
  id: 1,
  at: '2026-03-04T10:00:00.000Z',
  user: { id: 1, username: 'ada' },
  action: 'created',
  kind: 'post',
  recordId: '1',
  title: 'A post',
  address: '127.0.0.1',
  device: 'Firefox, Linux',
}

test('when a filter without entries is cleared the heading has the focus, since the button is gone', async () => {
  renderAdmin(<ActivityScreen />, ({ path }) =>
    path.startsWith('/api/activity') ? { json: path.includes('kind=') ? [] : [entry] } : undefined,
  )
  await screen.findByText('A post')
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'backup' } })
  const clear = await screen.findByRole('button', { name: 'Clear filters' })
  clear.focus()
  fireEvent.click(clear)
  expect(await screen.findByText('A post')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('the filters stay when a load fails, and another choice loads again', async () => {
  renderAdmin(<ActivityScreen />, ({ path }) => {
    if (!path.startsWith('/api/activity')) return undefined
    return path.includes('kind=backup') ? { status: 500, json: { message: 'Internal' } } : { json: [entry] }
  })
  await screen.findByText('A post')
  const kind = screen.getByLabelText<HTMLSelectElement>('Type')
  fireEvent.change(kind, { target: { value: 'backup' } })
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(screen.queryByText('A post')).toBeNull()
  expect(kind.isConnected).toBe(true)
  expect(kind.value).toBe('backup')
  fireEvent.change(kind, { target: { value: 'post' } })
  expect(await screen.findByText('A post')).toBeTruthy()
})
