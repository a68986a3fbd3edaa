import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { checklistKeys } from '#contract/checklist-keys'
import type { ChecklistEntry } from '#features/checklist/contract'
import { DashboardScreen } from './dashboard'

beforeEach(startAfresh)

const entry = (key: ChecklistEntry['key'], changes: Partial<ChecklistEntry> = {}): ChecklistEntry => ({
  key,
  state: 'open',
  count: null,
  href: '/admin/settings/',
  ...changes,
})
const allDone = checklistKeys.map((key) => entry(key, { state: 'done' }))
const having = (...changed: ChecklistEntry[]) => allDone.map((one) => changed.find(({ key }) => key === one.key) ?? one)

function checklistApi(entries: ChecklistEntry[]): ApiStandIn {
  let list = entries
  return ({ method, path, body }) => {
    if (path === '/api/waiting') return { json: { untranslated: 2, undescribed: 3 } }
    if (!path.startsWith('/api/checklist')) return undefined
    if (method === 'GET') return { json: list }
    const { dismissed } = body as { dismissed: boolean }
    const key = path.split('/').at(-1)
    list = list.map((one) => (one.key === key ? { ...one, state: dismissed ? 'dismissed' : 'open' } : one))
    return { json: list.find((one) => one.key === key) }
  }
}
const region = async () => within(await screen.findByRole('region', { name: 'Get the site ready' }))
/** The whole list, which is closed at first. */
async function openList() {
  const checklist = await region()
  fireEvent.click(checklist.getByRole('button', { name: 'Show what is left' }))
  return checklist
}

test('the next three tasks are shown, and all of them on demand', async () => {
  const tasks = [entry('name'), entry('logo'), entry('site-url', { href: '/admin/dashboard/#site-url' }), entry('mail')]
  renderAdmin(<DashboardScreen />, checklistApi(having(...tasks)))
  const checklist = await region()
  const next = within(checklist.getByRole('list', { name: 'Next tasks' }))
  expect(next.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name the site',
    'Add your logo',
    'Set the site’s address',
  ])
  expect(next.getByRole('link', { name: 'Add your logo' }).getAttribute('href')).toBe('/admin/settings/')
  const toggle = checklist.getByRole('button', { name: 'Show what is left' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  // A task outside the admin opens its instructions.
  fireEvent.click(next.getByRole('button', { name: 'Set the site’s address' }))
  expect(checklist.getByText(/Address and mail/)).toBeTruthy()
  expect(checklist.queryByRole('list', { name: 'Next tasks' })).toBeNull()
  expect(checklist.getByText('Set up mail')).toBeTruthy()
  fireEvent.click(checklist.getByRole('button', { name: 'Show fewer' }))
  expect(checklist.getByRole('list', { name: 'Next tasks' })).toBeTruthy()
})

test('a link to a task opens the list', async () => {
  const path = '/admin/dashboard/#site-url'
  renderAdmin(<DashboardScreen />, checklistApi(having(entry('site-url', { href: path }))), 'en', { path })
  expect((await region()).getByRole('button', { name: 'Show fewer' })).toBeTruthy()
})

test('each line says what to do, how much of it, and links there', async () => {
  renderAdmin(
    <DashboardScreen />,
    checklistApi(
      having(
        entry('alt-texts', { count: 3, href: '/admin/media/?lacks=alt' }),
        entry('links', { count: 1, href: '/admin/links/' }),
        entry('site-url', { href: '/admin/dashboard/#site-url' }),
      ),
    ),
  )
  const checklist = await openList()
  expect(
    checklist
      .getAllByRole('link')
      .map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Describe 3 pictures', '/admin/media/?lacks=alt'],
    ['Repair 1 broken link', '/admin/links/'],
  ])
  // A task outside the admin has instructions instead of a link.
  expect(checklist.getByText('Set the site’s address').closest('li')?.id).toBe('site-url')
  expect(checklist.getByText(/Address and mail/)).toBeTruthy()
  expect(checklist.getByRole('progressbar', { name: '8 of 11 done' })).toBeTruthy()
  expect(checklist.getByText('8 tasks done')).toBeTruthy()
  // Open tasks are not listed twice.
  const waiting = within(screen.getByRole('region', { name: 'Waiting for you' }))
  expect(await waiting.findByText('2 translations to finish')).toBeTruthy()
  expect(waiting.queryByText(/without alternative text/)).toBeNull()
})

test('a line is dismissed, restored at once, and restored later', async () => {
  const { writes, toast } = renderAdmin(<DashboardScreen />, checklistApi(having(entry('logo'), entry('mail'))))
  const checklist = await openList()
  fireEvent.click(checklist.getByRole('button', { name: 'Dismiss “Add your logo”' }))
  await waitFor(() => expect(checklist.queryByText('Add your logo')).toBeNull())
  expect(toast()?.title).toBe('Dismissed')
  expect(checklist.getByText('9 tasks done, 1 dismissed')).toBeTruthy()
  expect(checklist.getByRole('progressbar', { name: '9 of 10 done' })).toBeTruthy()

  fireEvent.click(checklist.getByRole('button', { name: 'Put “Logo added” back on the list', hidden: true }))
  await checklist.findByText('Add your logo')
  await waitFor(() => expect(toast()?.title).toBe('Back on the list'))
  expect(toast()?.action).toBeUndefined()
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/api/checklist/logo', { dismissed: true }],
    ['PUT', '/api/checklist/logo', { dismissed: false }],
  ])
})

test('the checklist disappears once nothing is open', async () => {
  renderAdmin(<DashboardScreen />, checklistApi(having(entry('logo', { state: 'dismissed' }))))
  await screen.findByText('3 pictures without alternative text')
  expect(screen.queryByRole('region', { name: 'Get the site ready' })).toBeNull()
})
