import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import type { ApiToken } from '#auth/tokens/contract'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { IntegrationsScreen } from './integrations'

beforeEach(startAfresh)

const at = '2026-03-04T10:00:00.000Z'
const existing: ApiToken = {
  id: 7,
  name: 'Old import',
  scope: 'read',
  createdAt: at,
  createdBy: { id: 1, username: 'ada' },
  expiresAt: at,
  lastUsedAt: null,
}

test('a token is created, shown once, listed and deleted after confirmation', async () => {
  let tokens: ApiToken[] = []
  const { writes, toast } = renderAdmin(<IntegrationsScreen />, ({ method, path, body }) => {
    if (path === '/api/account/confirm') return { json: { confirmedUntil: null } }
    if (method === 'GET') return { json: tokens }
    if (method === 'DELETE') {
      tokens = []
      return { status: 204 }
    }
    const made = { ...existing, ...(body as Pick<ApiToken, 'name' | 'scope' | 'expiresAt'>), id: 8 }
    tokens = [made, existing]
    return { status: 201, json: { ...made, token: 'industria_secret' } }
  })

  expect(await screen.findByText('No tokens yet')).toBeTruthy()
  expect(screen.getByText(/^curl -H "Authorization: Bearer YOUR_TOKEN"/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }))
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'Newsletter tool' } })
  fireEvent.click(dialog.getByRole('radio', { name: /^Read and write/ }))
  fireEvent.change(dialog.getByLabelText('How long is it valid?'), { target: { value: 'deleted' } })
  fireEvent.change(dialog.getByLabelText(/Current password/), { target: { value: 'a long enough password' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create token' }))

  const shown = within(await screen.findByRole('dialog', { name: 'Newsletter tool' }))
  expect((shown.getByLabelText('Token') as HTMLTextAreaElement).value).toBe('industria_secret')
  expect(shown.getByRole('alert').textContent).toContain('it’s shown only once')
  expect(shown.getByText(/Bearer industria_secret"/)).toBeTruthy()
  expect(writes()).toMatchObject([
    { body: { name: 'Newsletter tool', scope: 'write', expiresAt: null, currentPassword: 'a long enough password' } },
  ])
  fireEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.textContent).not.toContain('industria_secret')

  const row = (name: RegExp) => screen.findByRole('row', { name })
  expect((await row(/Newsletter tool/)).textContent).toMatch(/Read and write.*ada.*Never.*Deleted/)
  expect((await row(/Old import/)).textContent).toMatch(/Read.*Expired/)
  fireEvent.click(screen.getByRole('button', { name: 'Delete Newsletter tool' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this token?' }))
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: '“Newsletter tool” was deleted' }))
  expect(writes().at(-1)).toMatchObject({ method: 'DELETE', path: '/api/tokens/8' })
})
