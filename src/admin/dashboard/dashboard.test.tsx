import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPageContent, editedPost, editedProject, failedMail, message, noVisits } from '#test/fixtures'
import { messagesQuery } from '#features/messages/queries'
import { siteAtom } from '#contract/site'
import type { ActivityEntry } from '#features/activity/contract'
import type { KindOverview } from '#features/overview/contract'
import { pageContentsQuery } from '#features/page-contents/editor/editor-queries'
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
const noRecords = { count: 0, records: [] }
const kindOverview = (kind: KindOverview['kind'], part: Partial<KindOverview> = {}): KindOverview => ({
  kind,
  draft: noRecords,
  scheduled: noRecords,
  published: noRecords,
  recent: 0,
  ...part,
})
const named = (id: number, title: string, publishedAt: string | null = null) => ({
  id,
  slug: `slug-${id}`,
  title,
  translations: { es: { title: `${title} (es)` } },
  publishedAt,
})
const daysOf = (...counts: number[]) =>
  counts.map((count, at) => ({ date: `2026-11-${String(at + 1).padStart(2, '0')}`, count }))
const api: ApiStandIn = ({ path }) => (path in lists ? { json: lists[path] } : undefined)

const figureOf = async (label: string) => {
  const card = (await screen.findByRole('link', { name: label })).closest('li')
  return card?.querySelector('p')?.textContent
}

test('every card shows the count of its list', async () => {
  renderAdmin(<DashboardScreen />, api)
  // Archived messages do not count as new, as in the badge.
  await screen.findByText('Read 2 new messages')
  await waitFor(async () => expect(await figureOf('Blog Posts')).toBe('3'))
  expect(await figureOf('Projects')).toBe('2')
  expect(await figureOf('Waitlist Subscribers')).toBe('0')
  expect(await figureOf('Contact Messages')).toBe('4')
  expect(await figureOf('Page Contents')).toBe('0')
})

test('the cards wait for what stands above them, but not for long', async () => {
  renderAdmin(<DashboardScreen />, (request) =>
    request.path === '/api/checklist' ? new Promise(() => {}) : api(request),
  )
  const waiting = () => document.querySelector('.dash-notices[data-waiting]')
  expect(waiting()).not.toBeNull()
  await waitFor(() => expect(waiting()).toBeNull(), { timeout: 5000 })
})

test('what was added in 30 days is told beside the counts of which it is known', async () => {
  renderAdmin(<DashboardScreen />, (request) => {
    if (request.path === '/api/overview')
      return { json: [kindOverview('post', { recent: 2 }), kindOverview('project'), kindOverview('custom-page')] }
    if (request.path === '/api/waitlist/days')
      return { json: { total: 1200, previous: 0, series: daysOf(1200), before: daysOf(0) } }
    if (request.path === '/api/contact/days') return { status: 503, json: { message: 'Busy' } }
    return api(request)
  })
  await screen.findByText(/^\+2/)
  await screen.findByText(/^\+1,200/)
  const cards = within(screen.getByRole('region', { name: 'At a glance' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'Blog Posts3+2 in 30 days',
      'Projects2',
      'Waitlist Subscribers0+1,200 in 30 days',
      'Contact Messages4',
      'Page Contents0',
    ]),
  )
})

test('open tasks are listed with a link to their list, and finished ones are not', async () => {
  renderAdmin(<DashboardScreen />, (request) => {
    if (request.path === '/api/overview')
      return {
        json: [
          kindOverview('post', { draft: { count: 4, records: [named(3, 'Begun')] } }),
          kindOverview('project', {
            scheduled: { count: 1, records: [named(1, 'Coming', '2999-05-06T10:00:00.000Z')] },
          }),
          kindOverview('custom-page'),
        ],
      }
    if (request.path === '/api/waiting') return { json: { untranslated: 2, undescribed: 1 } }
    if (request.path === '/api/page-contents') return { json: [editedPageContent] }
    return api(request)
  })
  await screen.findByText('1 picture without alternative text')
  const waiting = within(screen.getByRole('region', { name: 'Waiting for you' }))
  await waiting.findByText('Read 2 new messages')
  await waiting.findByText('Blog post: “Begun”')
  expect(waiting.getByText('4 drafts')).toBeTruthy()
  expect(waiting.getByText(/^Project: “Coming” \(.*2999.*\)$/)).toBeTruthy()
  expect(waiting.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/messages/',
    '/admin/blog/?status=draft',
    '/admin/projects/?status=scheduled',
    '/admin/translations/',
    '/admin/media/?lacks=alt',
  ])
})

