import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

const specified = [
  'Dashboard',
  'Blog Posts',
  'Projects',
  'Page Content',
  'Waitlist',
  'Contact Messages',
  'Site Settings',
]

const navigation = () => screen.findByRole('navigation', { name: 'Administration' })
const linksIn = (part: HTMLElement) => within(part).getAllByRole('link')
const textsOf = (links: readonly HTMLElement[]) => links.map((link) => link.textContent)

/** The links of a group of the navigation. */
async function group(name: string) {
  const button = within(await navigation()).getByRole('button', { name })
  const list = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error(`The group ${name} has no list`)
  return { button, list }
}

test('the navigation lists the specified screens in their order, and marks the current one', async () => {
  visit('/admin/waitlist/', signedIn)
  const links = linksIn(await navigation())
  expect(textsOf(links).filter((text) => specified.includes(text))).toEqual(specified)
  expect(textsOf(links.filter((link) => link.getAttribute('aria-current') === 'page'))).toEqual(['Waitlist'])
  expect(screen.getByText('Logged in as').parentElement?.textContent).toBe('Logged in as ada')
  expect(screen.getAllByRole('link', { name: 'Acme: go to the public site' })[0]?.getAttribute('href')).toBe('/')
})

test('the screens are in groups; that of the system is closed until it is opened, which is remembered', async () => {
  visit('/admin/dashboard/', signedIn)
  expect(textsOf(linksIn((await group('Content')).list))).toEqual([
    'Blog Posts',
    'Projects',
    'Pages',
    'Page Content',
    'Media',
    'Translations',
  ])
  expect(textsOf(linksIn((await group('Audience')).list))).toEqual([
    'Waitlist',
    'Contact Messages',
    'Letters',
    'Visits',
  ])
  expect(textsOf(linksIn((await group('Site')).list))).toEqual([
    'Appearance',
    'Site Settings',
    'Redirects',
    'Links',
    'What could be better',
  ])
  expect((await group('System')).button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull()
  await userEvent.click((await group('System')).button)
  expect(textsOf(linksIn((await group('System')).list))).toEqual([
    'Status and backups',
    'Mail',
    'People',
    'Integrations',
    'Import and export',
    'Activity',
    'Privacy',
  ])
  await userEvent.click((await group('Audience')).button)
  expect(screen.queryByRole('link', { name: 'Letters' })).toBeNull()

  visit('/admin/dashboard/', signedIn)
  expect((await group('System')).button.getAttribute('aria-expanded')).toBe('true')
  expect((await group('Audience')).button.getAttribute('aria-expanded')).toBe('false')
})

test('the group of the current screen is open, and can be closed there', async () => {
  visit('/admin/activity/', signedIn)
  const { button } = await group('System')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect((await screen.findByRole('link', { name: 'Activity' })).getAttribute('aria-current')).toBe('page')
  await userEvent.click(button)
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull()
})

test('account and language are in the menu of the person', async () => {
  visit('/admin/account/', signedIn)
  await userEvent.click(await screen.findByRole('button', { name: /Logged in as ada/ }))
  const menu = within(await screen.findByRole('dialog', { name: 'Account and language' }))
  expect(menu.getByRole('link', { name: 'My account' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(menu.getByRole('button', { name: 'Español' }))
  await waitFor(() => expect(menu.getByRole('button', { name: 'Español' }).getAttribute('aria-pressed')).toBe('true'))
})

test('a button and [ narrow the navigation to its icons, which keep their names; a field keeps its [', async () => {
  visit('/admin/messages/', signedIn)
  await navigation()
  await userEvent.click(screen.getByRole('button', { name: 'Collapse navigation' }))
  expect(textsOf(linksIn(await navigation())).join('')).toBe('')
  for (const name of specified) expect(within(await navigation()).getByRole('link', { name })).toBeTruthy()
  await userEvent.click((await group('System')).button)
  expect(within(await navigation()).getByRole('link', { name: 'Privacy' })).toBeTruthy()

  visit('/admin/messages/', signedIn)
  const search = await screen.findByRole('searchbox')
  await userEvent.type(search, '[[')
  expect(screen.getByRole('button', { name: 'Expand navigation' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: '[' })
  expect(screen.getByRole('button', { name: 'Collapse navigation' })).toBeTruthy()
  expect(textsOf(linksIn(await navigation()))).toContain('Dashboard')
})

test('every screen leads to the public site, in a new tab', async () => {
  visit('/admin/waitlist/', signedIn)
  const link = await screen.findByRole('link', { name: 'View site' })
  expect(link.getAttribute('href')).toBe('/')
  expect(link.getAttribute('target')).toBe('_blank')
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
