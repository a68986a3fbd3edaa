import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { languageAtom } from '#i18n/language-atom'
import type { Folder, Message, ThreadEntry } from '../contract'
import { failedMail } from '#test/fixtures'
import { MessagesScreen } from './messages'

const resize = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({
    width,
    height: 900,
  })
beforeEach(() => {
  startAfresh()
  resize(1440)
})
afterAll(() => resize(1024))

const names = ['Ada Lovelace', 'Grace Hopper', 'Íñigo López', 'Katherine Johnson', 'Li Wei'] as const

const message = (id: number, changes: Partial<Message> = {}): Message => ({
  id,
  name: names[id - 1] ?? `Sender ${id}`,
  email: `${id}@example.com`,
  subject: `Subject ${id}`,
  message: `Text ${id}`,
  submittedAt: `2026-03-0${id}T10:00:00.000Z`,
  read: true,
  folder: 'inbox',
  spam: { score: 0, reasons: [] },
  replies: 0,
  ...changes,
})

const entry = (id: number, changes: Partial<ThreadEntry> = {}): ThreadEntry => ({
  id,
  at: '2026-03-09T10:00:00.000Z',
  by: { id: 1, username: 'ada' },
  body: `Answer ${id}`,
  mail: { id: 70 + id, state: 'sent' },
  ...changes,
})

type Site = { messages: Message[]; threads?: Record<number, ThreadEntry[]>; sendsMail?: boolean; write?: ApiStandIn }

/** A fake API with these messages that stores changes. */
function inboxApi(site: Site): ApiStandIn {
  return (request) => {
    const { method } = request
    const [path = '', search] = request.path.split('?')
    const folder = new URLSearchParams(search).get('folder')
    const id = Number(/^\/api\/contact\/(\d+)/.exec(path)?.[1])
    const found = site.messages.find((one) => one.id === id)
    if (path === '/api/mail')
      return { json: { configured: site.sendsMail ?? false, ok: null, lastError: null, waiting: 0, failed: 0 } }
    if (method === 'GET' && path === '/api/contact')
      return { json: site.messages.filter((one) => (folder ? one.folder === folder : one.folder !== 'spam')) }
    if (method === 'GET')
      return found ? { json: { ...found, thread: site.threads?.[id] ?? [] } } : { status: 404, json: { message: 'No' } }
    const answered = site.write?.(request)
    if (answered) return answered
    if (method === 'DELETE') {
      site.messages = site.messages.filter((one) => one.id !== id)
      return { status: 204 }
    }
    const changed = { ...found, ...(request.body as Partial<Message>) } as Message
    site.messages = site.messages.map((one) => (one.id === id ? changed : one))
    return { json: changed }
  }
}

const five = () => [5, 4, 3, 2, 1].map((id) => message(id))
const show = (site: Site, path = '/admin/messages/') => renderAdmin(<MessagesScreen />, inboxApi(site), 'en', { path })

const view = (id: number) => screen.findByRole('button', { name: `View message from ${names[id - 1]}: Subject ${id}` })
/** Browsers render the changes of one key press before the next. */
const press = async (key: string, init: object = {}) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
  await new Promise((resolve) => setTimeout(resolve, 10))
}
const listed = () =>
  screen
    .getAllByRole('button', { name: /^View message from/ })
    .map((button) => Number(button.closest('tr')?.dataset.message))
const focused = () => Number(document.activeElement?.closest('tr')?.dataset.message)
const dialog = (id: number) => screen.findByRole('dialog', { name: `Subject ${id}` })

