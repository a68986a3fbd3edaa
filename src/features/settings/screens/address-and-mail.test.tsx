import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import type { Settings } from '../owner/contract'
import { AddressAndMail, mailboxesIn } from './address-and-mail'

beforeEach(startAfresh)

const settings: Settings = {
  ownerLanguage: 'en',
  messagesKeptDays: null,
  signUp: 'waitlist',
  welcome: null,
  siteUrl: 'https://acme.example',
  mailServer: {
    host: 'smtp.acme.example',
    port: 587,
    security: 'starttls',
    username: 'site',
    hasPassword: true,
    needsPassword: false,
  },
  mailFrom: null,
  mailTo: ['ada@acme.example'],
  securityContact: null,
  timeZone: null,
  fixed: { siteUrl: 'SITE_URL' },
}

const open = (answer: ApiStandIn = () => undefined) =>
  renderAdmin(<AddressAndMail onChanged={() => {}} />, async (request) => {
    const given = await answer(request)
    if (given) return given
    if (request.path === '/api/account/confirm')
      return { json: { confirmedUntil: new Date(Date.now() + 600_000).toISOString() } }
    return request.path === '/api/settings' && request.method === 'GET' ? { json: settings } : undefined
  })
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })

test('what the environment sets is shown, locked, and says by which variable', async () => {
  open()
  const address = await field('Address of the site')
  expect([address.value, address.readOnly]).toEqual(['https://acme.example', true])
  expect(screen.getByText('Set by SITE_URL in the server’s environment.')).toBeTruthy()
  expect((await field('Sender')).readOnly).toBe(false)
  expect(screen.getByText('Still missing: Sender.')).toBeTruthy()
  expect(screen.getByText('A password is stored. Leave empty to keep it.')).toBeTruthy()
})

test('only what was changed is sent', async () => {
  const { requests } = open(({ method }) =>
    method === 'PUT' ? { json: { ...settings, mailFrom: 'site@acme.example' } } : undefined,
  )
  await type('Sender', 'site@acme.example')
  await type('Recipients', 'ada@acme.example, "Bob, Jr." <bob@acme.example>')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    mailFrom: 'site@acme.example',
    mailTo: ['ada@acme.example', '"Bob, Jr." <bob@acme.example>'],
  })
})

test('a test mail uses what is in the fields, and says what is wrong with it', async () => {
  const issue = { path: 'mailServer.host', message: 'No mail server answers' }
  const { requests } = open(({ path }) =>
    path.endsWith('/mail/test') ? { status: 422, json: { message: 'Check', issues: [issue] } } : undefined,
  )
  await type('Mail server', 'mail.acme.example')
  await type('Password', 'secret')
  fireEvent.click(screen.getByRole('button', { name: 'Send a test mail' }))
  expect(await screen.findByText('No mail server answers')).toBeTruthy()
  expect(requests.find(({ path }) => path.endsWith('/mail/test'))?.body).toEqual({
    mailServer: {
      host: 'mail.acme.example',
      port: 587,
      security: 'starttls',
      username: 'site',
      password: 'secret',
    },
  })
})

test('mailboxes are separated by commas outside of quotes', () => {
  expect(mailboxesIn(' "Lee, Ada" <ada@acme.example>,, bob@acme.example ')).toEqual([
    '"Lee, Ada" <ada@acme.example>',
    'bob@acme.example',
  ])
})
