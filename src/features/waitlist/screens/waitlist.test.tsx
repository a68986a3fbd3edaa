import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { WaitlistScreen } from './waitlist'

beforeEach(startAfresh)

const ada = {
  id: 1,
  email: 'ada@example.com',
  submittedAt: '2026-03-04T10:00:00.000Z',
  state: 'pending',
  news: true,
  language: 'en',
}
const usuario = {
  id: 2,
  email: 'usuario@español.es',
  submittedAt: '2026-03-05T10:00:00.000Z',
  state: 'confirmed',
  news: false,
  language: 'es',
}

const gone = {
  id: 3,
  email: 'gone@example.com',
  submittedAt: '2026-03-03T10:00:00.000Z',
  state: 'unsubscribed',
  news: false,
  language: 'en',
}

const { createObjectURL, revokeObjectURL } = URL
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL })
})

test('the total, and every subscriber with the date and a mail link', async () => {
  renderAdmin(<WaitlistScreen />, () => ({ json: [ada, usuario] }))
  const row = within((await screen.findByText('ada@example.com')).closest('tr') ?? document.body)
  expect(row.getByText(/Mar 4, 2026/)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Write to ada@example.com' }).getAttribute('href')).toBe(
    'mailto:ada@example.com',
  )
  expect(screen.getByText('Total subscribers').nextElementSibling?.textContent).toBe('2')
  expect(screen.getAllByRole('rowheader').map((cell) => cell.querySelector('.kit-cell')?.textContent)).toEqual([
    'usuario@español.es',
    'ada@example.com',
  ])
})

test('the column headings sort', async () => {
  renderAdmin(<WaitlistScreen />, () => ({ json: [usuario, ada] }))
  await screen.findByText('ada@example.com')
  const heading = screen.getByRole('columnheader', { name: 'Email' })
  expect(heading.getAttribute('aria-sort')).toBe('none')
  fireEvent.click(within(heading).getByRole('button'))
  expect(heading.getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getAllByRole('rowheader').map((cell) => cell.querySelector('.kit-cell')?.textContent)).toEqual([
    'ada@example.com',
    'usuario@español.es',
  ])
  fireEvent.click(within(heading).getByRole('button'))
  expect(heading.getAttribute('aria-sort')).toBe('descending')
})

test('the export is a CSV file of all who have not unsubscribed, whatever the filter', async () => {
  const files: Blob[] = []
  const names: string[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function clicked() {
    names.push(this.download)
  }
  renderAdmin(<WaitlistScreen />, () => ({ json: [gone, ada, usuario] }))
  await screen.findByText('ada@example.com')
  expect(screen.getByText('People who have unsubscribed aren’t exported.')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Export to CSV' }))
  HTMLAnchorElement.prototype.click = click
  expect(names[0]).toMatch(/^industria-waitlist-\d{4}-\d\d-\d\d\.csv$/)
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files[0]?.arrayBuffer())).toBe(
    '\uFEFFEmail,Date Joined\r\nada@example.com,2026-03-04T10:00:00.000Z\r\nusuario@español.es,2026-03-05T10:00:00.000Z\r\n',
  )
})

test('the export with details has states, and only confirmed subscribers where chosen', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  renderAdmin(<WaitlistScreen />, () => ({ json: [gone, ada, usuario] }))
  await screen.findByText('ada@example.com')
  const save = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Export with details' }))
    if (name === 'Export 1') fireEvent.click(screen.getByRole('switch', { name: 'Confirmed only' }))
    fireEvent.click(screen.getByRole('button', { name }))
  }
  save('Export 2')
  save('Export 1')
  const heading = 'Email,Date Joined,State,News,Language\r\n'
  const confirmed = 'usuario@español.es,2026-03-05T10:00:00.000Z,confirmed,no,es\r\n'
  expect(await Promise.all(files.map((file) => file.text()))).toEqual([
    `${heading}ada@example.com,2026-03-04T10:00:00.000Z,pending,yes,en\r\n${confirmed}`,
    heading + confirmed,
  ])
})

test('without subscribers it says so and there is nothing to export', async () => {
  renderAdmin(<WaitlistScreen />, () => ({ json: [] }))
  expect(await screen.findByText('No subscribers yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export to CSV' })).toBeNull()
  expect(screen.getByText('Total subscribers').nextElementSibling?.textContent).toBe('0')
})

