import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import type { FoundEntry } from '#features/find/contract'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { AdminApp } from '../admin-app'

beforeEach(startAfresh)

const post: FoundEntry = {
  kind: 'post',
  id: 7,
  title: 'Measuring valves',
  status: 'draft',
  language: 'en',
  href: '/admin/blog/?edit=7',
  match: 'Measuring valves',
}

type Search = (q: string) => { status?: number; json: unknown }

const withSearch =
  (search: Search): ApiStandIn =>
  ({ path }) => {
    if (path === '/api/auth/check') return { json: { authenticated: true, user: { id: 1, username: 'ada' } } }
    if (path.startsWith('/api/find')) return search(new URL(path, 'http://localhost').searchParams.get('q') ?? '')
    return undefined
  }

async function openDialog(search: Search = () => ({ json: [] }), path = '/admin/waitlist/') {
  const view = renderAdmin(<AdminApp />, withSearch(search), 'en', { path, user: 'unknown' })
  const button = await screen.findByRole('button', { name: /Search or jump to…/ })
  button.focus()
  await userEvent.keyboard('{Control>}k{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Search or jump to' }))
  const field = dialog.getByRole('combobox', { name: 'Search or jump to' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  return { ...view, dialog, field, chosen, button }
}

test('Ctrl+K opens a combobox with the actions; Escape closes it and gives the focus back', async () => {
  const { dialog, chosen, button } = await openDialog()
  const actions = within(dialog.getByRole('group', { name: 'Actions' })).getAllByRole('option')
  expect(actions.map((option) => option.textContent)).toEqual([
    'Add blog post',
    'Add project',
    'Add page',
    'New letter',
    'Back up now',
    'Invite somebody',
    'Switch to Español',
    'View site',
    'Logout',
  ])
  await userEvent.keyboard('{End}')
  expect(chosen()?.textContent).toBe('Logout')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toBe(dialog.getAllByRole('option')[0] ?? null)
  await userEvent.keyboard('{ArrowUp}{Home}')
  expect(chosen()?.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('typing finds screens at once, and what the server knows; Enter opens it', async () => {
  const { dialog, location, chosen } = await openDialog((q) => ({ json: q === 'measuring' ? [post] : [] }))
  await userEvent.keyboard('redir')
  expect(within(dialog.getByRole('group', { name: 'Go to' })).getByRole('option').textContent).toBe('Redirects')
  await userEvent.keyboard('{Control>}a{/Control}measuring')
  const posts = within(await dialog.findByRole('group', { name: 'Blog Posts' }))
  expect(posts.getByRole('option').textContent).toBe('Measuring valves')
  expect(chosen()?.textContent).toBe('Measuring valves')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/blog/?edit=7'))
})

test('what was opened last is offered first, without the current screen', async () => {
  const { dialog, location } = await openDialog()
  await userEvent.keyboard('activ{Enter}')
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/activity/'))
  expect(dialog).toBeTruthy()
  await screen.findByRole('heading', { level: 1, name: 'Activity' })
  fireEvent.keyDown(document.body, { key: '/' })
  const group = within(await screen.findByRole('group', { name: 'Last opened' }))
  expect(group.getAllByRole('option').map((option) => option.textContent)).toEqual(['Waitlist'])
})

test('an open editor offers its fields, its preview in each language, and to publish', async () => {
  renderAdmin(
    <AdminApp />,
    withSearch(() => ({ json: [] })),
    'en',
    { path: '/admin/blog/?new', user: 'unknown' },
  )
  await screen.findByRole('dialog', { name: 'Add blog post' })
  const placeOf = (one: Element | null) => one?.closest('[data-place]')?.getAttribute('data-place')
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Search or jump to' }))
    await waitFor(() => expect(document.activeElement === dialog.getByRole('combobox')).toBe(true))
    return dialog
  }
  const dialog = await open()
  const offered = () =>
    within(dialog.getByRole('group', { name: 'In this editor' }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(offered()).toEqual(['Preview in English', 'Preview in Spanish', 'Publish'])
  await userEvent.keyboard('excerpt')
  expect(offered()).toEqual(['Excerpt', 'Excerpt in Spanish'])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(placeOf(document.activeElement)).toBe('excerpt'))

  await open()
  await userEvent.keyboard('preview spanish{Enter}')
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Preview' }).getAttribute('aria-selected')).toBe('true'))

  await open()
  await userEvent.keyboard('excerpt{Control>}{Enter}{/Control}')
  await waitFor(() => expect(placeOf(document.activeElement)).toBe('excerpt'))
  expect(screen.queryByText('Title is required')).toBeNull()

  await open()
  await userEvent.keyboard('publish{Enter}')
  await screen.findAllByText('Title is required')
}, 20_000)

test('without an open editor nothing of it is offered', async () => {
  const { dialog } = await openDialog()
  await userEvent.keyboard('preview')
  expect(dialog.queryByRole('group', { name: 'In this editor' })).toBeNull()
})

test('where nothing is found, a post with that title can be begun', async () => {
  const { dialog, location } = await openDialog()
  await userEvent.keyboard('zzzqq')
  expect((await dialog.findAllByText('Nothing called “zzzqq”.')).length).toBeGreaterThan(0)
  expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Create a post with this title'])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/blog/?new&title=zzzqq'))
  expect((await screen.findAllByDisplayValue('zzzqq')).length).toBeGreaterThan(0)
})

test('a failed search says so and can be tried again', async () => {
  let isBroken = true
  const { dialog } = await openDialog(() => (isBroken ? { status: 503, json: { message: 'Busy' } } : { json: [post] }))
  await userEvent.keyboard('measuring')
  await dialog.findByText('The search failed.')
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByRole('option', { name: 'Measuring valves' })
  expect(dialog.queryByText('The search failed.')).toBeNull()
})
