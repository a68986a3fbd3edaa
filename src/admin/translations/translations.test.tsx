import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost } from '#test/fixtures'
import { TranslationsScreen } from './translations'

beforeEach(startAfresh)

const post = {
  kind: 'post',
  id: 7,
  title: 'Measuring',
  updatedAt: '2026-03-04T10:00:00.000Z',
  es: { state: 'outdated', fields: { title: 'outdated', excerpt: 'missing', content: 'complete' } },
  draft: null,
}
const page = {
  kind: 'page',
  id: 'about',
  title: 'about',
  updatedAt: '2026-03-04T10:00:00.000Z',
  es: { state: 'missing', fields: { title: 'missing', 'team.0.role': 'missing' } },
  draft: { es: { state: 'complete', fields: { title: 'complete', 'team.0.role': 'complete' } } },
}

/** A fake API with these rows; confirmed ones are removed. */
function translationsApi(rows: (typeof post | typeof page)[], refuse?: { status: number; json: object }): ApiStandIn {
  let left = rows
  return ({ method }) => {
    if (method === 'GET') return { json: left }
    if (refuse) return refuse
    left = left.slice(1)
    return { json: editedPost }
  }
}

const row = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('tr') ?? document.body)

test('lists what is left for each record, and links to its editor', async () => {
  renderAdmin(<TranslationsScreen />, translationsApi([post, page]))
  const outdated = await row('Measuring')
  for (const text of ['Blog post', 'Translation outdated', 'Outdated: Title', 'Missing: Excerpt'])
    expect([text, outdated.getByText(text) !== null]).toEqual([text, true])
  expect(screen.getByRole('link', { name: 'Measuring' }).getAttribute('href')).toBe('/admin/blog/?edit=7')
  const about = await row('About')
  expect(about.getByText('Missing: Title, Team, entry 1: Role')).toBeTruthy()
  expect(about.getByText('Translated in a draft. Publish it to show it.')).toBeTruthy()
  expect(about.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'About' }).getAttribute('href')).toBe('/admin/content/?page=about')
})

test('of many fields, the first are named, each once, and the rest counted', async () => {
  const fields = Object.fromEntries(
    ['title', 'excerpt', ...Array.from({ length: 9 }, (_, at) => `team.${at}.role`)].map((path) => [path, 'missing']),
  )
  const long = { ...page, es: { state: 'missing', fields }, draft: null } as unknown as typeof page
  renderAdmin(<TranslationsScreen />, translationsApi([long]))
  const [missing] = await (await row('About')).findAllByText(/^Missing: /)
  expect(missing!.textContent).toMatch(/^Missing: Title, .*Team, entry 4: Role and 5 more$/)
})

test('texts in blocks are named after their blocks once, and counted if there are many', async () => {
  const texts = (fields: string[]) => ({
    ...post,
    kind: 'custom-page',
    es: { state: 'missing', fields: Object.fromEntries(fields.map((path) => [path, 'missing'])) },
  })
  const few = texts(['title', 'blocks.a.title', 'blocks.a.text', 'blocks.b.text'])
  const many = texts(['title', ...Array.from({ length: 40 }, (_, at) => `blocks.${at}.text`)])
  for (const [one, told] of [
    [few, 'Missing: Title, Blocks: Title, Text'],
    [many, 'Missing: Title, 40 texts in blocks'],
  ] as const) {
    const { unmount } = renderAdmin(<TranslationsScreen />, translationsApi([one as unknown as typeof post]))
    expect((await row('Measuring')).getByText(told)).toBeTruthy()
    unmount()
  }
})

test('a correct translation is confirmed field by field, once, and leaves the list', async () => {
  const { writes, toast } = renderAdmin(<TranslationsScreen />, translationsApi([post, page]))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as up to date: Measuring' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Measuring' })).toBeNull())
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/blog/7/translations/es/confirm', { fields: ['title'] }],
  ])
  expect(toast()).toMatchObject({ title: 'Marked as up to date' })
})

test('after a confirmation the focus is at the button of the row that has moved up', async () => {
  const second = { ...post, id: 8, title: 'Modelling' }
  renderAdmin(<TranslationsScreen />, translationsApi([post, second]))
  const button = await screen.findByRole('button', { name: 'Mark as up to date: Measuring' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Measuring' })).toBeNull())
  const next = screen.getByRole('button', { name: 'Mark as up to date: Modelling' })
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('a refusal is reported, and nothing leaves the list', async () => {
  const refusal = { status: 409, json: { message: 'It lies in the trash' } }
  const { toast } = renderAdmin(<TranslationsScreen />, translationsApi([post], refusal))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as up to date: Measuring' }))
  await waitFor(() =>
    expect(toast()).toMatchObject({ variant: 'destructive', description: '409: It lies in the trash' }),
  )
  expect(screen.getByRole('link', { name: 'Measuring' })).toBeTruthy()
})

test('filters by one state, and says when nothing is left', async () => {
  renderAdmin(<TranslationsScreen />, translationsApi([post, page]), 'es')
  fireEvent.click(await screen.findByRole('radio', { name: 'Sin traducir' }))
  expect(screen.queryByRole('link', { name: 'Measuring' })).toBeNull()
  renderAdmin(<TranslationsScreen />, translationsApi([]))
  expect(await screen.findByText('Everything is translated')).toBeTruthy()
})
