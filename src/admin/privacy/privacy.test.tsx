import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import type { PersonExport } from './privacy'
import { PrivacyScreen } from './privacy'

beforeEach(startAfresh)

const { createObjectURL, revokeObjectURL } = URL
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL })
})

const at = '2026-03-04T10:00:00.000Z'
const ada = { id: 1, username: 'ada' }
const held: PersonExport = {
  email: 'zoe@example.org',
  messages: [
    {
      id: 7,
      name: 'Zoë Bell',
      email: 'zoe@example.org',
      subject: 'A school',
      message: 'Good day.\nHave you a moment?',
      submittedAt: at,
      read: true,
      folder: 'inbox',
      spam: { score: 0, reasons: [] },
      replies: 1,
      thread: [{ id: 1, at, by: ada, body: 'We have.', mail: { id: 3, state: 'sent' } }],
    },
  ],
  subscribers: [
    {
      id: 2,
      email: 'zoe@example.org',
      submittedAt: at,
      state: 'confirmed',
      news: true,
      language: 'en',
      confirmedAt: at,
      unsubscribedAt: null,
      welcomedAt: null,
    },
  ],
  mails: [],
  activity: [
    {
      id: 9,
      at,
      user: ada,
      action: 'read',
      kind: 'message',
      recordId: '7',
      title: 'Zoë Bell',
      address: '',
      device: '',
    },
  ],
}
const nothing: PersonExport = { email: 'zoe@example.org', messages: [], subscribers: [], mails: [], activity: [] }

const api =
  (found: PersonExport = held): ApiStandIn =>
  ({ path }) => ({
    json: path.endsWith('/export') ? found : { messages: 1, replies: 1, subscribers: 1, mails: 0, activity: 1 },
  })

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function ask(button: string, email = ' zoe@example.org ') {
  fireEvent.change(screen.getByLabelText(/Email address/), { target: { value: email } })
  press(button)
}

test('all data of an address is shown, and can be downloaded', async () => {
  const files: Blob[] = []
  const names: string[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  const { writes } = renderAdmin(<PrivacyScreen />, api())
  ask('Export')
  const sheet = within(await screen.findByRole('region', { name: 'Stored about zoe@example.org' }))
  expect(writes()).toMatchObject([{ path: '/api/privacy/export', body: { email: 'zoe@example.org' } }])
  for (const text of ['A school', 'We have.', 'Confirmed', 'ada read message', '1 reply'])
    expect([text, sheet.getAllByText(text).length]).toEqual([text, 1])
  expect(sheet.queryByRole('heading', { name: 'Mail' })).toBeNull()
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function clicked() {
    names.push(this.download)
  }
  fireEvent.click(sheet.getByRole('button', { name: 'Download as JSON' }))
  HTMLAnchorElement.prototype.click = click
  expect(names).toEqual(['zoe@example.org.json'])
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(held)
})

test('an error of the server is at the field, which is focused, and the pressed button keeps the focus meanwhile', async () => {
  const message = 'Nobody has this address'
  renderAdmin(<PrivacyScreen />, () => ({ status: 422, json: { message, issues: [{ path: 'email', message }] } }))
  ask('Erase…')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase…' }).disabled).toBe(false)
  await screen.findByText(message)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Email address/)))
})

test('an erasure lists first what will be deleted, and afterwards what was deleted', async () => {
  const { writes } = renderAdmin(<PrivacyScreen />, api())
  ask('Erase…')
  const question = within(await screen.findByRole('alertdialog', { name: 'Erase all of this permanently?' }))
  for (const text of ['1 message', '1 reply', '1 waitlist entry', 'the name in 1 activity entry'])
    expect([text, question.getAllByText(text).length]).toEqual([text, 1])
  expect(writes()).toHaveLength(1)
  fireEvent.click(question.getByRole('button', { name: 'Erase permanently' }))
  const told = within(
    (await screen.findByText('Everything about zoe@example.org has been erased')).closest('.kit-alert') as HTMLElement,
  )
  expect(writes()[1]).toMatchObject({ path: '/api/privacy/erase', body: { email: 'zoe@example.org' } })
  expect(told.getByText('1 message')).toBeTruthy()
  expect(told.queryByText(/0 mails/)).toBeNull()
  expect(screen.queryByRole('region', { name: /What is held/ })).toBeNull()
})

test('nothing is erased without confirmation', async () => {
  const { writes } = renderAdmin(<PrivacyScreen />, api())
  ask('Erase…')
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(writes().map(({ path }) => path)).toEqual(['/api/privacy/export'])
})

test('without any data it says so, and there is nothing to erase', async () => {
  renderAdmin(<PrivacyScreen />, api(nothing))
  ask('Erase…')
  expect((await screen.findAllByText('Nothing is stored about zoe@example.org')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download as JSON' })).toBeNull()
})

test('an invalid address is an error at the field, and nothing is requested', async () => {
  const { writes } = renderAdmin(<PrivacyScreen />, api())
  ask('Export', 'zoe')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(writes()).toEqual([])
  fireEvent.change(screen.getByLabelText(/Email address/), { target: { value: 'zoe@example.org' } })
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
})

test('a failed request is reported', async () => {
  const { toast } = renderAdmin(<PrivacyScreen />, () => ({ status: 503, json: { message: 'Away' } }))
  ask('Export')
  await waitFor(() => expect(toast()).toMatchObject({ title: 'The data couldn’t be exported', description: 'Away' }))
})
