import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { userAtom } from '#auth/sessions/session'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { AdminApp } from './admin-app'

beforeEach(startAfresh)

const withUser =
  (username: string): ApiStandIn =>
  ({ path }) =>
    path === '/api/auth/check' ? { json: { authenticated: true, user: { id: 1, username } } } : undefined
const signedIn = withUser('ada')
const signedOut = { json: { authenticated: false, user: null } }
const visit = (path: string, api: ApiStandIn) => renderAdmin(<AdminApp />, api, 'en', { path, user: 'unknown' })

test('the navigation lists the screens in order and marks the current one', async () => {
  visit('/admin/waitlist/', signedIn)
  const links = within(await screen.findByRole('navigation', { name: 'Administration' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Blog Posts',
    'Projects',
    'Page Content',
    'Waitlist',
    'Contact Messages',
    'Site Settings',
  ])
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)).toEqual([
    'Waitlist',
  ])
  expect(screen.getByText('Logged in as').parentElement?.textContent).toBe('Logged in as ada')
  expect(screen.getAllByRole('link', { name: 'Acme: go to the public site' })[0]?.getAttribute('href')).toBe('/')
})

test('rarely used screens are in named groups, and the account is beside the name of the user', async () => {
  visit('/admin/account/', signedIn)
  const inGroup = async (name: string) =>
    within(await screen.findByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  expect(await inGroup('Site')).toEqual([
    'Visits',
    'Letters',
    'Pages',
    'Appearance',
    'Media',
    'Translations',
    'Redirects',
    'Links',
  ])
  expect(await inGroup('System')).toEqual([
    'Status and backups',
    'Mail',
    'People',
    'Integrations',
    'Import and export',
    'Activity',
    'Privacy',
  ])
  expect(screen.getByRole('link', { name: 'My account' }).getAttribute('aria-current')).toBe('page')
})

test('an unknown address shows a not-found screen beside the navigation, with a way back', async () => {
  for (const path of ['/admin/nonsense/', '/admin/blog/first/', '/admin/%zz/']) {
    const { location } = visit(path, signedIn)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })
    expect(heading.closest('main')?.textContent).toContain('Did you forget to add the page to the router?')
    expect(screen.getByRole('navigation', { name: 'Administration' })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Page Not Found – Acme admin'))
    fireEvent.click(screen.getByRole('link', { name: 'Back to the dashboard' }))
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(location.history.at(-1)).toBe('/admin/dashboard/')
  }
})

test('a user without a name is called Admin', async () => {
  visit('/admin/dashboard/', withUser(''))
  expect((await screen.findByText('Logged in as')).parentElement?.textContent).toBe('Logged in as Admin')
})

test('an administrator who must add a second factor is redirected to its set-up, until it is done', async () => {
  let isMissing = true
  const { location, queries } = visit('/admin/waitlist/', ({ path }) => {
    if (path === '/api/auth/check')
      return {
        json: {
          authenticated: true,
          user: { id: 1, username: 'ada' },
          ...(isMissing && { needsSecondFactor: true }),
        },
      }
    if (path === '/api/waitlist' && isMissing) return { status: 403, json: { message: 'Add a second factor' } }
    return undefined
  })
  await screen.findByText('Please add a second factor')
  expect(location.history?.at(-1)).toBe('/admin/account/')
  await screen.findByRole('button', { name: 'Set up an app' })
  expect(screen.queryByRole('heading', { name: 'Where you are logged in' })).toBeNull()
  isMissing = false
  await act(() => queries.invalidateQueries({ queryKey: ['/api/auth/check'] }))
  await screen.findByRole('heading', { name: 'Where you are logged in' })
  fireEvent.click(screen.getByRole('link', { name: 'Waitlist' }))
  await screen.findByRole('heading', { level: 1, name: 'Waitlist' })
})

test('a signed-in administrator is redirected from the login to the requested page', async () => {
  const { location } = visit('/admin/?next=%2Fadmin%2Fmessages%2F', signedIn)
  await screen.findByRole('heading', { name: 'Contact Messages' })
  expect(location.history?.at(-1)).toBe('/admin/messages/')
})

test('while there is no administrator the login creates one', async () => {
  visit('/admin/', ({ path }) => (path === '/api/auth/setup' ? { json: { needed: true } } : signedOut))
  await screen.findByRole('heading', { name: 'Create administrator' })
  expect(screen.getByLabelText(/Set-up code/)).toBeTruthy()
})

test('otherwise it asks for name and password', async () => {
  visit('/admin/', ({ path }) => (path === '/api/auth/setup' ? { json: { needed: false } } : signedOut))
  await screen.findByRole('heading', { name: 'Admin login' })
  expect(screen.queryByLabelText(/Set-up code/)).toBeNull()
})

test('logging out leads to the login with a message', async () => {
  let session = true
  const { location, store, toast } = visit('/admin/waitlist/', (request) => {
    if (request.path === '/api/logout') session = false
    if (request.path === '/api/logout') return { status: 204 }
    if (request.path === '/api/auth/setup') return { json: { needed: false } }
    return session ? signedIn(request) : signedOut
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await screen.findByRole('heading', { name: 'Admin login' })
  expect(location.history?.at(-1)).toBe('/admin/')
  expect(store.get(userAtom)).toBeNull()
  expect(toast()).toMatchObject({
    title: 'Logged out',
    description: 'You have been successfully logged out',
    variant: 'default',
  })
})

test('a failed logout reports it and changes nothing', async () => {
  const { store, toast } = visit('/admin/waitlist/', (request) =>
    request.path === '/api/logout' ? { status: 404, json: { message: 'No' } } : signedIn(request),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Error',
      description: 'Failed to log out. Please try again.',
      variant: 'destructive',
    }),
  )
  expect(store.get(userAtom)?.username).toBe('ada')
})

test('the drawer closes when a link in it is followed', async () => {
  const { location } = visit('/admin/waitlist/', signedIn)
  fireEvent.click(await screen.findByRole('button', { name: 'Open menu' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Administration' }))
  fireEvent.click(drawer.getByRole('link', { name: 'Contact Messages' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.history?.at(-1)).toBe('/admin/messages/')
})

test('a second attempt to create the first administrator is sent to the login', async () => {
  let isFirst = true
  visit('/admin/', ({ path }) => {
    if (path === '/api/auth/setup') return { json: { needed: isFirst } }
    if (path === '/api/auth/check') return signedOut
    isFirst = false
    return { status: 403, json: { message: 'There is an administrator already' } }
  })
  fireEvent.change(await screen.findByLabelText(/Username/), { target: { value: 'grace' } })
  fireEvent.change(screen.getByLabelText(/Password/), { target: { value: 'a long enough password' } })
  fireEvent.change(screen.getByLabelText(/Set-up code/), { target: { value: 'CODE' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create administrator' }))
  await screen.findByRole('heading', { name: 'Admin login' })
})
