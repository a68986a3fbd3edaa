import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { RedirectsScreen } from './redirects'

beforeEach(startAfresh)

const moved = {
  id: 1,
  from: '/blog/old/',
  to: '/blog/new/',
  kind: 'automatic',
  hits: 1234,
  lastHitAt: '2026-03-04T10:00:00.000Z',
}
const gone = { path: '/gone/', count: 31, lastAt: '2026-03-05T10:00:00.000Z' }

/** A fake API with these rows that stores additions and deletions. */
function redirectsApi({
  redirects = [moved],
  missing = [gone],
  refuse,
}: {
  redirects?: { id: number }[]
  missing?: (typeof gone)[]
  refuse?: { status: number; json: object }
} = {}): ApiStandIn {
  let stored = redirects
  let lost = missing
  return ({ method, path, body }) => {
    if (method === 'GET') return { json: path === '/api/redirects' ? stored : lost }
    if (refuse) return refuse
    if (method === 'DELETE') {
      stored = stored.filter((one) => !path.endsWith(`/${one.id}`))
      return { status: 204 }
    }
    const added = { id: 2, kind: 'manual', hits: 0, lastHitAt: null, ...(body as { from: string; to: string }) }
    stored = [added, ...stored]
    lost = lost.filter(({ path: asked }) => asked !== added.from)
    return { status: 201, json: added }
  }
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add redirect' }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('each redirect shows its target, its origin, and its number of hits', async () => {
  renderAdmin(<RedirectsScreen />, redirectsApi())
  const row = within((await screen.findByText('/blog/old/')).closest('tr') ?? document.body)
  expect(row.getByRole('link', { name: '/blog/new/' }).getAttribute('href')).toBe('/blog/new/')
  for (const text of ['Automatic', '1,234', /Mar 4, 2026/]) expect(row.getByText(text)).toBeTruthy()
})

test('a path that was not found becomes a redirect by one button', async () => {
  const { writes, toast } = renderAdmin(<RedirectsScreen />, redirectsApi())
  fireEvent.click(await screen.findByRole('button', { name: 'Redirect /gone/' }))
  const form = await dialog()
  expect((form.getByLabelText(/From/) as HTMLInputElement).value).toBe('/gone/')
  type(form.getByLabelText(/To/), '/projects/')
  fireEvent.click(form.getByRole('button', { name: 'Add redirect' }))
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Redirect added', description: '/gone/ now leads to /projects/' }),
  )
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/redirects', { from: '/gone/', to: '/projects/' }],
  ])
  expect(await screen.findByText('Nothing is missing')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an error of the server appears at its field, in the words of the server', async () => {
  renderAdmin(
    <RedirectsScreen />,
    redirectsApi({
      refuse: {
        status: 422,
        json: { message: 'Please check the fields', issues: [{ path: 'to', message: 'This would redirect back' }] },
      },
    }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Add redirect' }))
  const form = await dialog()
  type(form.getByLabelText(/From/), '/a/')
  type(form.getByLabelText(/To/), '/a/')
  fireEvent.click(form.getByRole('button', { name: 'Add redirect' }))
  expect(await form.findByText('This would redirect back')).toBeTruthy()
  expect(form.getByLabelText(/To/).getAttribute('aria-invalid')).toBe('true')
  expect(form.getByLabelText(/From/).getAttribute('aria-invalid')).toBeNull()
  expect(document.activeElement).toBe(form.getByLabelText(/To/))
  expect(form.queryByRole('alert')).toBeNull()
})

test('an error of a field that the form does not have appears in the form', async () => {
  const refuse = { status: 422, json: { message: 'One too many', issues: [{ path: '', message: 'One too many' }] } }
  const { toast } = renderAdmin(<RedirectsScreen />, redirectsApi({ refuse }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add redirect' }))
  const form = await dialog()
  fireEvent.click(form.getByRole('button', { name: 'Add redirect' }))
  expect((await form.findByRole('alert')).textContent).toBe('One too many')
  await Bun.sleep(150)
  expect(toast()).toBeNull()
})

test('an error of a field is a toast where there is no form', async () => {
  const issues = [{ path: 'from', message: 'It is in use' }]
  const { toast } = renderAdmin(<RedirectsScreen />, (request) =>
    request.method === 'DELETE' ? { status: 422, json: { message: 'It is in use', issues } } : redirectsApi()(request),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the redirect from /blog/old/' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toast()?.description).toBe('It is in use'))
})

test('a form is not sent again while its answer is awaited', async () => {
  const { writes } = renderAdmin(<RedirectsScreen />, (request) =>
    request.method === 'POST' ? new Promise(() => {}) : redirectsApi()(request),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Add redirect' }))
  const form = await dialog()
  const add = form.getByRole('button', { name: 'Add redirect' })
  fireEvent.click(add)
  await waitFor(() => expect(add.dataset['pending']).toBe('true'))
  fireEvent.submit(form.getByLabelText<HTMLInputElement>(/From/).form!)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(writes()).toHaveLength(1)
})

test('an error without a field appears in the form, without a number', async () => {
  const { toast } = renderAdmin(
    <RedirectsScreen />,
    redirectsApi({ refuse: { status: 503, json: { message: 'The site is busy' } } }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Add redirect' }))
  const form = await dialog()
  type(form.getByLabelText(/From/), '/a/')
  type(form.getByLabelText(/To/), '/b/')
  fireEvent.click(form.getByRole('button', { name: 'Add redirect' }))
  expect((await form.findByRole('alert')).textContent).toBe('The site is busy')
  expect(toast()?.description).toBe('The site is busy')
})

test('deleting a redirect asks first', async () => {
  const { writes } = renderAdmin(<RedirectsScreen />, redirectsApi())
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the redirect from /blog/old/' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(writes()).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No redirects yet')).toBeTruthy()
  expect(writes().map(({ method, path }) => [method, path])).toEqual([['DELETE', '/api/redirects/1']])
})

test('after a deletion the focus is on the row in its place, or on the one before it', async () => {
  const redirects = [moved, { ...moved, id: 2, from: '/blog/older/' }, { ...moved, id: 3, from: '/blog/oldest/' }]
  renderAdmin(<RedirectsScreen />, redirectsApi({ redirects }))
  for (const [path, next] of [
    ['/blog/old/', '/blog/older/'],
    ['/blog/oldest/', '/blog/older/'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: `Delete the redirect from ${path}` }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText(path)).toBeNull())
    const inItsPlace = screen.getByRole('button', { name: `Delete the redirect from ${next}` })
    await waitFor(() => expect(document.activeElement).toBe(inItsPlace))
  }
})

test('the screen is in Spanish too', async () => {
  renderAdmin(<RedirectsScreen />, redirectsApi({ redirects: [], missing: [] }), 'es')
  expect(await screen.findByText('Aún no hay redirecciones')).toBeTruthy()
  expect(await screen.findByText('Todo se encontró')).toBeTruthy()
})
