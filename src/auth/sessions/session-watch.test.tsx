import { QueryObserver, useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { useMatch } from 'react-router'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { message as usual } from '#test/fixtures'
import type { Message } from '#features/messages/contract'
import { secondFactorQuery } from '#auth/queries'
import { RedirectsScreen } from '#features/redirects/screens/redirects'
import { RequireUser } from './user-region'
import { userAtom } from './session'
import { useSessionWatch } from './session-watch'
import { useWithSession } from '#auth/forms/sign-in-dialog'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const ada = { id: 1, username: 'ada' }
const signedIn = { json: { authenticated: true, user: ada } }
const message = { ...usual, name: 'one' }
const signedOut = { json: { authenticated: false, user: null } }

function Admin() {
  useSessionWatch()
  return useMatch('/admin/') ? (
    <p>Login</p>
  ) : (
    <RequireUser checking={<p>Checking</p>}>
      <List />
    </RequireUser>
  )
}

function List() {
  const { data } = useQuery<Message[]>({ queryKey: ['/api/contact'] })
  return <p>Messages: {data?.map(({ name }) => name).join()}</p>
}

const visit = (api: ApiStandIn, path = '/admin/messages/') =>
  renderAdmin(<Admin />, api, 'en', { path, user: 'unknown' })

test('nothing is rendered or fetched while the session is checked', async () => {
  const check = Promise.withResolvers<{ json: unknown }>()
  const { requests } = visit(({ path }) => (path === '/api/auth/check' ? check.promise : { json: [message] }))
  await screen.findByText('Checking')
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/check'])
  check.resolve(signedIn)
  await screen.findByText('Messages: one')
})

test('without a session it redirects to the login, which remembers the page', async () => {
  const { location, store, requests } = visit(() => signedOut)
  await waitFor(() => expect(location.history?.at(-1)).toBe('/admin/?next=%2Fadmin%2Fmessages%2F'))
  expect(store.get(userAtom)).toBeNull()
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/check'])
})

test('a failed check counts as not signed in', async () => {
  const { location } = visit(() => ({ status: 503, json: { message: 'Away' } }), '/admin/dashboard/')
  await waitFor(() => expect(location.history?.at(-1)).toBe('/admin/'))
})

test('a list refused with 401 leads to the login', async () => {
  const { location, store } = visit(({ path }) =>
    path === '/api/auth/check' ? signedIn : { status: 401, json: { message: 'Sign in' } },
  )
  await waitFor(() => expect(location.history?.at(-1)).toBe('/admin/?next=%2Fadmin%2Fmessages%2F'))
  expect(store.get(userAtom)).toBeNull()
})

test('when the session ends while a list is shown, a login dialog opens in place and the list comes back', async () => {
  let session = true
  const { queries, location } = visit(({ path }) => {
    if (path === '/api/login') session = true
    if (path === '/api/login') return { json: ada }
    if (path === '/api/auth/check') return signedIn
    return session ? { json: [message] } : { status: 401, json: { message: 'Sign in' } }
  })
  await screen.findByText('Messages: one')
  session = false
  await act(() => queries.invalidateQueries({ queryKey: ['/api/contact'] }))
  await screen.findByRole('dialog', { name: 'Log in again' })
  expect(screen.getByLabelText<HTMLInputElement>(/Username/).value).toBe('ada')
  await userEvent.type(screen.getByLabelText(/Password/), 'sesame')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Messages: one')).toBeTruthy()
  expect(location.history).toEqual(['/admin/messages/'])
})

test('a sign-in there reads the recovery codes again, which it may use up, also where they were just read', async () => {
  let session = true
  let reads = 0
  const { queries } = visit(({ path }) => {
    if (path === '/api/login') session = true
    if (path === '/api/login') return { json: ada }
    if (path === '/api/auth/check') return signedIn
    if (path === '/api/account/second-factor')
      return { json: { totp: true, passkeys: [], recoveryCodesLeft: 10 - reads++ } }
    return session ? { json: [message] } : { status: 401, json: { message: 'Sign in' } }
  })
  await screen.findByText('Messages: one')
  const codes = new QueryObserver(queries, { ...secondFactorQuery(), staleTime: 60_000 })
  const stop = codes.subscribe(() => {})
  await waitFor(() => expect(codes.getCurrentResult().data?.recoveryCodesLeft).toBe(10))
  session = false
  await act(() => queries.invalidateQueries({ queryKey: ['/api/contact'] }))
  await screen.findByRole('dialog', { name: 'Log in again' })
  await userEvent.type(screen.getByLabelText(/Password/), 'sesame')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(codes.getCurrentResult().data?.recoveryCodesLeft).toBe(9))
  stop()
})

