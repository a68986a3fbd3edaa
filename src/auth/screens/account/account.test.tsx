import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { AccountScreen } from './account'

beforeEach(startAfresh)

const session = (id: number, current = false) => ({
  id,
  device: 'Firefox, Linux',
  address: '127.0.0.1',
  createdAt: '2026-03-04T10:00:00.000Z',
  lastUsedAt: '2026-03-04T10:00:00.000Z',
  current,
})

test('after a session was ended the heading has the focus, since its button is gone', async () => {
  let sessions = [session(1, true), session(2)]
  renderAdmin(<AccountScreen />, ({ method, path }) => {
    if (path === '/api/account') return { json: { id: 1, username: 'ada', email: null } }
    if (path === '/api/account/second-factor') return { json: { totp: false, passkeys: [], recoveryCodesLeft: 0 } }
    if (!path.startsWith('/api/sessions')) return undefined
    if (method === 'GET') return { json: sessions }
    sessions = [session(1, true)]
    return { status: 204 }
  })
  const end = await screen.findByRole('button', { name: 'Log out Firefox, Linux' })
  end.focus()
  fireEvent.click(end)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out Firefox, Linux' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})
