import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { AccountScreen } from '../account/account'
import { ActivityScreen } from '#features/activity/screens/activity'
import { PeopleScreen } from './people'

beforeEach(startAfresh)

const at = '2026-03-04T10:00:00.000Z'
const ada = { id: 1, username: 'ada', email: null, createdAt: at, lastUsedAt: at }
const bob = { id: 2, username: 'bob', email: 'bob@acme.example', createdAt: at, lastUsedAt: null }
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

const noMail = { configured: false, ok: null, lastError: null, waiting: 0, failed: 0 }

const peopleApi =
  (people: object[], sendsMail = false): ApiStandIn =>
  ({ method, path, body }) => {
    if (path === '/api/mail') return { json: { ...noMail, configured: sendsMail } }
    if (path === '/api/account/confirm') return { json: { confirmedUntil: null } }
    if (method === 'GET') return { json: path === '/api/users' ? people : [] }
    if (method === 'DELETE') return { status: 204 }
    const { email, language } = body as { email: string; language: string }
    return {
      status: 201,
      json: {
        id: 3,
        email,
        language,
        createdAt: at,
        expiresAt: at,
        createdBy: null,
        url: 'http://localhost/admin/invitation/x/',
      },
    }
  }

test('removing an administrator asks first, and the last one cannot be removed', async () => {
  const { writes, toast } = renderAdmin(<PeopleScreen />, peopleApi([ada, bob]))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove bob' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this administrator?' }))
  type(dialog.getByLabelText(/Current password/), 'a long enough password')
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'bob was removed' }))
  expect(writes()).toMatchObject([
    { method: 'DELETE', path: '/api/users/2', body: { currentPassword: 'a long enough password' } },
  ])
})

test('resetting the second factor of somebody else asks for one’s own password', async () => {
  const people = [ada, bob].map((person) => ({ ...person, secondFactor: true }))
  const { writes, toast } = renderAdmin(<PeopleScreen />, peopleApi(people))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the second factor of bob' }))
  expect(screen.queryByRole('button', { name: 'Remove the second factor of ada' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the second factor of bob' }))
  type(dialog.getByLabelText(/Current password/), 'a long enough password')
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'bob can now log in with just the password' }))
  expect(writes()).toMatchObject([
    {
      method: 'DELETE',
      path: '/api/users/2/second-factor',
      body: { currentPassword: 'a long enough password' },
    },
  ])
})

test('in a confirmed session only what needs the password itself asks for it, until the server refuses it', async () => {
  const confirmedUntil = new Date(Date.now() + 60_000).toISOString()
  let isExpired = false
  const people = peopleApi([ada, { ...bob, secondFactor: true }])
  const { writes } = renderAdmin(<PeopleScreen />, (asked) => {
    if (asked.path === '/api/account/confirm') return { json: { confirmedUntil } }
    if (asked.method === 'DELETE' && isExpired)
      return {
        status: 403,
        json: { message: 'Please confirm', issues: [{ path: 'currentPassword', message: 'Again' }] },
      }
    return people(asked)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite' }))
  await waitFor(() => expect(dialog.queryByLabelText(/Current password/)).toBeNull())
  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByLabelText('Invitation link')).toBeTruthy()
  expect(writes()).toMatchObject([{ path: '/api/invitations', body: { email: '' } }])
  expect(Object.keys(writes()[0]?.body as object)).toEqual(['email', 'language'])
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }))

  fireEvent.click(await screen.findByRole('button', { name: 'Remove the second factor of bob' }))
  const reset = within(await screen.findByRole('dialog', { name: 'Remove the second factor of bob' }))
  expect(reset.getByLabelText(/Current password/)).toBeTruthy()
  fireEvent.click(reset.getByRole('button', { name: 'Cancel' }))

  isExpired = true
  fireEvent.click(await screen.findByRole('button', { name: 'Remove bob' }))
  const removal = within(await screen.findByRole('dialog', { name: 'Remove this administrator?' }))
  expect(removal.queryByLabelText(/Current password/)).toBeNull()
  fireEvent.click(removal.getByRole('button', { name: 'Remove' }))
  expect(await removal.findByText('Again')).toBeTruthy()
  expect(removal.getByLabelText(/Current password/)).toBeTruthy()
})

