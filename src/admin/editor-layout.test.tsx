import { screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Language } from '#i18n/language'
import { deleteAllUnsaved } from '#records/editor/saving/unsaved-text'
import { type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost } from '#test/fixtures'
import { BlogScreen } from './blog'
import { ProjectsScreen } from './projects'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const post = { ...editedPost, translations: { es: { title: 'Primera entrada' } } }
const revisions = [4, 3, 2, 1].map((version) => ({
  version,
  kind: version === 1 ? 'created' : 'published',
  savedAt: `2026-03-0${version}T10:00:00.000Z`,
  savedBy: { id: 2, username: `editor-${version}` },
  restoredFrom: null,
  scheduledFor: null,
}))

let detail: object
beforeEach(() => {
  detail = { state: 'partial', fields: { title: 'complete' }, changes: {}, draft: null }
})

const api =
  (write?: ApiStandIn): ApiStandIn =>
  (request) => {
    if (request.path.includes('/revisions?')) return { json: revisions }
    const version = revisions.find((one) => request.path.endsWith(`/revisions/${one.version}`))
    if (version) return { json: { ...version, values: post } }
    if (request.path.endsWith('/translations/es')) return { json: detail }
    return oneRecord('/api/blog', post, write)(request)
  }

async function openPost(language: Language = 'en', write?: ApiStandIn) {
  const rendered = renderAdmin(<BlogScreen />, api(write), language, { path: '/admin/blog/?edit=7' })
  await screen.findByRole('dialog')
  return rendered
}

const textNames = () =>
  screen
    .getAllByRole('textbox')
    .filter((field) => field.matches('textarea, [contenteditable]'))
    .map((field) => field.getAttribute('aria-label') ?? nameOf(field))
