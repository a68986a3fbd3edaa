import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import type { Mail } from '#features/outbox/contract'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { OutboxScreen } from './outbox'

beforeEach(startAfresh)

const mail = (id: number): Mail => ({
  id,
  kind: 'message',
  to: 'owner@example.com',
  subject: `Mail ${id}`,
  state: 'failed',
  attempts: 1,
  messageId: `<${id}@example.com>`,
  lastError: 'No such mailbox',
  createdAt: '2026-03-04T10:00:00.000Z',
  nextAttemptAt: null,
  sentAt: null,
})

const settings = {
  ownerLanguage: 'en',
  messagesKeptDays: 30,
  signUp: 'waitlist',
  welcome: null,
  siteUrl: null,
  mailServer: null,
  mailFrom: null,
  mailTo: [],
  securityContact: null,
  timeZone: null,
  fixed: {},
}
const open = (answer: ApiStandIn) =>
  renderAdmin(<OutboxScreen />, async (request) => {
    const given = await answer(request)
    return given ?? (request.path === '/api/settings' ? { json: settings } : undefined)
  })

test('mails older than the first page can be shown', async () => {
  open(({ path }) => {
    if (!path.startsWith('/api/outbox')) return undefined
    const isOlder = new URL(path, location.href).searchParams.get('before') === '11'
    return { json: isOlder ? [mail(10)] : Array.from({ length: 50 }, (_, index) => mail(60 - index)) }
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('End of list')).toBeTruthy()
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('52')
})

test('when a mail was sent by another try, the focus moves to the next row', async () => {
  let failed = [mail(3), mail(2), mail(1)]
  open(({ method, path }) => {
    if (method === 'POST') {
      failed = failed.filter(({ id }) => id !== 2)
      return { json: { ...mail(2), state: 'waiting' } }
    }
    return path.startsWith('/api/outbox') ? { json: failed } : undefined
  })
  const again = await screen.findByRole('button', { name: 'Try again: Mail 2' })
  again.focus()
  fireEvent.click(again)
  await waitFor(() => expect(screen.queryByText('Mail 2')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again: Mail 1' })))
})

test('days that are no number are refused at the field, and do not keep messages for ever', async () => {
  const { writes } = open(({ method, path }) => {
    if (method !== 'PUT' || path !== '/api/settings') return undefined
    return { status: 422, json: { message: 'Invalid', issues: [{ path: 'messagesKeptDays', message: '1 to 3650' }] } }
  })
  const keeping = within(await screen.findByRole('region', { name: 'Keeping' }))
  const days = keeping.getByLabelText<HTMLInputElement>(/days/)
  fireEvent.change(days, { target: { value: 'thirty' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await keeping.findByText('1 to 3650')).toBeTruthy()
  expect(writes()).toMatchObject([{ body: { messagesKeptDays: 'thirty' } }])
  expect(days.value).toBe('thirty')
  await waitFor(() => expect(document.activeElement).toBe(days))
})

test('the filter stays when its mails cannot be loaded, and another one or another try loads them', async () => {
  let isDown = true
  open(({ path }) => {
    if (!path.startsWith('/api/outbox')) return undefined
    const state = new URL(path, location.href).searchParams.get('state')
    if (state === null) return { json: [mail(1), mail(2)] }
    return isDown ? { status: 500, json: { message: 'Internal' } } : { json: [mail(2)] }
  })
  await screen.findByText('Mail 1')
  const filter = screen.getByRole('radio', { name: 'Failed' })
  fireEvent.click(filter)
  const again = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByText('Mail 1')).toBeNull()
  expect(screen.getByRole('radio', { name: 'Failed' })).toBe(filter)
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  expect(await screen.findByText('Mail 1')).toBeTruthy()
  expect(again.isConnected).toBe(false)
  fireEvent.click(filter)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isDown = false
  fireEvent.click(retry)
  expect(await screen.findByText('Mail 2')).toBeTruthy()
  expect(screen.queryByText('Mail 1')).toBeNull()
})