describe('folders', () => {
  const site = () => ({
    messages: [
      message(5),
      message(4, { folder: 'archive' as Folder }),
      message(3, { folder: 'spam' as Folder, spam: { score: 80, reasons: ['Five links', 'Sent in a second'] } }),
      message(2, { read: false }),
    ],
  })

  test('each has a link with its count, and shows its own messages', async () => {
    const { location } = show(site())
    await view(5)
    const links = within(screen.getByRole('navigation', { name: 'Folders' }))
    await waitFor(() =>
      expect(links.getAllByRole('link').map((link) => link.textContent)).toEqual([
        'Inbox 2',
        'Archive 1',
        'Spam 1',
        'All 4',
      ]),
    )
    expect(listed()).toEqual([5, 2])
    fireEvent.click(links.getByRole('link', { name: 'Archive 1' }))
    await waitFor(() => expect(listed()).toEqual([4]))
    expect(location.history.at(-1)).toBe('/admin/messages/?folder=archive')
    expect(screen.getByText('1 message')).toBeTruthy()
    fireEvent.click(links.getByRole('link', { name: 'All 4' }))
    await waitFor(() => expect(listed()).toEqual([5, 4, 3, 2]))
    fireEvent.click(links.getByRole('link', { name: 'Inbox 2' }))
    await waitFor(() => expect(location.history.at(-1)).toBe('/admin/messages/'))
  })

  test('spam shows its score, and its reasons in the open message', async () => {
    show(site(), '/admin/messages/?folder=spam')
    const row = within((await view(3)).closest('tr') ?? document.body)
    expect(row.getByText('Spam 80')).toBeTruthy()
    fireEvent.click(await view(3))
    const open = within(await dialog(3))
    expect(open.getByText('Spam score 80')).toBeTruthy()
    expect(open.getAllByRole('listitem').map((reason) => reason.textContent)).toEqual([
      'Five links',
      'Sent in a second',
    ])
    fireEvent.click(open.getByRole('button', { name: 'Not spam' }))
    expect(await screen.findByText('No spam')).toBeTruthy()
  })

  test('the reasons are reloaded in another language', async () => {
    const { store, requests } = show(site(), '/admin/messages/?folder=spam')
    await view(3)
    const asked = () => requests.filter(({ path }) => path === '/api/contact?folder=spam').length
    const before = asked()
    store.set(languageAtom, 'es')
    await waitFor(() => expect(asked()).toBe(before + 1))
  })

  test('each says when it is empty', async () => {
    show({ messages: [] }, '/admin/messages/?folder=archive')
    expect(await screen.findByText('Nothing in the archive')).toBeTruthy()
    show({ messages: [] }, '/admin/messages/?folder=spam')
    expect(await screen.findByText('No spam')).toBeTruthy()
    show({ messages: [message(1, { folder: 'archive' })] })
    expect(await screen.findByText('The inbox is empty')).toBeTruthy()
    show({ messages: [] }, '/admin/messages/?folder=all')
    expect(await screen.findByText('No messages received yet.')).toBeTruthy()
  })
})

describe('a search', () => {
  test('is in the address, shows the number of matches, and is restored from it', async () => {
    const { location } = show({ messages: five() })
    await view(3)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'lopez inigo' } })
    await waitFor(() => expect(listed()).toEqual([3]))
    expect(screen.getByText('1 match')).toBeTruthy()
    await waitFor(() => expect(location.history.at(-1)).toBe('/admin/messages/?q=lopez+inigo'))
    show({ messages: five() }, '/admin/messages/?q=lopez+inigo')
    await view(3)
    expect(listed()).toEqual([3])
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('lopez inigo')
  })

  test('in a folder says that nothing was found, not that the folder is empty', async () => {
    show({ messages: [message(4, { folder: 'archive' })] }, '/admin/messages/?q=nobody')
    expect(await screen.findByText('Nothing found for “nobody”')).toBeTruthy()
    expect(screen.queryByText('The inbox is empty')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('The inbox is empty')).toBeTruthy()
  })

  test('shows matches in other folders', async () => {
    show({ messages: [message(5), message(4, { folder: 'archive' })] }, '/admin/messages/?q=katherine')
    expect(await screen.findByText('Nothing found for “katherine”')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: '1 match in all folders' }))
    await view(4)
    expect(listed()).toEqual([4])
  })
})