test('a login in another window closes that dialog, if it is the same person', async () => {
  let session = true
  let person = { id: 2, username: 'bob' }
  const { queries, location } = visit(({ path }) => {
    if (path === '/api/auth/check') return { json: { authenticated: true, user: session ? ada : person } }
    return session ? { json: [message] } : { status: 401, json: { message: 'Sign in' } }
  })
  await screen.findByText('Messages: one')
  session = false
  await act(() => queries.invalidateQueries({ queryKey: ['/api/contact'] }))
  await screen.findByRole('dialog', { name: 'Log in again' })
  fireEvent.focus(globalThis.window)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.getByRole('dialog', { name: 'Log in again' })).toBeTruthy()
  person = ada
  session = true
  fireEvent.focus(globalThis.window)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.history).toEqual(['/admin/messages/'])
})

test('dismissing the dialog of a write keeps what was typed, and reads nothing', async () => {
  const { requests } = renderAdmin(<RedirectsScreen />, ({ method }) =>
    method === 'GET' ? { json: [] } : { status: 401, json: { message: 'Sign in' } },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add redirect' }))
  await userEvent.type(screen.getByLabelText(/From/), '/typed/')
  await userEvent.click(screen.getAllByRole('button', { name: 'Add redirect' }).at(-1)!)
  const reads = () => requests.filter(({ method }) => method === 'GET').length
  const before = reads()
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Sign in')
  expect(screen.getByLabelText<HTMLInputElement>(/From/).value).toBe('/typed/')
  expect(reads()).toBe(before)
})

test('dismissing that dialog signs out', async () => {
  let session = true
  const { queries, location } = visit(({ path }) => {
    if (path === '/api/auth/check') return signedIn
    return session ? { json: [message] } : { status: 401, json: { message: 'Sign in' } }
  })
  await screen.findByText('Messages: one')
  session = false
  await act(() => queries.invalidateQueries({ queryKey: ['/api/contact'] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(location.history?.at(-1)).toBe('/admin/?next=%2Fadmin%2Fmessages%2F'))
})

test('two writes that get a 401 share one login, and both are retried', async () => {
  let session = false
  const made: string[] = []
  function Writer({ name }: { name: string }) {
    const withSession = useWithSession()
    const write = () =>
      withSession(async () => {
        const answer = await fetch(`/api/contact/${name}`, { method: 'DELETE' })
        if (answer.status === 401) throw new (await import('#client/api-error')).ApiError(401, 'Sign in')
        made.push(name)
      })
    return (
      <button type="button" onClick={() => void write()}>
        Write {name}
      </button>
    )
  }
  renderAdmin(
    <>
      <Writer name="1" />
      <Writer name="2" />
    </>,
    ({ path }) => {
      if (path !== '/api/login') return { status: session ? 204 : 401 }
      session = true
      return { json: ada }
    },
  )
  act(() => {
    screen.getByText('Write 1').click()
    screen.getByText('Write 2').click()
  })
  await screen.findByRole('dialog', { name: 'Log in again' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(made).toEqual([])
  await userEvent.type(screen.getByLabelText(/Password/), 'sesame')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(made.toSorted()).toEqual(['1', '2']))
})