test('more than five open tasks are shown on demand', async () => {
  renderAdmin(<DashboardScreen />, (request) => {
    if (request.path === '/api/overview')
      return {
        json: (['post', 'project', 'custom-page'] as const).map((kind) =>
          kindOverview(kind, { draft: { count: 1, records: [named(3, 'Begun')] } }),
        ),
      }
    if (request.path === '/api/waiting') return { json: { untranslated: 2, undescribed: 1 } }
    return api(request)
  })
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  const all = await waiting.findByRole('button', { name: 'Show all 7' })
  expect(waiting.getAllByRole('link')).toHaveLength(5)
  fireEvent.click(all)
  expect(waiting.getAllByRole('link')).toHaveLength(7)
  expect(all.getAttribute('aria-expanded')).toBe('true')
})

test('newsletters on their way are listed', async () => {
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
  renderAdmin(<DashboardScreen />, (request) =>
    request.path === '/api/newsletters' ? { json: [letter] } : api(request),
  )
  await screen.findByText('1 letter is being sent')
  expect(screen.getByText(/^“First post” \(.*2999.*\)$/)).toBeTruthy()
})

describe('the last 30 days', () => {
  const counts = (views: number, visitors: number) => ({ views, visitors })
  const statistics = {
    ...noVisits,
    total: counts(1200, 700),
    previous: counts(1000, 700),
    series: [
      { date: '2026-11-23', ...counts(500, 300) },
      { date: '2026-11-24', ...counts(700, 400) },
    ],
    before: [
      { date: '2026-10-24', ...counts(400, 300) },
      { date: '2026-10-25', ...counts(600, 400) },
    ],
    pages: [
      { key: '/blog/slug-7/', ...counts(800, 500) },
      { key: '/es/blog/slug-7/', ...counts(200, 100) },
      { key: 'other', ...counts(200, 100) },
    ],
  }
  const withVisits: ApiStandIn = (request) => (request.path === '/api/numbers' ? { json: statistics } : api(request))
  const card = async () => within(await screen.findByRole('region', { name: 'Last 30 days' }))

  test('are drawn beside the 30 days before, and each day is told by keyboard and in a table', async () => {
    renderAdmin(<DashboardScreen />, withVisits)
    const visits = await card()
    const chart = await visits.findByRole('slider', { name: 'Views and visitors by day or month' })
    expect(visits.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '1,200 +20% 1,000 in the period before',
      '700 0% 700 in the period before',
      '700',
    ])
    fireEvent.change(chart, { target: { value: '0' } })
    expect(visits.getByText('Mon, Nov 23: 500 views, 300 visitors')).toBeTruthy()
    const rows = within(visits.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DateViewsVisitors30 days before',
      'Tuesday, November 24, 2026700400600',
      'Monday, November 23, 2026500300400',
    ])
    expect(visits.getByRole('link', { name: 'All visits' }).getAttribute('href')).toBe('/admin/numbers/')
  })

  test('are those of sign-ups and of messages too, each read when it is shown', async () => {
    renderAdmin(<DashboardScreen />, (request) => {
      if (request.path === '/api/waitlist/days')
        return { json: { total: 3, previous: 2, series: daysOf(1, 2), before: daysOf(2, 0) } }
      return withVisits(request)
    })
    const shown = await card()
    fireEvent.click(await shown.findByRole('tab', { name: 'Sign-ups' }))
    const chart = await shown.findByRole('slider', { name: 'Sign-ups by day' })
    expect(chart.getAttribute('aria-valuetext')).toBe('Monday, November 2, 2026: 2 sign-ups')
    expect(shown.getByRole('definition').textContent).toBe('3 +50% 2 in the period before')
    fireEvent.click(shown.getByRole('tab', { name: 'Messages' }))
    expect(await shown.findByText('The first message shows here')).toBeTruthy()
    expect(shown.queryByRole('slider')).toBeNull()
  })

  test('say what will be there while nobody has come', async () => {
    renderAdmin(<DashboardScreen />, api)
    const visits = await card()
    expect(await visits.findByText('The first visit shows here within a minute')).toBeTruthy()
    expect(visits.getByText(/anyone who asks not to be tracked/)).toBeTruthy()
    expect(await screen.findByText('The pages that visitors read most appear here.')).toBeTruthy()
  })

  test('say that sign-ups are switched off', async () => {
    const { store } = renderAdmin(<DashboardScreen />, api)
    store.set(siteAtom, (site) => ({ ...site, signUp: 'off' }))
    fireEvent.click(await (await card()).findByRole('tab', { name: 'Sign-ups' }))
    expect(await screen.findByText('Sign-ups are switched off in the settings')).toBeTruthy()
  })

  test('and an error of one card leaves the others alone, and can be retried', async () => {
    let isDown = true
    renderAdmin(<DashboardScreen />, (request) => {
      if (request.path === '/api/overview' && isDown) return { status: 404, json: { message: 'No' } }
      return withVisits(request)
    })
    const published = within(await screen.findByRole('region', { name: 'Published and scheduled' }))
    const again = await published.findByRole('button', { name: 'Retry' })
    expect(await (await card()).findByRole('slider')).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    isDown = false
    fireEvent.click(again)
    expect(await published.findByText('What you publish or schedule appears here.')).toBeTruthy()
  })

  test('list the pages that are read most, with a link to their visits', async () => {
    renderAdmin(<DashboardScreen />, withVisits)
    const read = within(await screen.findByRole('region', { name: 'Most read' }))
    await read.findByRole('link', { name: '/blog/slug-7/' })
    expect(read.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '/blog/slug-7/800 Views',
      '/es/blog/slug-7/200 Views',
    ])
    expect(read.getByRole('link', { name: '/blog/slug-7/' }).getAttribute('href')).toBe(
      '/admin/numbers/?path=%2Fblog%2Fslug-7%2F',
    )
  })

  test('what comes next and what was published last are listed over all kinds, with views in all languages', async () => {
    const post = kindOverview('post', {
      scheduled: { count: 1, records: [named(1, 'Then', '2999-05-07T10:00:00.000Z')] },
      published: { count: 9, records: [named(7, 'Newer', '2026-03-04T10:00:00.000Z')] },
    })
    const project = kindOverview('project', {
      scheduled: { count: 1, records: [named(2, 'Next', '2999-05-06T10:00:00.000Z')] },
      published: {
        count: 9,
        records: [named(3, 'Newest', '2026-03-05T10:00:00.000Z'), named(4, 'Older', '2026-03-02T10:00:00.000Z')],
      },
    })
    renderAdmin(
      <DashboardScreen />,
      (request) =>
        request.path === '/api/overview'
          ? { json: [post, project, kindOverview('custom-page')] }
          : request.path === '/api/numbers'
            ? { json: { ...statistics, pages: statistics.pages.slice(0, 2) } }
            : api(request),
      'es',
    )
    const listed = within(await screen.findByRole('region', { name: 'Publicado y programado' }))
    await listed.findByText('1000 vistas')
    expect(listed.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Next (es)',
      'Then (es)',
      'Newest (es)',
      'Newer (es)',
      'Older (es)',
    ])
    expect(listed.getByRole('link', { name: 'Newer (es)' }).getAttribute('href')).toBe('/admin/blog/?edit=7')
    expect(listed.getAllByText(/vistas$/).map(({ textContent }) => textContent)).toEqual([
      '0 vistas',
      '1000 vistas',
      '0 vistas',
    ])
  })
})

