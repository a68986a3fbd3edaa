import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { AdminApp } from '#admin/shell/admin-app'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { message as usual } from '#test/fixtures'

/** Replaces the browser's `EventSource`; the test emits its events. */
class FakeEventSource extends EventTarget {
  static made: FakeEventSource[] = []
  readonly CLOSED = 2
  readonly OPEN = 1
  readyState = 1
  constructor(readonly url: string) {
    super()
    FakeEventSource.made.push(this)
  }
  hear(event: string, id: string, told: object) {
    act(() => void this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(told), lastEventId: id })))
  }
  refuse() {
    this.readyState = 2
    act(() => void this.dispatchEvent(new Event('error')))
  }
  close() {
    this.readyState = 2
  }
}

beforeEach(() => {
  startAfresh()
  FakeEventSource.made = []
  Object.assign(globalThis, { EventSource: FakeEventSource })
})
afterEach(() => {
  startAfresh()
  Reflect.deleteProperty(globalThis, 'EventSource')
})

const message = { ...usual, name: 'Bob', email: 'bob@example.com', subject: 'First' }

let isLoggedIn = true
let messages: object[] = []
const api: ApiStandIn = ({ path }) => {
  if (path === '/api/auth/check')
    return { json: { authenticated: isLoggedIn, user: isLoggedIn ? { id: 1, username: 'ada' } : null } }
  if (path.startsWith('/api/contact')) return { json: messages }
  return undefined
}
const visit = (path: string, language: 'en' | 'es' = 'en') => {
  isLoggedIn = true
  messages = [message]
  return renderAdmin(<AdminApp />, api, language, { path, user: 'unknown' })
}
const source = async () => {
  await waitFor(() => expect(FakeEventSource.made).toHaveLength(1))
  return FakeEventSource.made[0]!
}

test('the number of new messages is beside their entry, in its accessible name, and in the title of every screen', async () => {
  visit('/admin/waitlist/')
  const stream = await source()
  await waitFor(() => expect(document.title).toBe('Waitlist – Acme admin'))
  stream.hear('hello', 'a-1', { unread: 2, failed: 0 })
  expect(document.title).toBe('(2) Waitlist – Acme admin')
  const entry = screen.getByRole('link', { name: 'Contact Messages (2 new messages)' })
  act(() => entry.click())
  await screen.findByRole('heading', { level: 1, name: 'Contact Messages' })
  await waitFor(() => expect(document.title).toBe('(2) Contact Messages – Acme admin'))
  stream.hear('change', 'a-2', { kind: 'message', action: 'updated', id: 1, unread: 1, failed: 0 })
  expect(document.title).toBe('(1) Contact Messages – Acme admin')
  expect(screen.getByRole('link', { name: 'Contact Messages (1 new message)' })).toBeTruthy()
  stream.hear('change', 'a-3', { kind: 'message', action: 'updated', id: 1, unread: 0, failed: 0 })
  expect(document.title).toBe('Contact Messages – Acme admin')
  expect(screen.getByRole('link', { name: 'Contact Messages' })).toBeTruthy()
  expect(FakeEventSource.made).toHaveLength(1)
})

test('the number is in the Spanish interface too', async () => {
  visit('/admin/waitlist/', 'es')
  const stream = await source()
  stream.hear('hello', 'a-1', { unread: 1, failed: 0 })
  expect(screen.getByRole('link', { name: /^Mensajes de contacto \(1 mensaje nuevo\)$/i })).toBeTruthy()
})

test('a list is reloaded when it has changed, and no other is', async () => {
  const { requests } = visit('/admin/messages/')
  const stream = await source()
  stream.hear('hello', 'a-1', { unread: 1, failed: 0 })
  expect((await screen.findAllByText('First')).length).toBeGreaterThan(0)
  const asked = () => requests.filter(({ path }) => path === '/api/contact').length
  const before = asked()
  stream.hear('change', 'a-2', { kind: 'post', action: 'updated', id: 7, unread: 1, failed: 0 })
  await Bun.sleep(50)
  expect(asked()).toBe(before)
  messages = [{ ...message, id: 2, subject: 'Second' }, message]
  await Bun.sleep(500)
  stream.hear('change', 'a-3', { kind: 'message', action: 'created', id: 2, unread: 2, failed: 0 })
  expect((await screen.findAllByText('Second')).length).toBeGreaterThan(0)
  expect(asked()).toBe(before + 1)
  messages = [{ ...message, id: 3, subject: 'Third' }]
  stream.hear('reset', 'a-4', { unread: 1, failed: 0 })
  expect((await screen.findAllByText('Third')).length).toBeGreaterThan(0)
})

test('a burst of changes reloads a list twice, not each time', async () => {
  const { requests } = visit('/admin/messages/')
  const stream = await source()
  await screen.findAllByText('First')
  const asked = () => requests.filter(({ path }) => path === '/api/contact').length
  const before = asked()
  for (let id = 2; id < 30; id++)
    stream.hear('change', `a-${id}`, { kind: 'message', action: 'created', id, unread: id, failed: 0 })
  await waitFor(() => expect(asked() - before).toBe(2))
  await Bun.sleep(700)
  expect(asked() - before).toBe(2)
})

test('an ended session is handled as usual, and nothing is fetched meanwhile', async () => {
  visit('/admin/waitlist/')
  const stream = await source()
  await screen.findByRole('navigation', { name: 'Administration' })
  isLoggedIn = false
  stream.refuse()
  const [dialog] = await screen.findAllByRole('dialog')
  expect(dialog?.textContent).toContain('session has ended')
  await Bun.sleep(1600)
  expect(FakeEventSource.made).toHaveLength(1)
})

test('a connection refused for another reason is reopened where it was', async () => {
  visit('/admin/waitlist/')
  const stream = await source()
  stream.hear('hello', 'a-7', { unread: 0, failed: 0 })
  stream.refuse()
  await waitFor(() => expect(FakeEventSource.made).toHaveLength(2))
  expect(FakeEventSource.made[1]!.url).toBe('/api/events?after=a-7')
})