describe('the open message', () => {
  test('is in the address, beside the list, and becomes read', async () => {
    const site = { messages: [message(2, { read: false }), message(1)] }
    const { location, writes } = show(site)
    fireEvent.click(await view(2))
    const open = within(await dialog(2))
    expect(open.getByText('Text 2')).toBeTruthy()
    expect(location.history.at(-1)).toBe('/admin/messages/?message=2')
    expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
    expect(listed()).toEqual([2, 1])
    await waitFor(() => expect(writes()).toMatchObject([{ path: '/api/contact/2', body: { read: true } }]))
    fireEvent.click(open.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.history.at(-1)).toBe('/admin/messages/')
    await waitFor(() => expect(focused()).toBe(2))
  })

  test('is opened by its address, in whichever folder', async () => {
    const { location } = show({ messages: [message(2), message(1, { folder: 'spam' })] }, '/admin/messages/?message=1')
    expect(within(await dialog(1)).getByText('Text 1')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(location.history.at(-1)).toBe('/admin/messages/'))
  })

  test('reports one that no longer exists', async () => {
    show({ messages: [message(2)] }, '/admin/messages/?message=9')
    expect(await screen.findByText('This message has been deleted.')).toBeTruthy()
  })

  test('on a narrow screen covers the list, with a way back', async () => {
    resize(375)
    show({ messages: five() })
    fireEvent.click(await view(4))
    const open = within(await dialog(4))
    expect(document.querySelector('.kit-overlay [role=dialog]')).not.toBeNull()
    fireEvent.click(open.getByRole('button', { name: 'Back to the list' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focused()).toBe(4))
  })
})

describe('keyboard shortcuts', () => {
  test('move through the list, and through the open messages', async () => {
    const { location } = show({ messages: five() })
    await view(5)
    await press('ArrowDown')
    expect(focused()).toBe(5)
    await press('j')
    await press('ArrowDown')
    await press('k')
    expect(focused()).toBe(4)
    fireEvent.click(document.activeElement ?? document.body)
    await dialog(4)
    await press('ArrowDown')
    await dialog(3)
    await press('ArrowUp')
    await dialog(4)
    expect(location.history.filter((address) => address.includes('message='))).toHaveLength(3)
    await press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('archive, mark as spam and mark as read, and can be undone', async () => {
    const site = { messages: five() }
    const { toast, location } = show(site)
    fireEvent.click(await view(5))
    await dialog(5)
    await press('e')
    await dialog(4)
    expect(toast()).toMatchObject({ title: 'Message archived' })
    expect(document.activeElement).toBe(await dialog(4))
    await press('!')
    await dialog(3)
    expect(toast()).toMatchObject({ title: 'Message moved to spam' })
    await waitFor(() => expect(site.messages.slice(0, 2).map(({ folder }) => folder)).toEqual(['archive', 'spam']))
    await press('z')
    await dialog(4)
    expect(listed()).toEqual([4, 3, 2, 1])
    await waitFor(() => expect(site.messages[1]?.folder).toBe('inbox'))
    await press('u')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(site.messages[1]?.read).toBe(false))
    expect(location.history.at(-1)).toBe('/admin/messages/')
    await waitFor(() => expect(focused()).toBe(4))
  })

  test('undo the last action only: not the one before a deletion, which cannot be undone', async () => {
    const site = { messages: five() }
    const { toast } = show(site)
    await view(5)
    await press('ArrowDown')
    await press('e')
    await waitFor(() => expect(site.messages[0]?.folder).toBe('archive'))
    await press('u')
    await waitFor(() => expect(site.messages[1]?.read).toBe(false))
    await press('z')
    await waitFor(() => expect(site.messages[1]?.read).toBe(true))
    expect(site.messages[0]?.folder).toBe('archive')

    await press('e')
    await waitFor(() => expect(site.messages[1]?.folder).toBe('archive'))
    await press('#')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast()?.title).toBe('Message deleted'))
    await waitFor(() => expect(site.messages.map(({ id }) => id)).toEqual([5, 4, 2, 1]))
    await press('z')
    expect(toast()?.title).toBe('Message deleted')
    expect(site.messages[1]?.folder).toBe('archive')
  })

  test('that archive without opening focus the next message, or the previous one for the last', async () => {
    show({ messages: five() })
    await view(5)
    for (const [key, at] of [
      ['ArrowDown', 5],
      ['ArrowDown', 4],
      ['e', 3],
      ['e', 2],
      ['ArrowDown', 1],
      ['e', 2],
      ['e', 5],
    ] as const) {
      await press(key)
      await waitFor(() => expect([key, focused()]).toEqual([key, at]))
    }
    await press('e')
    expect(await screen.findByText('The inbox is empty')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })

  test('are listed in a dialog, and letter keys can be turned off', async () => {
    const site = { messages: five() }
    show(site)
    await view(5)
    await press('ArrowDown')
    await press('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(sheet.getByText('Archive, or move to inbox')).toBeTruthy()
    fireEvent.click(sheet.getByRole('switch'))
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await view(5)).focus()
    await press('e')
    await press('ArrowDown')
    expect(focused()).toBe(4)
    expect(listed()).toHaveLength(5)
  })

  test('do nothing in a field, with a modifier or below a dialog', async () => {
    const { writes } = show({ messages: five() })
    ;(await view(5)).focus()
    await press('e', { ctrlKey: true })
    await press('#')
    await screen.findByRole('alertdialog')
    await press('e')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    screen.getByRole('searchbox').focus()
    await press('e')
    await press('#')
    expect([writes(), screen.queryByRole('alertdialog')]).toEqual([[], null])
  })
})

describe('selecting many messages', () => {
  const box = (id: number) =>
    screen.findByRole('checkbox', { name: `Select message from ${names[id - 1]}: Subject ${id}` })

  test('a range is chosen with Shift, moved at once, and undone at once', async () => {
    const site = { messages: five() }
    const { toast } = show(site)
    fireEvent.click(await box(4))
    fireEvent.click(await box(2), { shiftKey: true })
    const bar = within(screen.getByRole('toolbar'))
    expect(bar.getByText('3 selected')).toBeTruthy()
    fireEvent.click(bar.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(listed()).toEqual([5, 1]))
    expect(screen.queryByRole('toolbar')).toBeNull()
    await waitFor(() => expect(focused()).toBe(1))
    expect(toast()).toMatchObject({ title: '3 messages archived' })
    await waitFor(() => expect(site.messages.filter(({ folder }) => folder === 'archive')).toHaveLength(3))
    await press('z')
    await waitFor(() => expect(listed()).toEqual([5, 4, 3, 2, 1]))
    await waitFor(() => expect(site.messages.every(({ folder }) => folder === 'inbox')).toBe(true))
  })

  test('works with the keyboard alone', async () => {
    show({ messages: five() })
    ;(await view(5)).focus()
    await press('x')
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    expect(screen.getByText('3 selected')).toBeTruthy()
    await press('a', { ctrlKey: true })
    expect(screen.getByText('5 selected')).toBeTruthy()
    await press('Escape')
    expect(screen.queryByRole('toolbar')).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all messages' }))
    expect(screen.getByText('5 selected')).toBeTruthy()
  })

  test('restores what the server refuses, and reports it', async () => {
    const site: Site = {
      messages: five(),
      write: ({ path }) => (path.endsWith('/4') ? { status: 503, json: { message: 'Away' } } : undefined!),
    }
    const { toast } = show(site)
    fireEvent.click(await box(5))
    fireEvent.click(await box(4))
    await press('e')
    await waitFor(() =>
      expect(toast()).toMatchObject({ variant: 'destructive', title: 'The messages couldn’t be moved' }),
    )
    await waitFor(() => expect(listed()).toEqual([4, 3, 2, 1]))
  })

  test('asks before deleting, which includes the thread', async () => {
    const site = { messages: five() }
    const { writes } = show(site)
    fireEvent.click(await box(5))
    fireEvent.click(await box(3))
    await press('Delete')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 2 messages?' }))
    expect(question.getByText(/with every reply/)).toBeTruthy()
    expect(writes()).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(listed()).toEqual([4, 2, 1]))
    await waitFor(() =>
      expect(
        writes()
          .map(({ method, path }) => `${method} ${path}`)
          .toSorted(),
      ).toEqual(['DELETE /api/contact/3', 'DELETE /api/contact/5']),
    )
    await waitFor(() => expect(focused()).toBe(2))
  })
})