test('recent activity names who did what, and leaves sessions out', async () => {
  const entry = (id: number, part: Partial<ActivityEntry>): ActivityEntry => ({
    id,
    at: new Date(Date.now() - (10 - id) * 3_600_000 - 1000).toISOString(),
    user: { id: 1, username: 'ada' },
    action: 'updated',
    kind: 'post',
    recordId: '7',
    title: 'First post',
    address: '',
    device: '',
    ...part,
  })
  const entries = [
    entry(9, { kind: 'session', action: 'signed-in', recordId: null, title: '' }),
    entry(8, {}),
    entry(7, { kind: 'backup', action: 'created', user: null, recordId: '3', title: 'night' }),
    ...[6, 5, 4, 3].map((id) => entry(id, { recordId: String(id), title: `Post ${id}` })),
  ]
  renderAdmin(<DashboardScreen />, (request) =>
    request.path.startsWith('/api/activity?limit=') ? { json: entries } : api(request),
  )
  const recent = within(await screen.findByRole('region', { name: 'Recent activity' }))
  const link = await recent.findByRole('link', { name: 'First post' })
  expect(link.getAttribute('href')).toBe('/admin/blog/?edit=7')
  const rows = recent.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(5)
  expect(rows[0]).toMatch(/^ada updated .*First post2 hours ago$/)
  expect(rows[1]).toMatch(/^The site .*night3 hours ago$/)
  expect(recent.getByRole('link', { name: 'All activity' }).getAttribute('href')).toBe('/admin/activity/')
})

test('without open tasks it says so', async () => {
  renderAdmin(<DashboardScreen />, (request) => {
    if (request.path === '/api/contact') return { json: [] }
    return request.path === '/api/page-contents' ? { json: [editedPageContent] } : api(request)
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
  await waitFor(async () => expect(await figureOf('Contact Messages')).toBe('4'))
  for (const notList of [{ rows: 1 }, 'text', null]) {
    for (const { queryKey } of [subscribersQuery(), messagesQuery(), pageContentsQuery()])
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
