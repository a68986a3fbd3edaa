import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { addDays, type VisitStatistics, otherKey, today } from '../contract'
import { postKind } from '#features/posts/contract'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { noVisits } from '#test/fixtures'
import { VisitsScreen } from './visits'
import { addressesOf, viewsOf } from './record-views'

beforeEach(startAfresh)

const statistics: VisitStatistics = {
  ...noVisits,
  total: { views: 1200, visitors: 700 },
  previous: { views: 1000, visitors: 700 },
  series: [
    { date: '2026-10-04', views: 500, visitors: 300 },
    { date: '2026-10-05', views: 700, visitors: 400 },
  ],
  pages: [
    { key: '/blog/', views: 800, visitors: 500 },
    { key: otherKey, views: 400, visitors: 200 },
  ],
  devices: [{ key: 'phone', views: 1200, visitors: 700 }],
}

const answer =
  (asked: string[] = []): ApiStandIn =>
  ({ path }) => {
    if (!path.startsWith('/api/numbers')) return undefined
    if (path === '/api/numbers/live') return { json: { visitors: 3 } }
    asked.push(path)
    return { json: statistics }
  }

test('it shows views and visitors, their change, and each day when the chart is navigated by keyboard', async () => {
  const { location } = renderAdmin(<VisitsScreen />, answer(), 'en', { path: '/admin/numbers/' })
  const chart = await screen.findByRole('slider', { name: 'Views and visitors by day or month' })
  const visits = within(screen.getByRole('region', { name: 'Views and visitors' }))
  const told = visits.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(told).toEqual(['1,200 +20% 1,000 in the period before', '700 0% 700 in the period before', '3'])
  expect(chart.getAttribute('aria-valuetext')).toBe('Monday, October 5, 2026: 700 views, 400 visitors')
  fireEvent.change(chart, { target: { value: '0' } })
  expect(screen.getByText('Sun, Oct 4: 500 views, 300 visitors')).toBeTruthy()
  fireEvent.keyDown(chart, { key: 'Escape' })
  expect(screen.getByText('Choose a point to see its figures')).toBeTruthy()
  const rows = within(screen.getAllByRole('table', { hidden: true })[0]!).getAllByRole('row', { hidden: true })
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DateViewsVisitors',
    'Monday, October 5, 2026700400',
    'Sunday, October 4, 2026500300',
  ])
  // The entry for other pages is no link.
  expect(screen.queryByRole('button', { name: /Others/ })).toBeNull()
  expect(screen.getByRole('rowheader', { name: 'Phone' })).toBeTruthy()
  const empty = within(screen.getByRole('region', { name: 'Nothing to show yet' })).getAllByRole('term')
  expect(empty.map(({ textContent }) => textContent)).toEqual(['Referrers', 'Searches', 'Campaigns', 'Languages'])
  const one = screen.getByRole('button', { name: '/blog/: show only this page' })
  one.focus()
  fireEvent.click(one)
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/numbers/?path=%2Fblog%2F'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('periods are fetched when chosen, and the table for download too', async () => {
  const asked: string[] = []
  const { location } = renderAdmin(<VisitsScreen />, answer(asked), 'en', { path: '/admin/numbers/?path=%2Fblog%2F' })
  await screen.findByRole('slider')
  expect(asked).toEqual(['/api/numbers?path=%2Fblog%2F'])
  const sevenDays = screen.getByRole('radio', { name: '7 days' })
  sevenDays.focus()
  fireEvent.click(sevenDays)
  const week = `from=${addDays(today(), -6)}&to=${today()}&path=%2Fblog%2F`
  await waitFor(() => expect(asked.at(-1)).toBe(`/api/numbers?${week}`))
  expect(location.history.at(-1)).toBe('/admin/numbers/?span=7&path=%2Fblog%2F')
  const link = screen.getByRole('link', { name: 'Download as CSV' })
  expect(link.getAttribute('href')).toBe(`/api/numbers.csv?${week}`)
  expect(document.activeElement).toBe(sevenDays)

  fireEvent.click(screen.getByRole('radio', { name: 'Custom' }))
  const [from, to] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')]
  fireEvent.change(from, { target: { value: '2026-03-02' } })
  fireEvent.change(to, { target: { value: '2026-03-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText(/Choose a first day on or before the last day/)
  expect((from as HTMLInputElement).value).toBe('2026-03-02')
  fireEvent.change(to, { target: { value: '2026-10-31' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(asked.at(-1)).toBe('/api/numbers?from=2026-03-02&to=2026-10-31&by=month&path=%2Fblog%2F'))
  fireEvent.click(screen.getByRole('button', { name: 'All pages' }))
  await waitFor(() => expect(asked.at(-1)).toBe('/api/numbers?from=2026-03-02&to=2026-10-31&by=month'))
})

test('a site without visits says what will be counted, and has nothing to choose or download', async () => {
  renderAdmin(<VisitsScreen />, () => undefined, 'en', { path: '/admin/numbers/' })
  await screen.findByText('No visits yet')
  expect(screen.getByText(/appear here within a minute/)).toBeTruthy()
  for (const role of ['slider', 'radio', 'region'])
    expect([role, screen.queryAllByRole(role).map(({ textContent }) => textContent)]).toEqual([role, []])
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['View site'])
})

test('a period without visits links to those that have some', async () => {
  const isLong = (path: string) => path.includes('by=month')
  const standIn: ApiStandIn = ({ path }) =>
    path.startsWith('/api/numbers?') && isLong(path)
      ? {
          json: {
            ...statistics,
            series: [
              { date: '2026-02', ...noVisits.total },
              { date: '2026-03', ...statistics.total },
            ],
          },
        }
      : undefined
  const { location } = renderAdmin(<VisitsScreen />, standIn, 'en', { path: '/admin/numbers/?span=7' })
  await screen.findByText('The earliest visits kept are from March 2026.')
  expect(screen.getByRole('radio', { name: '12 months' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByRole('slider')
  expect(location.history.at(-1)).toBe(`/admin/numbers/?from=2026-03-01&to=${today()}`)
})

test('a record has the views of all its addresses, and none that cannot be attributed', () => {
  const record = { slug: 'cranes', translations: { es: { slug: 'gruas' } } }
  const addresses = addressesOf(postKind, record)
  expect(addresses).toEqual(['/blog/cranes/', '/es/blog/gruas/'])
  const page = (key: string, views: number) => ({ key, views, visitors: 1 })
  expect(viewsOf({ pages: [page('/blog/cranes/', 3), page('/es/blog/gruas/', 4)] }, addresses)).toBe(7)
  expect(viewsOf({ pages: [page('/', 3)] }, addresses)).toBe(0)
  expect(viewsOf({ pages: [page('/', 3), page(otherKey, 4)] }, addresses)).toBeUndefined()
})
