import { screen, waitFor } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { SiteAnswer } from '#features/settings/site/contract'
import { startAfresh } from '#test/admin-screen'
import { openEditor, storedIn } from '#test/screens/editor-on-library'
import { testLibrary, type TestLibrary } from '#test/library'

const user = events.setup({ delay: null })
let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(async () => {
  startAfresh()
  await library.startAfresh()
})
afterAll(() => library.close())

const site = () => storedIn<SiteAnswer>(library, '/api/site')
const box = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })

async function openPage(status: 'draft' | 'published') {
  const translations = { es: { title: 'Taller', slug: 'taller' } }
  const blocks = [{ id: 'top', type: 'hero', title: 'Clocks, mended' }]
  const made = await library.write('POST', '/api/pages', { title: 'Workshop', status, blocks, translations })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: number }
  await openEditor(library, 'pages', id)
  return id
}

test('a published page is put into the menu and made the home page by a switch each, and taken out again', async () => {
  const id = await openPage('published')
  await user.click(await box('In the menu'))
  // A disabled one would lose the focus.
  expect((await box('In the menu')).disabled).toBe(false)
  await waitFor(async () => expect((await site()).navigation.at(-1)?.href).toBe('/workshop/'))
  expect((await site()).navigation.at(-1)?.label).toMatchObject({ en: 'Workshop', es: 'Taller' })
  await user.click(await box('Home page'))
  await waitFor(async () => expect((await site()).home).toEqual({ page: id }))
  await waitFor(async () => expect((await box('Home page')).checked).toBe(true))
  await user.click(await box('Home page'))
  await waitFor(async () => expect((await site()).home).toBe(null))
  await user.click(await box('In the menu'))
  await waitFor(async () => expect((await site()).navigation.map(({ href }) => href)).not.toContain('/workshop/'))
}, 60_000)

test('a draft can wait in the menu, and has to be published to be the home page', async () => {
  await openPage('draft')
  expect((await box('Home page')).disabled).toBe(true)
  await user.click(await box('In the menu'))
  expect(await screen.findByText('It appears in the menu once the page is published.')).toBeTruthy()
  const seen = (await (await library.t.ask('/api/site')).json()) as SiteAnswer
  expect(seen.navigation.map(({ href }) => href)).not.toContain('/workshop/')
}, 60_000)
