import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPage, editedPost, editedProject, failedMail, message } from '#test/fixtures'
import { messagesQuery } from '#features/messages/queries'
import { pagesQuery } from '#features/pages/editor/editor-queries'
import { subscribersQuery } from '#features/waitlist/queries'
import { DashboardScreen } from './dashboard'

beforeEach(startAfresh)

const lists: Record<string, unknown> = {
  '/api/blog': [editedPost, editedPost, editedPost],
  '/api/projects': [editedProject, editedProject],
  '/api/waitlist': [],
  '/api/contact': [
    message,
    { ...message, id: 2 },
    { ...message, id: 3, folder: 'archive' },
    { ...message, id: 4, read: true },
  ],
  '/api/page-contents': [],
}
const noNumbers = {
  total: { views: 0, visitors: 0 },
  previous: { views: 0, visitors: 0 },
  series: [],
  pages: [],
  referrers: [],
  languages: [],
  devices: [],
  campaigns: [],
  searches: [],
}
const api: ApiStandIn = ({ path }) => (path in lists ? { json: lists[path] } : undefined)

const figureOf = async (label: string) => {
  const card = (await screen.findByRole('link', { name: label })).closest('li')
  return card?.querySelector('p')?.textContent
}

test('every card shows the count of its list', async () => {
  renderAdmin(<DashboardScreen />, api)
  // Archived messages do not count as new, as in the badge.
  await screen.findByText('Read 2 new messages')
  expect(await figureOf('Blog Posts')).toBe('3')
  expect(await figureOf('Projects')).toBe('2')
  expect(await figureOf('Waitlist Subscribers')).toBe('0')
  expect(await figureOf('Contact Messages')).toBe('4')
  expect(await figureOf('Page Contents')).toBe('0')
})

test('open tasks are listed with a link to their list, and finished ones are not', async () => {
  const draft = { ...editedPost, id: 3, title: 'Begun', status: 'draft', publishedAt: null }
  const coming = { ...editedProject, title: 'Coming', status: 'scheduled', publishedAt: '2999-05-06T10:00:00.000Z' }
  renderAdmin(<DashboardScreen />, (request) => {
    if (request.path.startsWith('/api/blog?status=draft')) return { json: [draft], total: 4 }
    if (request.path.startsWith('/api/projects?status=scheduled')) return { json: [coming], total: 1 }
    if (request.path === '/api/waiting') return { json: { untranslated: 2, undescribed: 1 } }
    if (request.path === '/api/page-contents') return { json: [editedPage] }
    return api(request)
  })
  await screen.findByText('1 picture without alternative text')
  const waiting = within(screen.getByRole('region', { name: 'Waiting for you' }))
  await waiting.findByText('Read 2 new messages')
  await waiting.findByText('Blog post: “Begun”')
  await waiting.findByText(/^Project:/)
  expect(waiting.getByText(/^Project: “Coming” \(.*2999.*\)$/)).toBeTruthy()
  expect(waiting.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/messages/',
    '/admin/blog/?status=draft',
    '/admin/projects/?status=scheduled',
    '/admin/translations/',
    '/admin/media/?lacks=alt',
  ])
})

