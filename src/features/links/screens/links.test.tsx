import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import type { Link, LinkList } from '../contract'
import { LinksScreen } from './links'

beforeEach(startAfresh)

const checkedAt = '2026-03-02T09:30:00.000Z'
const place = { kind: 'post' as const, id: 7, title: 'Measuring', field: 'content' }
const broken: Link = { url: '/nowhere/', state: 'broken', status: 404, foundIn: [place], checkedAt }
const unasked: Link = {
  url: 'https://example.com/study',
  state: 'unsure',
  status: null,
  foundIn: [
    { ...place, field: 'translations.es.content' },
    { ...place, field: 'excerpt' },
    { kind: 'page', id: 'about', title: 'Us', field: 'metadata.canonical' },
    { ...place, id: 8, title: 'Second' },
    { ...place, id: 9, title: 'Third' },
    { ...place, id: 10, title: 'Fourth' },
  ],
  checkedAt: null,
}
const fine: Link = { url: '/about/', state: 'ok', status: 200, foundIn: [place], checkedAt }

const linksApi =
  (
    list: Partial<LinkList>,
    write: ApiStandIn = () => ({ status: 202, json: { checkedAt: null, running: true } }),
  ): ApiStandIn =>
  (request) => {
    if (request.method !== 'GET') return write(request)
    return request.path === '/api/links'
      ? { json: { checkedAt: null, running: false, links: [broken, unasked, fine], ...list } }
      : undefined
  }
const show = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }))
const addresses = () => screen.getAllByRole('rowheader').map((cell) => cell.querySelector('a')?.getAttribute('href'))

test('broken links are shown first, with a link to each field that contains them', async () => {
  renderAdmin(<LinksScreen />, linksApi({}))
  await screen.findByText('Page not found (404)')
  expect(addresses()).toEqual(['/nowhere/'])
  expect(screen.getByRole('link', { name: 'Measuring' }).getAttribute('href')).toBe('/admin/blog/?edit=7&field=content')

  await show(/^Unsure/)
  // It says so once: there is no time of a check either.
  expect((await screen.findByText('Not checked')).closest('tr')!.textContent).not.toContain('Never')
  expect(addresses()).toEqual(['https://example.com/study'])
  // The fields of one record are in one entry.
  expect(screen.getByRole('link', { name: 'Measuring' }).closest('li')!.textContent).toBe(
    'MeasuringBlog post, Content in Spanish, Excerpt',
  )
  expect(screen.getByRole('link', { name: 'Excerpt' }).getAttribute('href')).toBe('/admin/blog/?edit=7&field=excerpt')
  expect(screen.getByRole('link', { name: 'About' }).getAttribute('href')).toBe(
    '/admin/content/?page=about&field=metadata.canonical',
  )
  expect(screen.queryByRole('link', { name: 'Fourth' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(await screen.findByRole('link', { name: 'Fourth' })).toBeTruthy()

  await show(/^All/)
  await waitFor(() => expect(addresses()).toHaveLength(3))
})

test('external links are checked by a button, with progress', async () => {
  let list: Partial<LinkList> = {}
  const { writes } = renderAdmin(<LinksScreen />, (request) =>
    linksApi(list, () => {
      list = { running: true, links: [broken, unasked, { ...unasked, url: 'https://example.com/b', checkedAt }] }
      return { status: 202, json: { checkedAt: null, running: true } }
    })(request),
  )
  await screen.findByText('Other sites haven’t been checked yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Check other sites' }))
  await screen.findByText('Checking other sites: 1 of 2 links')
  const bar = screen.getByRole('progressbar', { name: 'Checking other sites: 1 of 2 links' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['1', '2'])
  expect(writes().map(({ method, path }) => [method, path])).toEqual([['POST', '/api/links/check']])
})

test('a check that somebody else has started is shown', async () => {
  const { toast } = renderAdmin(
    <LinksScreen />,
    linksApi({ checkedAt }, () => ({ status: 409, json: { message: 'The links are already being checked' } })),
  )
  await screen.findByText(/^Other sites were last checked on/)
  fireEvent.click(screen.getByRole('button', { name: 'Check other sites' }))
  await waitFor(() => expect(toast()?.description).toBe('The links are already being checked'))
})

test('without broken links, or without links, it says so', async () => {
  renderAdmin(<LinksScreen />, linksApi({ links: [fine] }))
  await show(/^Broken/)
  expect(await screen.findByText('No broken links')).toBeTruthy()
  // There are no external links to check.
  expect(screen.getByRole('button', { name: 'Check other sites' }).hasAttribute('disabled')).toBe(true)
  renderAdmin(<LinksScreen />, linksApi({ links: [] }))
  expect(await screen.findByText('No links yet')).toBeTruthy()
  expect(within(document.body).queryByRole('table')).toBeNull()
})
