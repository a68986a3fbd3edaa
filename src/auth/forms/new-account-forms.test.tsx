import { screen } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { CreateAdministratorForm } from './new-account-forms'
import { userAtom } from '#auth/sessions/session'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const render = (api: ApiStandIn) => renderAdmin(<CreateAdministratorForm />, api, 'en', { user: null })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create administrator' }))

async function fillIn(username: string, password: string, code: string) {
  await userEvent.type(screen.getByLabelText(/Username/), username)
  await userEvent.type(screen.getByLabelText(/Password/), password)
  await userEvent.type(screen.getByLabelText(/Set-up code/), code)
}

test('the limits of name and password are checked before anything is sent', async () => {
  const { writes } = render(() => ({ status: 500 }))
  await fillIn('ab', 'short', ' ')
  await submit()
  await screen.findByText('Username must have 3 to 64 characters')
  screen.getByText('Password must have 12 to 256 characters')
  screen.getByText('Set-up code is required')
  expect(document.activeElement?.getAttribute('name')).toBe('username')
  expect(writes()).toEqual([])
})

test('the first administrator is signed in at once', async () => {
  const { writes, store, toast } = render(() => ({ status: 201, json: { id: 1, username: 'ada' } }))
  await fillIn('ada', 'a long enough password', 'CODE-1')
  await submit()
  await screen.findByRole('button', { name: 'Create administrator' })
  expect(writes()).toMatchObject([
    { path: '/api/register', body: { username: 'ada', password: 'a long enough password', setupCode: 'CODE-1' } },
  ])
  expect(store.get(userAtom)).toEqual({ id: 1, username: 'ada' })
  expect(toast()?.title).toBe('Administrator created')
})

test('a wrong code is refused, and errors from the server appear at their fields', async () => {
  const { store, toast } = render(() => ({
    status: 403,
    json: { message: 'Wrong code', issues: [{ path: 'setupCode', message: 'This code is wrong' }] },
  }))
  await fillIn('ada', 'a long enough password', 'CODE-2')
  await submit()
  await screen.findByText('This code is wrong')
  expect(document.activeElement?.getAttribute('name')).toBe('setupCode')
  expect(screen.queryByText(/403/)).toBeNull()
  expect(toast()).toMatchObject({
    title: 'Registration failed',
    description: '403: Wrong code',
    variant: 'destructive',
  })
  expect(store.get(userAtom)).toBeNull()
})