test('while they load skeletons show; when they fail to load it says so, and retries on demand', async () => {
  let isDown = true
  renderAdmin(<WaitlistScreen />, () => (isDown ? { status: 503, json: { message: 'Away' } } : { json: [ada] }))
  expect(screen.getByText('Loading subscribers')).toBeTruthy()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isDown = false
  fireEvent.click(retry)
  expect(await screen.findByText('ada@example.com')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export to CSV' })).toBeTruthy()
})

test('nothing is fetched without a user', async () => {
  const { requests } = renderAdmin(<WaitlistScreen />, () => ({ json: [ada] }), 'en', { user: null })
  await screen.findByText('Loading subscribers')
  expect(requests).toEqual([])
})

test('states are counted and shown, and can be filtered', async () => {
  renderAdmin(<WaitlistScreen />, () => ({ json: [ada, usuario, gone] }))
  const row = within((await screen.findByText('gone@example.com')).closest('tr') ?? document.body)
  expect(row.getByText('Unsubscribed').className).toBe('kit-badge')
  const overview = within(screen.getByRole('region', { name: 'Waitlist Overview' }))
  for (const [label, count] of [
    ['Total subscribers', '3'],
    ['Confirmed', '1'],
    ['Pending', '1'],
    ['Unsubscribed', '1'],
  ] as const)
    expect([label, overview.getByText(label).nextElementSibling?.textContent]).toEqual([label, count])
  expect(overview.queryByText('Not asked')).toBeNull()
  const choose = (value: string) => fireEvent.change(screen.getByLabelText('Show'), { target: { value } })
  choose('unsubscribed')
  expect(screen.getAllByRole('rowheader')).toHaveLength(1)
  choose('unasked')
  expect(screen.getByText('No subscribers have this status.')).toBeTruthy()
  choose('all')
  expect(screen.getAllByRole('rowheader')).toHaveLength(3)
})

test('a subscription is shown as requested until the address is confirmed', async () => {
  renderAdmin(<WaitlistScreen />, () => ({ json: [ada, { ...usuario, news: true, state: 'bounced' }, gone] }))
  const row = async (email: string) => within((await screen.findByText(email)).closest('tr') ?? document.body)
  expect((await row(ada.email)).getByText('Not confirmed')).toBeTruthy()
  expect((await row(usuario.email)).getByText('Yes')).toBeTruthy()
  expect((await row(gone.email)).getByText('No')).toBeTruthy()
})

test('where no subscriptions are possible, there is only the total', async () => {
  renderAdmin(<WaitlistScreen />, () => ({ json: [{ ...ada, state: 'unasked' }] }))
  await screen.findByText('ada@example.com')
  expect(screen.getByText('Total subscribers').closest('dl')?.children).toHaveLength(1)
})

test('deleting a subscriber asks first', async () => {
  const { writes, toast } = renderAdmin(<WaitlistScreen />, ({ method }) =>
    method === 'DELETE' ? { status: 204 } : { json: [ada, usuario] },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete ada@example.com' }))
  const question = () => within(screen.getByRole('alertdialog', { name: 'Delete this subscriber?' }))
  expect(question().getByText(/ada@example\.com is permanently removed/)).toBeTruthy()
  fireEvent.click(question().getByRole('button', { name: 'Cancel' }))
  expect(writes()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete ada@example.com' }))
  fireEvent.click(question().getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(writes()).toMatchObject([{ method: 'DELETE', path: '/api/waitlist/1' }]))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'ada@example.com was deleted' }))
})

const settings = {
  ownerLanguage: 'en',
  messagesKeptDays: null,
  signUp: 'waitlist',
  welcome: null as object | null,
  siteUrl: null,
  mailServer: null,
  mailFrom: null,
  mailTo: [],
  securityContact: null,
  timeZone: null,
  fixed: {},
}

test('what the form is for is chosen, and a welcome mail is written, with errors at its fields', async () => {
  let now = settings
  let refusal: { status: number; json: object } | undefined = {
    status: 422,
    json: { message: 'Not valid', issues: [{ path: 'welcome.text.en', message: 'Please fill in this field' }] },
  }
  const { writes, toast } = renderAdmin(
    <WaitlistScreen />,
    ({ method, path, body }) => {
      if (path.endsWith('/welcome/test')) return { status: 202, json: { to: 'ada@acme.example' } }
      if (path !== '/api/settings') return undefined
      if (method === 'GET') return { json: now }
      if (refusal) return refusal
      now = { ...now, ...(body as object) }
      return { json: now }
    },
    'en',
    { path: '/admin/waitlist/?settings=1' },
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign-up and welcome mail' })).toBeTruthy()
  const form = within(await screen.findByRole('region', { name: 'Sign-up form' }))
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(form.getByRole('radio', { name: /^A waitlist/ })).toHaveProperty('checked', true)

  const mail = within(screen.getByRole('region', { name: 'Welcome mail' }))
  fireEvent.click(mail.getByRole('switch', { name: 'Send a welcome mail' }))
  const english = within(mail.getByRole('group', { name: 'English' }))
  fireEvent.change(english.getByLabelText('Subject'), { target: { value: 'Welcome aboard' } })
  fireEvent.click(mail.getByRole('button', { name: 'Save' }))
  expect(await mail.findByText('Please fill in this field')).toBeTruthy()
  expect(writes().at(-1)?.body).toMatchObject({ welcome: { subject: { en: 'Welcome aboard' } } })
  refusal = undefined
  fireEvent.click(mail.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toast()?.title).toBe('Welcome mail saved'))
  expect((await mail.findByTitle('What subscribers receive')).getAttribute('src')).toBe(
    '/api/settings/welcome/html?language=en',
  )
  fireEvent.click(mail.getByRole('button', { name: 'Send a test to me' }))
  await waitFor(() => expect(toast()?.title).toBe('A test is on its way to ada@acme.example'))
  fireEvent.click(mail.getByRole('switch', { name: 'Send a welcome mail' }))
  fireEvent.click(mail.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(writes().at(-1)?.body).toEqual({ welcome: null }))
})

test('the form is switched to a newsletter alone', async () => {
  const { writes } = renderAdmin(
    <WaitlistScreen />,
    // The answer keeps the mode, because a test cannot load its page again.
    ({ path }) => (path === '/api/settings' ? { json: settings } : undefined),
    'en',
    { path: '/admin/waitlist/?settings=1' },
  )
  const form = within(await screen.findByRole('region', { name: 'Sign-up form' }))
  fireEvent.click(form.getByRole('radio', { name: /^A newsletter/ }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(writes()).toMatchObject([{ method: 'PUT', path: '/api/settings', body: { signUp: 'news' } }]),
  )
})
