import { screen, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPageContent } from '#test/fixtures'
import { ContentScreen } from './content'

beforeEach(startAfresh)
const user = events.setup({ delay: null })

const untouched = { state: 'complete', fields: {}, changes: {}, draft: null }
async function openHome(content: object) {
  const home = { ...editedPageContent, id: 1, page: 'home', content: JSON.stringify(content, null, 2) }
  const api: ApiStandIn = (request) => {
    if (request.path === '/api/checks') return undefined
    if (request.method !== 'GET') return { json: home }
    if (request.path.endsWith('/translations/es')) return { json: untouched }
    return request.path === '/api/page-contents?status=all'
      ? { json: [home] }
      : oneRecord('/api/page-contents', home)(request)
  }
  renderAdmin(<ContentScreen />, api)
  await user.click(await screen.findByRole('button', { name: 'Edit Home' }))
  await screen.findByRole('dialog', { name: 'Edit page: Home' })
}
async function json() {
  await user.click(screen.getByRole('tab', { name: 'Page Content' }))
  const { value } = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content (JSON)' })
  await user.click(screen.getByRole('tab', { name: 'Editor' }))
  return JSON.parse(value) as Record<string, unknown>
}
const list = () => within(screen.getByRole('group', { name: 'Sections' }))

test('sections are switched off and moved with the keyboard; the built-in order is stored as nothing', async () => {
  await openHome({ heroTitle: 'Drawn' })
  await user.click(list().getByRole('switch', { name: 'Latest posts' }))
  expect((await json()).sections).toEqual(['hero', 'features', 'projects', 'waitlist'])
  list().getByRole('group', { name: 'Waitlist' }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  expect((await json()).sections).toEqual(['hero', 'features', 'waitlist', 'projects'])
  await user.click(list().getByRole('button', { name: 'Move “Waitlist” down' }))
  await user.click(list().getByRole('button', { name: 'Move “Waitlist” down' }))
  await user.click(list().getByRole('switch', { name: 'Latest posts' }))
  expect(
    list()
      .getAllByRole('switch')
      .map((box) => box.closest('label')?.textContent),
  ).toEqual(['Hero', 'Features', 'Latest posts', 'Featured projects', 'Waitlist'])
  expect(await json()).toEqual({ heroTitle: 'Drawn' })
})

test('a stored order is shown, with what it leaves out switched off', async () => {
  await openHome({ sections: ['waitlist', 'hero'] })
  const rows = list()
    .getAllByRole<HTMLInputElement>('switch')
    .map((box) => [box.closest('label')?.textContent, box.checked])
  expect(rows).toEqual([
    ['Waitlist', true],
    ['Hero', true],
    ['Features', false],
    ['Latest posts', false],
    ['Featured projects', false],
  ])
})

test('the hero shows the drawing, a picture of its own or nothing', async () => {
  await openHome({ heroTitle: 'Drawn' })
  await user.click(screen.getByRole('switch', { name: 'Manufacturing' }))
  expect((await json()).heroPicture).toEqual({ show: 'drawing', industries: ['education', 'realEstate'] })
  await user.click(screen.getByRole('switch', { name: 'Manufacturing' }))
  expect((await json()).heroPicture).toBe(undefined)
  await user.click(screen.getByRole('radio', { name: /Nothing/ }))
  expect((await json()).heroPicture).toEqual({ show: 'none' })
  await user.click(screen.getByRole('radio', { name: /A picture of your own/ }))
  await user.click(screen.getByRole('textbox', { name: /^Picture/ }))
  await user.paste('/media/7/bench.jpg')
  expect((await json()).heroPicture).toEqual({ show: 'picture', src: '/media/7/bench.jpg' })
  // The library has its alternative text.
  expect(screen.queryByRole('textbox', { name: 'Alternative text' })).toBe(null)
  await user.clear(screen.getByRole('textbox', { name: /^Picture/ }))
  await user.click(screen.getByRole('textbox', { name: /^Picture/ }))
  await user.paste('https://example.com/a.jpg')
  await user.click(screen.getByRole('textbox', { name: 'Alternative text' }))
  await user.paste('A bench')
  expect((await json()).heroPicture).toEqual({ show: 'picture', src: 'https://example.com/a.jpg', alt: 'A bench' })
})

test('the icon of a feature is chosen in a grid with the keyboard, and reset', async () => {
  await openHome({ features: [{ title: 'One' }, { title: 'Two' }] })
  const fields = screen.getAllByRole('group', { name: 'Icon' })
  expect(fields.map((field) => field.querySelector('.kit-description')?.textContent)).toEqual([
    'Caliper (by position)',
    'Lever (by position)',
  ])
  await user.click(within(fields[1]!).getByRole('button', { name: 'Choose an icon' }))
  expect((await screen.findAllByRole('option')).length).toBeGreaterThanOrEqual(24)
  await user.keyboard('clo{Enter}')
  expect((await json()).features).toEqual([{ title: 'One' }, { title: 'Two', icon: 'clock' }])
  await user.click(within(screen.getAllByRole('group', { name: 'Icon' })[1]!).getByRole('button', { name: /Reset/ }))
  expect((await json()).features).toEqual([{ title: 'One' }, { title: 'Two' }])
})
