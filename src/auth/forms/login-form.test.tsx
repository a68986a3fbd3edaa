import { screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { LoginForm } from './login-form'
import { ForgotPassword } from './password-reset-forms'
import { userAtom } from '#auth/sessions/session'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const signedOut = { user: null }
const submit = () => userEvent.click(screen.getByRole('button', { name: /^(Login|Iniciar sesión)$/ }))

async function fillIn(username: string, password: string) {
  await userEvent.type(screen.getByLabelText(/Username/), username)
  await userEvent.type(screen.getByLabelText(/Password/), password)
}

test('empty fields are marked, and nothing is sent', async () => {
  const { writes, findByText } = renderAdmin(<LoginForm />, () => ({ status: 500 }), 'en', signedOut)
  await submit()
  await findByText('Username is required')
  await findByText('Password is required')
  expect(document.activeElement?.getAttribute('name')).toBe('username')
  expect(writes()).toEqual([])
})

test('a successful login greets and signs in', async () => {
  const { writes, store, toast } = renderAdmin(
    <LoginForm />,
    () => ({ json: { id: 7, username: 'grace' } }),
    'en',
    signedOut,
  )
  expect(store.get(userAtom)).toBeNull()
  await fillIn(' grace ', ' open sesame ')
  await submit()
  await screen.findByRole('button', { name: 'Login' })
  expect(writes()).toMatchObject([
    { method: 'POST', path: '/api/login', body: { username: 'grace', password: ' open sesame ' } },
  ])
  expect(store.get(userAtom)).toEqual({ id: 7, username: 'grace' })
  expect(toast()).toMatchObject({
    title: 'Login successful',
    description: 'Welcome to the admin dashboard',
    variant: 'default',
  })
})

test('a refused login says why, keeps the name and focuses the password', async () => {
  const { store, toast } = renderAdmin(
    <LoginForm />,
    () => ({ status: 401, json: { message: 'Invalid username or password' } }),
    'en',
    signedOut,
  )
  await fillIn('grace', 'wrong')
  await submit()
  await screen.findByRole('button', { name: 'Login' })
  expect(toast()).toMatchObject({
    title: 'Login failed',
    description: '401: Invalid username or password',
    variant: 'destructive',
  })
  expect(store.get(userAtom)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/Username/).value).toBe('grace')
  expect(document.activeElement?.getAttribute('name')).toBe('password')
  const told = screen.getByText('Invalid username or password')
  expect(document.activeElement?.getAttribute('aria-describedby')).toContain(told.id)
  expect(screen.queryByText(/401/)).toBeNull()
})

test('an error of neither name nor password appears in the form, until the next attempt', async () => {
  let answer = { status: 429, json: { message: 'Too many attempts. Please try again in 9 seconds.' } }
  const { toast } = renderAdmin(<LoginForm />, () => answer, 'en', signedOut)
  await fillIn('grace', 'sesame')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please try again in 9 seconds.')
  expect(toast()?.description).toBe('429: Too many attempts. Please try again in 9 seconds.')
  expect(screen.getByLabelText(/Password/).getAttribute('aria-invalid')).not.toBe('true')
  answer = { status: 401, json: { message: 'Invalid username or password' } }
  await submit()
  await screen.findByText('Invalid username or password')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without a connection it shows an error', async () => {
  const { toast } = renderAdmin(<LoginForm />, () => Promise.reject(new TypeError('Failed to fetch')), 'en', signedOut)
  await fillIn('grace', 'sesame')
  await submit()
  await screen.findByRole('button', { name: 'Login' })
  expect(toast()).toMatchObject({
    title: 'Login failed',
    description: 'The connection failed. Check it and try again.',
  })
  expect(screen.getByRole('alert').textContent).toBe('The connection failed. Check it and try again.')
})

test('in Spanish its texts are Spanish', async () => {
  renderAdmin(<LoginForm />, () => ({ status: 500 }), 'es', signedOut)
  await submit()
  expect(await screen.findByText('El nombre de usuario es obligatorio')).toBeTruthy()
  expect(screen.getByText('La contraseña es obligatoria')).toBeTruthy()
})

test('a second factor asks for a code, accepts a recovery code, and ends after five wrong attempts', async () => {
  const refused = { status: 401, json: { message: 'That didn’t work.' } }
  const { writes, store } = renderAdmin(
    <LoginForm below={<p>Forgotten?</p>} />,
    ({ path, body }) => {
      if (path === '/api/login') return { status: 202, json: { challenge: 'abc', methods: ['totp', 'recovery'] } }
      return JSON.stringify(body).includes('GOOD') ? { json: { id: 7, username: 'grace' } } : refused
    },
    'en',
    signedOut,
  )
  await fillIn('grace', 'sesame')
  await submit()
  const field = await screen.findByLabelText(/^Code/)
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText('Forgotten?')).toBeNull()
  await submit()
  await screen.findByText('Please enter the code')
  expect(writes()).toHaveLength(1)
  await userEvent.type(field, '12345')
  for (let turn = 1; turn < 5; turn++) {
    await userEvent.type(field, String(turn))
    await submit()
    await screen.findByText('That didn’t work.')
    await waitFor(() => expect(writes()).toHaveLength(1 + turn))
  }
  await submit()
  await screen.findByText('That took too long, or there were too many attempts. Please log in again.')
  expect(screen.getByLabelText<HTMLInputElement>(/Username/).value).toBe('grace')
  expect(store.get(userAtom)).toBeNull()

  await userEvent.type(screen.getByLabelText(/Password/), 'sesame')
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText(/Recovery code/), 'GOOD')
  await submit()
  await waitFor(() => expect(store.get(userAtom)).toEqual({ id: 7, username: 'grace' }))
  expect(writes().at(-1)).toMatchObject({
    path: '/api/login/second-factor',
    body: { challenge: 'abc', recoveryCode: 'GOOD' },
  })
})

test('a request for a new password shows why it was refused', async () => {
  const message = 'The database cannot be reached. Please try again in a moment.'
  renderAdmin(<ForgotPassword />, () => ({ status: 503, json: { message } }), 'en', signedOut)
  await userEvent.click(screen.getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'ada{Enter}')
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})
