import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { describe, expect, test } from 'bun:test'
import { type ApiRequest, oneRecord, renderAdmin } from '#test/admin-screen'
import type { ReactNode } from 'react'
import { editedProject as summary } from '#test/fixtures'
import { ProjectsScreen } from './projects'

const userEvent = events.setup({ delay: null })

const rows = [
  { ...summary, id: 1, title: 'Plain', isFeatured: false, slug: 'plain' },
  { ...summary, id: 2, title: 'Shown', isFeatured: true, category: 'Real Estate' },
]

const renderToast = (toast: { action?: ReactNode } | null) => render(toast?.action)

test('the list shows title, category and featured projects, and can be filtered', async () => {
  renderAdmin(<ProjectsScreen />, () => ({ json: rows }))
  expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Category',
    'Featured',
    'Actions',
  ])
  const shown = screen.getByRole('row', { name: /Shown/ })
  expect(within(shown).getByText('Featured project')).toBeTruthy()
  await userEvent.click(screen.getByRole('searchbox', { name: 'Filter the list' }))
  await userEvent.paste('real estate')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Plain/ })).toBeNull())
})

test('without projects it says so', async () => {
  renderAdmin(<ProjectsScreen />, () => ({ json: [] }))
  expect(await screen.findByText('No projects yet')).toBeTruthy()
})

test('a project needs title, description, content, category and picture', async () => {
  const { writes, toast } = renderAdmin(<ProjectsScreen />, () => ({ json: rows }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add New' }))
  await userEvent.click(await screen.findByRole('button', { name: /^(Publish|Update)/ }))
  expect(toast()).toMatchObject({ title: 'Missing fields', description: 'Please fill in all required fields' })
  for (const name of ['Title', 'Description', 'Content', 'Category', 'Image URL'])
    expect(await screen.findByText(`${name} is required`)).toBeTruthy()
  expect(writes()).toEqual([])
})

test('an edited project is saved with its links, its star and its untouched fields', async () => {
  const full = { ...rows[1], content: '<p>Body</p>', metadata: {} }
  const { writes, toast } = renderAdmin(<ProjectsScreen />, (request) =>
    request.method === 'GET' && request.path === '/api/projects?status=all'
      ? { json: rows }
      : oneRecord('/api/projects', full)(request),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit “Shown”' }))
  await screen.findByRole('dialog', { name: 'Edit project' })
  await userEvent.click(screen.getByRole('switch', { name: 'Featured project' }))
  await userEvent.click(screen.getByRole('textbox', { name: 'Demo URL' }))
  await userEvent.paste('https://demo.test/')
  await userEvent.click(screen.getByRole('button', { name: /^(Publish|Update)/ }))
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Project updated',
      description: 'Published. “Shown” has been updated successfully.',
    }),
  )
  expect(writes()[0]).toMatchObject({
    method: 'PUT',
    path: '/api/projects/2',
    version: '"2.0"',
    body: {
      title: 'Shown',
      slug: 'tutor',
      content: '<p>Body</p>',
      isFeatured: false,
      demoUrl: 'https://demo.test/',
      githubUrl: '',
      translations: {},
    },
  })
})

