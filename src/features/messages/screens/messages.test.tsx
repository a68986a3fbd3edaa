import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { message } from '#test/fixtures'
import { MessagesScreen } from './messages'

beforeEach(startAfresh)

const ada = {
  ...message,
  id: 3,
  name: 'Ada Lovelace',
  email: 'ada+work@example.com',
  subject: 'An <b>engine</b>',
  message: 'Line one\n\n  line two <img src=x onerror=alert(1)>',
}
const grace = {
  ...ada,
  id: 2,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  subject: 'A bug',
  read: true,
  submittedAt: '2026-03-03T10:00:00.000Z',
}

/** A fake API with these messages that stores changes. */
function messagesApi(messages: (typeof ada)[], write?: ApiStandIn): ApiStandIn {
  let stored = messages
  return (request) => {
    if (request.method === 'GET') return request.path.startsWith('/api/contact') ? { json: stored } : undefined
    const refused = write?.(request)
    if (refused) return refused
    const id = Number(request.path.split('/').at(-1))
    stored = stored.map((one) => (one.id === id ? { ...one, ...(request.body as { read: boolean }) } : one))
    return { json: stored.find((one) => one.id === id) }
  }
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const view = async (name: string) => fireEvent.click((await rowOf(name)).getByRole('button'))

test('a click anywhere in the row of a message opens it', async () => {
  renderAdmin(<MessagesScreen />, messagesApi([ada, grace]))
  fireEvent.click((await rowOf('Grace Hopper')).getByText('A bug'))
  expect((await screen.findByRole('dialog')).textContent).toContain('Grace Hopper')
})

test('a spinner shows while the messages load', async () => {
  renderAdmin(<MessagesScreen />, () => new Promise(() => {}))
  expect((await screen.findByRole('status')).textContent).toBe('Loading messages…')
})

test('each message shows its state, sender, subject and date; new ones have a badge', async () => {
  renderAdmin(<MessagesScreen />, messagesApi([ada, grace]))
  const first = await rowOf('Ada Lovelace')
  expect(first.getByText('New')).toBeTruthy()
  expect(first.getByText('ada+work@example.com')).toBeTruthy()
  expect(first.getByText('An <b>engine</b>')).toBeTruthy()
  expect(first.getByText(/Mar 4, 2026/)).toBeTruthy()
  const second = await rowOf('Grace Hopper')
  expect(second.queryByText('New')).toBeNull()
  expect(second.getByText('Read')).toBeTruthy()
  expect(screen.getByText(/^2 messages/).textContent).toBe('2 messages 1 new')
})

test('one message is counted in the singular, in Spanish too', async () => {
  renderAdmin(<MessagesScreen />, messagesApi([grace]))
  expect(await screen.findByText('1 message')).toBeTruthy()
  renderAdmin(<MessagesScreen />, messagesApi([grace]), 'es')
  expect(await screen.findByText('1 mensaje')).toBeTruthy()
})

test('opening shows the whole message as plain text and marks it read', async () => {
  const { writes } = renderAdmin(<MessagesScreen />, messagesApi([ada, grace]))
  await view('Ada Lovelace')
  const dialog = within(await screen.findByRole('dialog', { name: 'An <b>engine</b>' }))
  expect(dialog.getByText(/line two/).textContent).toBe(ada.message)
  expect(document.querySelector('[role=dialog] img')).toBeNull()
  const reply = new URL(dialog.getByRole('link', { name: 'Reply' }).getAttribute('href') ?? '')
  expect([reply.protocol, decodeURIComponent(reply.pathname)]).toEqual(['mailto:', ada.email])
  expect(reply.searchParams.get('subject')).toBe('Re: An <b>engine</b>')
  expect(reply.searchParams.get('body')).toEndWith(
    ', Ada Lovelace wrote:\r\n> Line one\r\n> \r\n>   line two <img src=x onerror=alert(1)>',
  )
  expect(writes()).toMatchObject([{ method: 'PUT', path: '/api/contact/3', body: { read: true } }])
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await rowOf('Ada Lovelace')).getByText('Read')).toBeTruthy()
})

test('a read message is not marked again, and can be set back to new', async () => {
  const { writes } = renderAdmin(<MessagesScreen />, messagesApi([grace]))
  await view('Grace Hopper')
  const dialog = within(await screen.findByRole('dialog'))
  expect(writes()).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as new' }))
  await waitFor(() => expect(writes()).toMatchObject([{ path: '/api/contact/2', body: { read: false } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await rowOf('Grace Hopper')).getByText('New')).toBeTruthy()
})

test('a mark that the server refuses is reverted', async () => {
  const { toast } = renderAdmin(
    <MessagesScreen />,
    messagesApi([ada], () => ({ status: 403, json: { message: 'No' } })),
  )
  await view('Ada Lovelace')
  await waitFor(() => expect(toast()).toMatchObject({ variant: 'destructive', description: 'No' }))
  expect(screen.getByText('New')).toBeTruthy()
})

test('messages are searched by sender, subject and text, with or without accents', async () => {
  renderAdmin(<MessagesScreen />, messagesApi([ada, { ...grace, name: 'Íñigo López' }]))
  await rowOf('Ada Lovelace')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'inigo' } })
  await waitFor(() => expect(screen.queryByText('Ada Lovelace')).toBeNull())
  expect(screen.getByText('Íñigo López')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
  expect(await screen.findByText('Nothing found for “nobody”')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
  expect(screen.queryByText(/Nothing found/)).toBeNull()
})

test('without messages it says so', async () => {
  renderAdmin(<MessagesScreen />, messagesApi([]))
  expect(await screen.findByText('No messages received yet.')).toBeTruthy()
})

test('when they fail to load it says so, and retries on demand', async () => {
  let isDown = true
  renderAdmin(<MessagesScreen />, (request) =>
    isDown ? { status: 503, json: { message: 'Away' } } : messagesApi([ada])(request),
  )
  expect(await screen.findByText('Error loading messages. Please try again.')).toBeTruthy()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
})

test('nothing is fetched without a user', async () => {
  const { requests } = renderAdmin(<MessagesScreen />, messagesApi([ada]), 'en', { user: null })
  await screen.findByRole('status')
  expect(requests).toEqual([])
})