const nameOf = (field: HTMLElement) =>
  (field.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

describe('the two languages', () => {
  test('are shown side by side, text by text, that of the interface first', async () => {
    await openPost()
    await screen.findByRole('textbox', { name: 'Content in Spanish' })
    expect(textNames()).toEqual([
      'Title',
      'Title in Spanish',
      'Content',
      'Content in Spanish',
      'Excerpt',
      'Excerpt in Spanish',
    ])
    await openPost('es')
    await screen.findByRole('textbox', { name: 'Contenido' })
    expect(textNames().slice(0, 4)).toEqual(['Título en español', 'Título', 'Contenido en español', 'Contenido'])
  })

  test('can be shown one at a time, which is remembered, in the tab of the SEO fields too', async () => {
    const first = await openPost()
    expect(screen.getByRole('radio', { name: 'Both', checked: true })).toBeTruthy()
    await choose('English')
    expect(screen.queryByRole('textbox', { name: /in Spanish$/ })).toBeNull()
    first.unmount()
    await openPost()
    expect(screen.getByRole('radio', { name: 'English', checked: true })).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
    expect(screen.queryByRole('textbox', { name: 'Keywords in Spanish' })).toBeNull()
    await choose('Both')
    expect(field('Keywords in Spanish')).toBeTruthy()
    expect(field('Keywords')).toBeTruthy()
  })

  test('can be copied from the first while the second is empty', async () => {
    const { writes } = await openPost()
    expect(screen.queryByRole('button', { name: 'Copy from English: Title' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Copy from English: Excerpt' }))
    expect(field('Excerpt in Spanish').value).toBe('About it')
    await userEvent.click(screen.getByRole('button', { name: 'Copy from English: Content' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Copy from English/ })).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: /^Update/ }))
    await waitFor(() =>
      expect(writes()[0]?.body).toMatchObject({
        translations: { es: { title: 'Primera entrada', excerpt: 'About it', content: '<p>Body</p>' } },
      }),
    )
  })

  test('show an error of the hidden one, and the choice is remembered', async () => {
    const refuse: ApiStandIn = () => ({
      status: 422,
      json: { message: 'Invalid', issues: [{ path: 'translations.es.title', message: 'Too long' }] },
    })
    const first = await openPost('en', refuse)
    await choose('English')
    await userEvent.click(screen.getByRole('button', { name: /^Update/ }))
    expect(await screen.findByText('Too long')).toBeTruthy()
    expect(field('Title in Spanish').getAttribute('aria-invalid')).toBe('true')
    first.unmount()
    await openPost()
    expect(screen.getByRole('radio', { name: 'English', checked: true })).toBeTruthy()
  })
})

describe('a translation whose English has changed since', () => {
  const outdated = {
    state: 'outdated',
    fields: { title: 'outdated' },
    changes: { title: { before: 'First entry', after: 'First post' } },
    draft: null,
  }

  test('is marked with the changes, and confirmed by one click', async () => {
    detail = outdated
    const { writes } = await openPost('en', ({ path }) => {
      if (path.endsWith('/confirm')) detail = { ...outdated, fields: { title: 'complete' }, changes: {} }
      return { json: post }
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Title: outdated' }))
    expect((await screen.findByText('entry')).tagName).toBe('DEL')
    expect(screen.getByText('post').tagName).toBe('INS')
    expect(screen.getByText(/1 Spanish text is outdated/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Mark as up to date: Title' }))
    await waitFor(() => expect(screen.queryByText('Outdated')).toBeNull())
    expect(writes()).toMatchObject([
      { method: 'POST', path: '/api/blog/7/translations/es/confirm', version: '"3.0"', body: { fields: ['title'] } },
    ])
  })

  test('is not marked any more once it is translated again', async () => {
    detail = outdated
    await openPost()
    await screen.findByText('Outdated')
    await userEvent.click(field('Title in Spanish'))
    await userEvent.paste('!')
    expect(screen.queryByText('Outdated')).toBeNull()
  })
})

test('the list shows Spanish first in the Spanish interface, and is searched in either language', async () => {
  const other = { ...post, id: 8, slug: 'aaa', title: 'Aardvark', translations: {} }
  renderAdmin(
    <BlogScreen />,
    ({ path }) => (path === '/api/blog?status=all' ? { json: [post, other] } : undefined),
    'es',
    { path: '/admin/blog/' },
  )
  const titles = async () =>
    (await screen.findAllByRole('rowheader')).map((cell) => cell.querySelector('a')?.textContent)
  expect((await titles()).toSorted()).toEqual(['Aardvark', 'Primera entrada'])
  expect(screen.getByRole('button', { name: 'Editar «Primera entrada»' })).toBeTruthy()
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.paste('first')
  await waitFor(async () => expect(await titles()).toEqual(['Primera entrada']))
})

describe('the panel beside the text', () => {
  test('holds everything but the text, and who saved it last', async () => {
    await openPost()
    const panel = screen.getByRole('complementary', { name: 'Details' })
    for (const name of ['Slug', 'Excerpt', 'Image URL'])
      expect(within(panel).getByRole('textbox', { name })).toBeTruthy()
    expect(within(panel).getByRole('combobox', { name: 'Category' })).toBeTruthy()
    expect(within(panel).queryByRole('textbox', { name: 'Title' })).toBeNull()
    expect(await within(panel).findByText(/editor-4/)).toBeTruthy()
    expect(within(panel).queryByText(/editor-1/)).toBeNull()
    await userEvent.click(within(panel).getByRole('button', { name: 'History' }))
    expect(await screen.findByRole('list', { name: 'History' })).toBeTruthy()
    expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Back to editing' }))
    expect(screen.getByRole('complementary', { name: 'Details' })).toBeTruthy()
  })

  test('collapses, stays so, and opens for an error in it', async () => {
    const first = await openPost()
    await userEvent.clear(field('Image URL'))
    await userEvent.click(screen.getByRole('button', { name: 'Details', expanded: true }))
    expect(screen.queryByRole('textbox', { name: 'Slug' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Update/ }))
    expect(await screen.findByText('Image URL is required')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Details', expanded: true }))
    first.unmount()
    await deleteAllUnsaved('post:7')
    await openPost()
    expect(screen.getByRole('button', { name: 'Details', expanded: false })).toBeTruthy()
  })
})

test('a title is one line, however it is entered', async () => {
  renderAdmin(
    <ProjectsScreen />,
    ({ path }) => (path === '/api/projects?status=all' ? { json: [] } : undefined),
    'en',
    { path: '/admin/projects/?new' },
  )
  await screen.findByRole('dialog')
  await userEvent.click(field('Title'))
  await userEvent.paste('Two\n lines')
  await userEvent.keyboard('{Enter}!')
  expect(field('Title').value).toBe('Two lines!')
})