describe('reordering', () => {
  const three = [3, 2, 1].map((id) => ({ ...summary, id, title: `Project ${id}`, slug: `p${id}`, isFeatured: false }))
  const site = (refuse?: () => number | undefined) => {
    let order = [3, 2, 1]
    return renderAdmin(<ProjectsScreen />, ({ method, body }) => {
      if (method !== 'PUT') return { json: order.map((id) => three.find((row) => row.id === id)) }
      const status = refuse?.()
      if (status) return { status, json: { message: 'Please name each project outside the trash once' } }
      const { ids } = body as { ids: number[] }
      order = ids.length > 0 ? ids : [3, 2, 1]
      return { json: [] }
    })
  }
  const begin = async () => userEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
  const shown = () =>
    screen.getAllByRole('row').map((row) => /Project \d/.exec(row.textContent ?? '')?.[0]?.replace('Project ', ''))
  const told = ({ method, path, body }: ApiRequest) => [method, path, body]

  test('is saved at once and can be undone; without an order the newest come first', async () => {
    const { writes, toast } = site()
    await begin()
    expect(await screen.findByText(/Drag rows, or use the arrows/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Back to default order' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Move “Project 1” up' }))
    await waitFor(() => expect(toast()?.description).toBe('“Project 1” is now number 2 of 3.'))
    expect(writes().map(told)).toEqual([['PUT', '/api/projects/order', { ids: [3, 1, 2] }]])
    await waitFor(() => expect(shown()).toEqual(['3', '1', '2']))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move “Project 1” up'))
    renderToast(toast())
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()?.title).toBe('Order restored'))
    expect(writes().map(told).at(-1)).toEqual(['PUT', '/api/projects/order', { ids: [] }])
    await waitFor(() => expect(shown()).toEqual(['3', '2', '1']))
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('columnheader', { name: 'Featured' })).toBeTruthy()
  })

  test('reloads a list that has changed meanwhile, and says so', async () => {
    const { toast } = site(() => 422)
    await begin()
    await userEvent.click(await screen.findByRole('button', { name: 'Move “Project 3” down' }))
    await waitFor(() => expect(toast()?.description).toMatch(/The list changed in the meantime/))
    await waitFor(() => expect(shown()).toEqual(['3', '2', '1']))
  })

  test('can be reset to the default order', async () => {
    const { writes, toast } = site()
    await begin()
    await userEvent.click(await screen.findByRole('button', { name: 'Move “Project 3” down' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Back to default order' }))
    await waitFor(() => expect(toast()?.title).toBe('Default order'))
    expect(writes().map(told).at(-1)).toEqual(['PUT', '/api/projects/order', { ids: [] }])
    expect(screen.queryByRole('button', { name: 'Back to default order' })).toBeNull()
  })
})

test('a copy is a draft with a new name in both languages, and opens in the editor', async () => {
  const full = {
    ...rows[1],
    content: '<p>Body</p>',
    metadata: { title: 'Told', canonical: 'https://acme.test/projects/tutor/' },
    translations: { es: { title: 'Mostrado' } },
  }
  const copy = { ...full, id: 3, slug: 'shown-copy', title: 'Shown (copy)', status: 'draft', publishedAt: null }
  let stored: object[] = rows
  const { writes, toast, location } = renderAdmin(
    <ProjectsScreen />,
    (request) => {
      const { method, path } = request
      if (method === 'POST') stored = [copy, ...rows]
      if (path === '/api/projects?status=all') return { json: stored }
      return oneRecord('/api/projects', method === 'POST' || path.includes('/shown-copy') ? copy : full)(request)
    },
    'en',
    { path: '/admin/projects/' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for “Shown”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(toast()?.title).toBe('Duplicated'))
  expect(writes()[0]).toMatchObject({
    method: 'POST',
    path: '/api/projects',
    body: {
      title: 'Shown (copy)',
      slug: '',
      status: 'draft',
      publishedAt: null,
      content: '<p>Body</p>',
      translations: { es: { title: 'Mostrado (copia)' } },
    },
  })
  expect((writes() as { body?: { metadata?: object } }[])[0]?.body?.metadata).toEqual({ title: 'Told' })
  await screen.findByRole('dialog', { name: 'Edit project' })
  expect(location.history.at(-1)).toBe('/admin/projects/?edit=3')
})

test('the history of a project opens from its row, and leads back to the editor', async () => {
  const version = {
    version: 1,
    kind: 'created',
    savedAt: '2026-03-04T10:00:00.000Z',
    savedBy: null,
    restoredFrom: null,
    scheduledFor: null,
  }
  const full = {
    ...rows[1],
    content: '<p>Body</p>',
    metadata: {},
    translations: {},
    updatedAt: version.savedAt,
    version: 1,
  }
  const { location } = renderAdmin(
    <ProjectsScreen />,
    (request) => {
      if (request.path.includes('/revisions/')) return { json: { ...version, values: full } }
      if (request.path.includes('/revisions')) return { json: [version] }
      return request.path === '/api/projects?status=all' ? { json: rows } : oneRecord('/api/projects', full)(request)
    },
    'en',
    { path: '/admin/projects/' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for “Shown”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'History' }))
  await screen.findByRole('list', { name: 'History' })
  expect(location.history.at(-1)).toBe('/admin/projects/?edit=2')
  await userEvent.click(screen.getByRole('button', { name: 'Back to editing' }))
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Shown')
})

test('existing categories are suggested, and any other can be typed', async () => {
  const { writes } = renderAdmin(<ProjectsScreen />, () => ({ json: rows }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add New' }))
  const category = screen.getByRole('combobox', { name: 'Category' })
  await userEvent.type(category, 'e')
  const offered = within(await screen.findByRole('listbox'))
  expect(offered.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Education', 'Real Estate'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(category).toHaveProperty('value', 'Education')
  await userEvent.type(category, ' and more')
  await userEvent.click(screen.getByRole('textbox', { name: 'Title' }))
  expect(category).toHaveProperty('value', 'Education and more')
  expect(writes()).toEqual([])
})

test('in Spanish the screen is in Spanish', async () => {
  renderAdmin(<ProjectsScreen />, () => ({ json: [] }), 'es')
  expect(await screen.findByText('Aún no hay proyectos')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Añadir' })).toBeTruthy()
})