test('visits are shown once there are some, with those of the newest post; queued newsletters are listed too', async () => {
  const counts = (views: number, visitors: number) => ({ views, visitors })
  const numbersOf = (total: { views: number; visitors: number }) => ({
    ...noNumbers,
    total,
    series: [{ date: '2026-11-24', ...total }],
  })
  const letter = {
    id: 3,
    post: 1,
    subject: { en: 'First post', es: '' },
    hasOwnSubject: true,
    introduction: null,
    title: null,
    body: null,
    segment: { joinedFrom: null, joinedUntil: null, state: 'confirmed' },
    untranslated: 'send',
    audience: 'all',
    state: 'scheduled',
    sendAt: '2999-05-06T10:00:00.000Z',
    total: 0,
    sent: 0,
    failed: 0,
    bounced: 0,
    unsubscribed: 0,
    createdAt: '2026-11-20T09:00:00.000Z',
    version: 2,
  }
  const standIn =
    (all: { views: number; visitors: number }): ApiStandIn =>
    (request) => {
      if (request.path === '/api/numbers') return { json: numbersOf(all) }
      if (request.path.startsWith('/api/numbers?path=')) return { json: numbersOf(counts(1200, 700)) }
      if (request.path === '/api/newsletters') return { json: [letter] }
      if (request.path.startsWith('/api/blog?status=published')) return { json: [editedPost], total: 3 }
      return api(request)
    }
  renderAdmin(<DashboardScreen />, standIn(counts(0, 0)))
  await screen.findByText('1 letter is being sent')
  expect(screen.getByText(/^“First post” \(.*2999.*\)$/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Visits of the last 30 days' })).toBeNull()

  renderAdmin(<DashboardScreen />, standIn(counts(4000, 900)))
  const visits = within(await screen.findByRole('region', { name: 'Visits of the last 30 days' }))
  // The sum of both URLs of the post.
  expect(await visits.findByText(/^2,400 views by 1,400 visitors/)).toBeTruthy()
  expect(visits.getByRole('link', { name: editedPost.title })).toBeTruthy()
})

test('without open tasks it says so', async () => {
  renderAdmin(<DashboardScreen />, (request) => {
    if (request.path === '/api/contact') return { json: [] }
    return request.path === '/api/page-contents' ? { json: [editedPage] } : api(request)
  })
  await screen.findByText(/^You're all caught up/)
  expect(within(screen.getByRole('region', { name: 'Waiting for you' })).queryAllByRole('link')).toEqual([])
})

test('an administrator without an address is warned that a forgotten password cannot be reset', async () => {
  renderAdmin(<DashboardScreen />, (request) =>
    request.path === '/api/account' ? { json: { id: 1, username: 'ada', email: null } } : api(request),
  )
  expect((await screen.findByRole('link', { name: 'Add an email address' })).getAttribute('href')).toBe(
    '/admin/account/',
  )
})

test('skeletons show while the lists load', async () => {
  renderAdmin(<DashboardScreen />, () => new Promise(() => {}))
  const card = (await screen.findByRole('link', { name: 'Blog Posts' })).closest('li')
  expect(card?.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(card?.querySelector('.kit-skeleton')).not.toBeNull()
})

test('a list that fails to load counts as zero, and the error is shown', async () => {
  let isDown = true
  renderAdmin(<DashboardScreen />, (request) =>
    isDown && request.path === '/api/blog' ? { status: 404, json: { message: 'No' } } : api(request),
  )
  const alert = within(await screen.findByRole('alert'))
  expect(await figureOf('Blog Posts')).toBe('0')
  expect(await figureOf('Projects')).toBe('2')
  isDown = false
  fireEvent.click(alert.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await figureOf('Blog Posts')).toBe('3'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a response that is not a list counts as zero', async () => {
  const { queries } = renderAdmin(<DashboardScreen />, api)
  await screen.findByText('Read 2 new messages')
  expect(await figureOf('Contact Messages')).toBe('4')
  for (const notList of [{ rows: 1 }, 'text', null]) {
    for (const { queryKey } of [subscribersQuery(), messagesQuery(), pagesQuery()])
      queries.setQueryData<unknown>(queryKey, notList)
    await waitFor(async () => expect(await figureOf('Contact Messages')).toBe('0'))
    for (const label of ['Waitlist Subscribers', 'Page Contents']) expect(await figureOf(label)).toBe('0')
    expect(screen.queryByText(/new messages/)).toBeNull()
  }
})

test('it shows a greeting, and the title of the tab', async () => {
  renderAdmin(<DashboardScreen />, api)
  expect(await screen.findByText(/^Welcome to the admin dashboard/)).toBeTruthy()
  expect(document.title).toBe('Dashboard – Acme admin')
})

test('nothing is fetched without a user', () => {
  const { requests } = renderAdmin(<DashboardScreen />, api, 'en', { user: null })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
  expect(requests).toEqual([])
})

test('failed mails are listed with a retry button, also while their server is unreachable', async () => {
  const mail = { configured: true, ok: false, lastError: '535 Wrong password', waiting: 1, failed: 1 }
  let failed = [failedMail]
  const { writes, toast } = renderAdmin(<DashboardScreen />, (request) => {
    if (request.path === '/api/mail') return { json: mail }
    if (request.path.startsWith('/api/outbox?')) return { json: failed }
    if (request.method !== 'POST') return api(request)
    failed = []
    return { json: { ...failedMail, state: 'waiting' } }
  })
  const alert = (await screen.findByText('1 mail couldn’t be sent')).closest('[role=alert]')!
  expect(screen.getByText('Its response: 535 Wrong password. Mail is kept and retried automatically.')).toBeTruthy()
  expect(alert.textContent).toContain('Hello (ada@acme.example)')
  const again = within(alert as HTMLElement).getByRole('button', { name: 'Try again' })
  again.focus()
  fireEvent.click(again)
  await waitFor(() => expect(writes().map(({ path }) => path)).toEqual(['/api/outbox/72/retry']))
  await waitFor(() => expect(toast()).not.toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('where the cache is updated late for visitors, it says why', async () => {
  renderAdmin(<DashboardScreen />, (request) =>
    request.path === '/api/status' ? { json: { listenError: 'NOTIFY does not arrive' } } : api(request),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('NOTIFY does not arrive')
  expect(alert.textContent).toContain('DATABASE_LISTEN_URL')
})