test('a code of an app confirms instead of the password, and a wrong one is shown in its field', async () => {
  const people = peopleApi([ada, bob])
  let confirmedUntil: string | null = null
  const { writes, toast } = renderAdmin(<PeopleScreen />, (asked) => {
    const { method, path, body } = asked
    if (path === '/api/account/second-factor') return { json: { totp: true, passkeys: [], recoveryCodesLeft: 9 } }
    if (path !== '/api/account/confirm') return people(asked)
    if (method === 'POST' && (body as { code: string }).code !== '123456')
      return { status: 403, json: { message: 'This code is not right' } }
    if (method === 'POST') confirmedUntil = new Date(Date.now() + 60_000).toISOString()
    return { json: { confirmedUntil } }
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove bob' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this administrator?' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Use a code from your app' }))
  expect(dialog.queryByLabelText(/Current password/)).toBeNull()
  const code = dialog.getByLabelText('Code')
  type(code, '000000')
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await dialog.findByText('This code is not right')).toBeTruthy()
  expect(code.getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(dialog.getByRole('button', { name: 'Use your password' }))
  expect(dialog.queryByText('This code is not right')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Use a code from your app' }))
  type(dialog.getByLabelText('Code'), '123456')
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'bob was removed' }))
  expect(writes().map(({ path, body }) => [path, body])).toEqual([
    ['/api/account/confirm', { code: '000000' }],
    ['/api/account/confirm', { code: '123456' }],
    ['/api/users/2', {}],
  ])
})