describe('replies', () => {
  test('are listed with the status of their mail, and a failed one is retried', async () => {
    const { writes } = show(
      {
        messages: [message(2, { replies: 2 })],
        threads: { 2: [entry(1), entry(2, { mail: { id: 72, state: 'failed' } })] },
        sendsMail: true,
        write: () => ({ json: failedMail }),
      },
      '/admin/messages/?message=2',
    )
    const thread = within(await screen.findByRole('list', { name: 'Replies' }))
    expect(thread.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^ada.*SentAnswer 1$/),
      expect.stringMatching(/^ada.*FailedAnswer 2Try again$/),
    ])
    fireEvent.click(thread.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(writes()).toMatchObject([{ method: 'POST', path: '/api/outbox/72/retry' }]))
    await waitFor(() => expect(document.activeElement).toBe(thread.getAllByRole('listitem').at(-1)!))
  })

  test('are written below the message and sent with Ctrl+Enter', async () => {
    const site: Site = {
      messages: [message(2)],
      threads: {},
      sendsMail: true,
      write: ({ path }) => {
        if (!path.endsWith('/replies')) return undefined!
        site.messages = [message(2, { replies: 1 })]
        site.threads = { 2: [entry(1, { mail: { id: 71, state: 'waiting' } })] }
        return { status: 201, json: entry(1) }
      },
    }
    const { writes, toast } = show(site, '/admin/messages/?message=2')
    await dialog(2)
    await press('r')
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Grace Hopper')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await press('Enter', { ctrlKey: true })
    expect(await screen.findByText('Write something first')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Good morning,\nyes.' } })
    await press('Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(writes()).toMatchObject([{ path: '/api/contact/2/replies', body: { body: 'Good morning,\nyes.' } }]),
    )
    expect(await screen.findByText('Waiting')).toBeTruthy()
    expect(toast()).toMatchObject({ title: 'Your reply to Grace Hopper is on its way' })
    expect(screen.queryByLabelText('Reply to Grace Hopper')).toBeNull()
  })

  test('that are refused show the error at the field and keep the text, which outlives the window', async () => {
    const site: Site = {
      messages: [message(2)],
      sendsMail: true,
      write: () => ({ status: 422, json: { message: 'No', issues: [{ path: 'body', message: 'Too long' }] } }),
    }
    const { unmount } = show(site, '/admin/messages/?message=2')
    fireEvent.click(within(await dialog(2)).getByRole('button', { name: 'Reply' }))
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Grace Hopper')
    fireEvent.change(field, { target: { value: 'Half a sen' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Too long')).toBeTruthy()
    expect(field.value).toBe('Half a sen')
    unmount()
    show(site, '/admin/messages/?message=2')
    expect(await screen.findByText('A draft is kept on this device.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Reply' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Reply to Grace Hopper')).value).toBe('Half a sen')
  })

  test('without mail open the mail client, with as much quoted text as a URL can hold', async () => {
    show({ messages: [message(2, { message: 'ñ '.repeat(2500) })] }, '/admin/messages/?message=2')
    const link = within(await dialog(2)).getByRole('link', { name: 'Reply' })
    const address = link.getAttribute('href') ?? ''
    expect(address.length).toBeLessThanOrEqual(2000)
    expect(address.length).toBeGreaterThan(1900)
    expect(new URL(address).searchParams.get('body')).toMatch(/Grace Hopper wrote:\r\n> ñ ñ [ñ ]*…$/)
  })
})

test('a thousand messages are listed, rendered or not', async () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    message(1000 - index, { submittedAt: new Date(2026, 0, 1, 0, 1000 - index).toISOString() }),
  )
  show({ messages: many })
  await screen.findByText('1,000 messages')
  expect((await screen.findByRole('table')).getAttribute('aria-rowcount')).toBe('1001')
})
