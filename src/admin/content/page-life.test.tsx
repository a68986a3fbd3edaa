import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { useNavigate } from 'react-router'
import { type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPageContent } from '#test/fixtures'
import { ContentScreen } from './content'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })

const about = {
  ...editedPageContent,
  content: JSON.stringify({ title: 'About us', translations: { es: { title: 'Quiénes somos' } } }),
}
const summary = { savedAt: '2026-03-05T10:00:00.000Z', savedBy: { id: 1, username: 'grace' } }
const drafted = { ...about, draft: { version: 7, ...summary, values: { content: '{ "title": "Soon" }' } } }

const translation = {
  state: 'outdated',
  fields: { title: 'outdated' },
  changes: { title: { before: 'About me', after: 'About us' } },
  draft: null,
}
const api =
  (record: object = about, write?: ApiStandIn): ApiStandIn =>
  (request) => {
    if (request.path.endsWith('/translations/es')) return { json: translation }
    return oneRecord('/api/page-contents', record, write)(request)
  }
const revisions = [
  { version: 2, kind: 'published', ...summary, restoredFrom: null, scheduledFor: null },
  { version: 1, kind: 'created', ...summary, restoredFrom: null, scheduledFor: null },
]
const contents = [
  { content: '{"title":"About us","team":[{"role":"Head"}],"translations":{"es":{"team":[{"role":"Jefa"}]}}}' },
  { content: '{"title":"About them","team":[{"role":"Head"}],"translations":{"es":{"team":[{"role":"Directora"}]}}}' },
]
const withHistory =
  (record: object, write?: ApiStandIn): ApiStandIn =>
  (request) => {
    const [, version] = /revisions\/(\d)$/.exec(request.path) ?? []
    if (request.method === 'GET' && version)
      return { json: { ...revisions[2 - Number(version)], values: contents[Number(version) - 1] } }
    return /\/revisions(?:\?|$)/.test(request.path) ? { json: revisions } : api(record, write)(request)
  }

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const dialog = () => screen.findByRole('dialog', { name: 'Edit page: About' })
const open = async (record?: object, write?: ApiStandIn) => {
  const screenOf = renderAdmin(<ContentScreen />, api(record, write), 'en', { path: '/admin/content/?edit=about' })
  await dialog()
  return screenOf
}

test('a page is listed with its title, in the language of the interface, and a link to view it', async () => {
  renderAdmin(<ContentScreen />, api(), 'es')
  const entry = within(await screen.findByRole('listitem'))
  expect(entry.getByText('Quiénes somos', { selector: 'dd' })).toBeTruthy()
  const view = entry.getByRole('link', { name: /^Ver / })
  expect([view.getAttribute('href'), view.getAttribute('target')]).toEqual(['/about/', '_blank'])
})

test('the list distinguishes the draft of a live page from an unpublished page', async () => {
  renderAdmin(<ContentScreen />, () => ({
    json: [
      { ...about, draft: summary },
      { ...about, id: null, page: 'legal', content: '{}', updatedAt: null, version: 0, draft: summary },
    ],
  }))
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('Newer draft')
  expect(second?.textContent).toMatch(/Draft.*Last updated: /)
})

test('a page is opened by its name, which links to its editor, and by a click anywhere in its entry', async () => {
  const { location } = renderAdmin(<ContentScreen />, api(), 'en', { path: '/admin/content/' })
  const name = await screen.findByRole('link', { name: 'About' })
  expect(name.getAttribute('href')).toBe('/admin/content/?edit=about')
  await userEvent.click(screen.getByText('About us', { selector: 'dd' }))
  await dialog()
  expect(location.history).toEqual(['/admin/content/', '/admin/content/?edit=about'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a draft is saved beside the live page, and the editor continues with it', async () => {
  const { writes, toast } = await open(about, () => ({ json: drafted }))
  await userEvent.type(field('Title'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Draft saved' }))
  expect(toast()?.description).toContain('Visitors still see the published version')
  expect(writes()).toMatchObject([
    { method: 'PUT', path: '/api/page-contents/about/draft', version: '"5.0"', body: { content: expect.any(String) } },
  ])
  expect(field('Title').value).toBe('Soon')
  expect(await dialog()).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Update/ }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Page content updated' }))
  expect(writes()[1]).toMatchObject({ method: 'POST', path: '/api/page-contents', version: '"5.7"' })
})

test('leaving with unsaved text is blocked and asks first', async () => {
  function Back() {
    const navigate = useNavigate()
    return (
      <button type="button" data-testid="back" onClick={() => navigate(-1)}>
        Back
      </button>
    )
  }
  const { location } = renderAdmin(
    <>
      <ContentScreen />
      <Back />
    </>,
    api(),
    'en',
    { path: '/admin/content/' },
  )
  await userEvent.click(await screen.findByRole('link', { name: 'About' }))
  await dialog()
  await userEvent.type(field('Title'), '!')
  fireEvent.click(screen.getByTestId('back'))
  expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy()
  expect(location.history.at(-1)).toBe('/admin/content/?edit=about')
})

test('the history of a page shows the differences, text by text in both languages, and restores as a draft', async () => {
  const { writes, toast } = renderAdmin(
    <ContentScreen />,
    withHistory(about, () => ({ json: drafted })),
    'en',
    { path: '/admin/content/?edit=about' },
  )
  await dialog()
  await userEvent.click(await screen.findByRole('button', { name: 'History' }))
  expect(await screen.findByRole('heading', { name: 'Team, entry 1: Role in Spanish' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Team, entry 1: Role in Spanish',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Restore version 2' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Version 2 restored' }))
  expect(writes()).toMatchObject([
    { method: 'POST', path: '/api/page-contents/about/revisions/2/restore', version: '"5.0"' },
  ])
  expect(field('Title').value).toBe('Soon')
})

test('discarding a draft asks first', async () => {
  const { writes, toast } = renderAdmin(
    <ContentScreen />,
    withHistory(drafted, () => ({ status: 204 })),
    'en',
    { path: '/admin/content/?edit=about' },
  )
  await dialog()
  expect(field('Title').value).toBe('Soon')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  const question = await screen.findByRole('alertdialog', { name: 'Discard the draft?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Draft discarded' }))
  expect(writes()).toMatchObject([{ method: 'DELETE', path: '/api/page-contents/about/draft', version: '"5.7"' }])
  expect(field('Title').value).toBe('About us')
})

test('a translation whose English has changed since is marked with the changes, and can be confirmed', async () => {
  const { writes } = await open(about)
  await userEvent.click(await screen.findByRole('button', { name: 'Title: outdated' }))
  expect(await screen.findByText('About', { selector: 'del, ins, .edit-diff *' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Title.*up to date|up to date.*Title/i }))
  await waitFor(() => expect(writes()).toHaveLength(1))
  expect(writes()).toMatchObject([
    { method: 'POST', path: '/api/page-contents/about/translations/es/confirm', body: { fields: ['title'] } },
  ])
  await userEvent.type(field('Title in Spanish'), '!')
  expect(screen.queryByRole('button', { name: /outdated/ })).toBeNull()
})