test('a dialog asks for the password again once the confirmation of the session has ended', async () => {
  const confirmedUntil = new Date(Date.now() + 1500).toISOString()
  const people = peopleApi([ada, bob])
  renderAdmin(<PeopleScreen />, (asked) =>
    asked.path === '/api/account/confirm'
      ? { json: { confirmedUntil: Date.now() < Date.parse(confirmedUntil) ? confirmedUntil : null } }
      : people(asked),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite' }))
  await waitFor(() => expect(dialog.queryByLabelText(/Current password/)).toBeNull())
  expect(await dialog.findByLabelText(/Current password/, {}, { timeout: 10_000 })).toBeTruthy()
}, 20_000)

test('one’s own tokens are listed beside the password, and revoked at once', async () => {
  const token = (id: number, by: object) => ({
    id,
    name: `Token ${id}`,
    scope: 'read',
    createdAt: at,
    createdBy: by,
    expiresAt: null,
    lastUsedAt: null,
  })
  let tokens = [token(1, ada), token(2, bob), token(3, ada)]
  const account = accountApi()
  const { writes, toast } = renderAdmin(<AccountScreen />, (asked) => {
    if (asked.path !== '/api/tokens') return account(asked)
    if (asked.method === 'GET') return { json: tokens }
    tokens = [token(2, bob)]
    return { status: 204 }
  })
  const list = within(await screen.findByRole('region', { name: 'Your tokens' }))
  expect(list.getAllByText(/^Token/).map(({ textContent }) => textContent)).toEqual(['Token 1', 'Token 3'])
  fireEvent.click(list.getByRole('button', { name: 'Revoke all' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Your tokens were revoked' }))
  expect(writes()).toMatchObject([{ method: 'DELETE', path: '/api/tokens' }])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your tokens' })).toBeNull())
})

test('the last administrator has no remove button', async () => {
  renderAdmin(<PeopleScreen />, peopleApi([ada]))
  expect(await screen.findByText('ada')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove ada' })).toBeNull()
})

test('an invitation is revoked once, however often the button is pressed', async () => {
  const invitation = { id: 4, email: 'zoe@example.org', language: 'en', createdAt: at, expiresAt: at, createdBy: null }
  const { writes } = renderAdmin(<PeopleScreen />, (request) => {
    if (request.method === 'DELETE') return new Promise(() => {})
    return request.path === '/api/invitations' ? { json: [invitation] } : peopleApi([ada])(request)
  })
  const end = await screen.findByRole('button', { name: /^Revoke the invitation/ })
  fireEvent.click(end)
  await waitFor(() => expect(end.dataset['pending']).toBe('true'))
  fireEvent.click(end)
  expect(writes()).toHaveLength(1)
})

test('an invitation shows its link once', async () => {
  const { writes } = renderAdmin(<PeopleScreen />, peopleApi([ada]))
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite' }))
  // Without a focus in the dialog, the watch of a dialog that was closed before would move it there.
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
  dialog.getByLabelText(/Email/).focus()
  type(dialog.getByLabelText(/Email/), 'eve@acme.example')
  type(dialog.getByLabelText(/Current password/), 'a long enough password')
  // With the keyboard and the mouse React Aria moves the focus at once; after a click by script it waits.
  fireEvent.keyDown(dialog.getByLabelText(/Email/), { key: 'Tab' })
  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }), { detail: 1 })
  const link = (await dialog.findByLabelText('Invitation link')) as HTMLTextAreaElement
  expect(link.value).toBe('http://localhost/admin/invitation/x/')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy link'))
  expect(writes()).toMatchObject([
    { path: '/api/invitations', body: { email: 'eve@acme.example', currentPassword: 'a long enough password' } },
  ])
})

test.each([
  [true, 'eve@acme.example', /The link is sent to this address/, 'The invitation is being sent to eve@acme.example'],
  [true, '', /The link is sent to this address/, 'This link hasn’t been sent to anyone: share it yourself'],
  [false, 'eve@acme.example', /This site doesn’t send mail/, 'This link hasn’t been sent to anyone: share it yourself'],
])(
  'whether an invitation is mailed is shown before and after (mail: %p, for %p)',
  async (sendsMail, email, before, after) => {
    renderAdmin(<PeopleScreen />, peopleApi([ada], sendsMail))
    fireEvent.click(await screen.findByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite' }))
    expect(await dialog.findByText(before)).toBeTruthy()
    type(dialog.getByLabelText(/Email/), email)
    fireEvent.click(dialog.getByRole('button', { name: 'Create link' }))
    expect(await dialog.findByText(new RegExp(after))).toBeTruthy()
  },
)

const session = { device: 'Firefox, Linux', address: '203.0.113.7', createdAt: at, lastUsedAt: at }
const accountApi = (refusal?: { status: number; json: object }, email: string | null = null): ApiStandIn => {
  let account = { id: 1, username: 'ada', email }
  return ({ method, path }) => {
    if (method !== 'GET' && refusal) return refusal
    if (method === 'PUT') account = { ...account, username: 'ada l' }
    if (path === '/api/account') return { json: account }
    if (method !== 'GET') return { status: 204 }
    if (path === '/api/mail') return { json: { ...noMail, configured: true } }
    if (path !== '/api/sessions') return undefined
    return {
      json: [
        { id: 7, ...session, current: true },
        { id: 8, ...session, device: 'Safari, iOS', current: false },
      ],
    }
  }
}

test('a wrong current password is an error at its field', async () => {
  renderAdmin(<AccountScreen />, accountApi({ status: 403, json: { message: 'This is not your current password' } }))
  const form = within(screen.getByRole('region', { name: 'Password' }))
  type(form.getByLabelText(/Current password/), 'wrong')
  type(form.getByLabelText(/New password/), 'a bicycle made of rain')
  fireEvent.click(form.getByRole('button', { name: 'Change password' }))
  expect(await form.findByText('This is not your current password')).toBeTruthy()
})

test('a refusal that is not by the site is no error of the password', async () => {
  renderAdmin(<AccountScreen />, accountApi({ status: 403, json: { blocked: 'by a proxy' } }))
  const form = within(screen.getByRole('region', { name: 'Password' }))
  type(await form.findByLabelText(/New password/), 'a bicycle made of rain')
  fireEvent.click(form.getByRole('button', { name: 'Change password' }))
  expect((await form.findByRole('alert')).textContent).toBe('The connection failed. Check it and try again.')
  expect(form.getByLabelText(/Current password/).getAttribute('aria-invalid')).not.toBe('true')
})

test('an administrator without an e-mail address is warned that the password cannot be reset', async () => {
  const { unmount } = renderAdmin(<AccountScreen />, accountApi())
  expect(await screen.findByText('Your account has no email address')).toBeTruthy()
  expect(screen.getByText(/you can’t reset a forgotten password/)).toBeTruthy()
  unmount()
  await startAfresh()
  renderAdmin(<AccountScreen />, accountApi(undefined, 'ada@acme.example'))
  expect(await screen.findByDisplayValue('ada@acme.example')).toBeTruthy()
  expect(screen.queryByText('Your account has no email address')).toBeNull()
})

test('after a change of name and email the focus stays where it was', async () => {
  renderAdmin(<AccountScreen />, accountApi())
  const form = within(await screen.findByRole('region', { name: 'Name and email' }))
  const password = await form.findByLabelText<HTMLInputElement>(/Current password/)
  type(form.getByLabelText(/Username/), ' ada l')
  type(password, 'a bicycle made of rain')
  password.focus()
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(password.value).toBe(''))
  expect(document.activeElement).toBe(password)
  expect(form.getByLabelText<HTMLInputElement>(/Username/).value).toBe('ada l')
})

test('a session elsewhere is ended by a button, the current one is not', async () => {
  const { writes } = renderAdmin(<AccountScreen />, accountApi())
  fireEvent.click(await screen.findByRole('button', { name: 'Log out Safari, iOS' }))
  await waitFor(() => expect(writes()).toMatchObject([{ method: 'DELETE', path: '/api/sessions/8' }]))
  expect(screen.queryByRole('button', { name: 'Log out Firefox, Linux' })).toBeNull()
})

test('the activity log shows who did what, and is filtered by person, action and kind', async () => {
  const asked: string[] = []
  renderAdmin(<ActivityScreen />, ({ path }) => {
    if (path === '/api/users') return { json: [ada, bob] }
    asked.push(path)
    const entry = {
      id: 9,
      at,
      user: bob,
      action: 'updated',
      kind: 'post',
      recordId: '4',
      title: 'Measuring',
      address: '',
      device: '',
    }
    return { json: path.includes('user=ada') ? [] : [entry] }
  })
  expect((await screen.findByText('Measuring')).closest('li')?.textContent).toMatch(/^bob updated post Measuring.*2026/)
  await screen.findByRole('option', { name: 'ada' })
  type(screen.getByLabelText('Who'), 'ada')
  expect(await screen.findByText('Nothing here')).toBeTruthy()
  expect(asked.at(-1)).toBe('/api/activity?user=ada')
})

test('the activity log links each record to its editor, and repeated entries are one line', async () => {
  const line = (id: number, part: object) => ({
    id,
    at,
    user: ada,
    action: 'updated',
    kind: 'project',
    recordId: '4',
    title: 'Measuring',
    address: '',
    device: '',
    ...part,
  })
  renderAdmin(<ActivityScreen />, ({ path }) => ({
    json:
      path === '/api/users'
        ? [ada]
        : [
            line(9, {}),
            line(8, {}),
            line(7, { action: 'created' }),
            line(6, { recordId: '5', title: '' }),
            line(5, { action: 'deleted', kind: 'post', recordId: '6', title: 'Gone' }),
          ],
  }))
  const link = await screen.findByRole('link', { name: 'Measuring' })
  expect(link.getAttribute('href')).toBe('/admin/projects/?edit=4')
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'ada created and updated (2 times) project Measuring',
    'ada updated project untitled (no. 5)',
    'ada deleted post Gone',
  ])
  expect(screen.queryByRole('link', { name: 'Gone' })).toBeNull()
})

test('texts about people and invitations are whole sentences', async () => {
  const told = (id: number, action: string, kind: string, title: string) => ({
    id,
    at,
    user: ada,
    action,
    kind,
    recordId: '2',
    title,
    address: '',
    device: '',
  })
  renderAdmin(<ActivityScreen />, ({ path }) => ({
    json:
      path === '/api/users'
        ? [ada]
        : [
            told(7, 'invited', 'invitation', ''),
            told(6, 'deleted', 'invitation', ''),
            told(5, 'invited', 'invitation', 'bob@example.com'),
            told(4, 'password-changed', 'user', 'ada'),
            told(3, 'renamed', 'user', 'ada l'),
            told(2, 'updated', 'user', 'ada'),
            told(1, 'session-ended', 'session', ''),
          ],
  }))
  await screen.findByText('bob@example.com')
  const sentences = screen.getAllByRole('listitem').map((entry) => entry.querySelector('p')?.textContent)
  expect(sentences).toEqual([
    'ada invited someone with a link',
    'ada deleted invitation 2',
    'ada invited bob@example.com',
    'ada changed the password',
    'ada changed the name to ada l',
    'ada updated administrator ada',
    'ada ended a session',
  ])
})
