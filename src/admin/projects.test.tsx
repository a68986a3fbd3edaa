import { screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { expect, test } from 'bun:test'
import { renderAdmin } from '#test/admin-screen'
import { ProjectsScreen } from './projects'

const userEvent = events.setup({ delay: null })

const summary = {
  slug: 'tutor',
  description: 'About it',
  excerpt: '',
  imageUrl: '/images/a.webp',
  category: 'Education',
  type: '',
  githubUrl: null,
  demoUrl: null,
  translations: {},
  updatedAt: '2026-03-04T10:00:00.000Z',
  version: 2,
  status: 'published',
  publishedAt: '2026-03-04T10:00:00.000Z',
  draft: null,
}
const rows = [
  { ...summary, id: 1, title: 'Plain', isFeatured: false, slug: 'plain' },
  { ...summary, id: 2, title: 'Shown', isFeatured: true, category: 'Real Estate' },
]

test('the list shows title, category and which projects are featured, and is filtered', async () => {
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

test('an edited project is saved with its links, its star and what was not touched', async () => {
  const full = { ...rows[1], content: '<p>Body</p>', metadata: {} }
  const { writes, toast } = renderAdmin(<ProjectsScreen />, ({ method, path }) => ({
    json: method === 'GET' && path === '/api/projects?status=all' ? rows : full,
  }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit “Shown”' }))
  await screen.findByRole('dialog', { name: 'Edit project' })
  await userEvent.click(screen.getByRole('switch', { name: 'Featured project' }))
  await userEvent.click(screen.getByRole('textbox', { name: 'Demo URL' }))
  await userEvent.paste('https://demo.test/')
  await userEvent.click(screen.getByRole('button', { name: /^(Publish|Update)/ }))
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Project updated', description: '“Shown” has been updated successfully.' }),
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

test('in Spanish the screen speaks Spanish', async () => {
  renderAdmin(<ProjectsScreen />, () => ({ json: [] }), 'es')
  expect(await screen.findByText('Aún no hay proyectos')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Añadir' })).toBeTruthy()
})
