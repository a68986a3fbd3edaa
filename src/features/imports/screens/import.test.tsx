import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import type { Import, ImportEntry } from '../contract'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { standInFiles } from '#test/screens/file-sending'
import { ImportScreen } from './import'

beforeEach(startAfresh)

const none = { posts: 0, pages: 0, media: 0, redirects: 0 }
const entry: ImportEntry = {
  id: 5,
  kind: 'wordpress',
  title: 'acme.xml',
  state: 'read',
  found: { posts: 12, pages: 1, media: 30, redirects: 0 },
  createdAt: '2026-11-20T09:30:00.000Z',
}
const read: Import = {
  id: 5,
  kind: 'wordpress',
  state: 'read',
  done: 0,
  total: 43,
  found: entry.found,
  created: none,
  skipped: [{ title: 'Hello', why: '“hello” is taken: its address is “hello-2” instead' }],
  failed: [],
  there: 0,
  failedMedia: 0,
}

const choose = (...files: File[]) => {
  const input = document.querySelector('input[type=file]')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  fireEvent.change(input)
}

test('a file is uploaded and read, and errors in it are shown where it was dropped', async () => {
  const sending = standInFiles()
  const { location } = renderAdmin(<ImportScreen />, ({ path }) =>
    path === '/api/imports' ? { json: [entry] } : path === '/api/imports/5' ? { json: read } : undefined,
  )
  await screen.findByRole('link', { name: 'acme.xml' })
  const large = new File(['x'], 'large.zip')
  Object.defineProperty(large, 'size', { value: 201 * 1024 * 1024 })
  choose(large)
  expect((await screen.findByRole('alert')).textContent).toBe('This file is larger than 200 MB')
  expect(sending.open()).toEqual([])

  choose(new File(['x'], 'acme.xml'))
  await waitFor(() => expect(sending.open()).toEqual(['acme.xml']))
  sending.progress('acme.xml', 0.5)
  await screen.findByText('Uploading: 50 %')
  sending.answer('acme.xml', 422, { message: 'Not valid', issues: [{ path: 'file', message: 'It names a DOCTYPE' }] })
  expect((await screen.findByRole('alert')).textContent).toBe('It names a DOCTYPE')

  choose(new File(['x'], 'acme.xml'))
  await waitFor(() => expect(sending.open()).toEqual(['acme.xml']))
  sending.answer('acme.xml', 201, { id: 5, kind: 'wordpress', found: read.found, skipped: read.skipped })
  await screen.findByRole('heading', { name: 'acme.xml' })
  expect(location.history.at(-1)).toBe('/admin/import/?import=5')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test.each([
  [{ posts: 2, pages: 0 }, 'Import 2 posts'],
  [{ posts: 0, pages: 1 }, 'Import 1 page'],
])('the button says what will be created: %p', async (found, name) => {
  const json = { ...read, found: { ...read.found, ...found } }
  renderAdmin(<ImportScreen />, ({ path }) => (path === '/api/imports/5' ? { json } : { json: [] }), 'en', {
    path: '/admin/import/?import=5',
  })
  await screen.findByRole('button', { name })
})

test('an import runs with the chosen options, shows its progress, and can be undone after confirmation', async () => {
  let one = read
  let undone: ReturnType<ApiStandIn>
  const { writes } = renderAdmin(
    <ImportScreen />,
    ({ method, path }) => {
      if (path === '/api/imports') return { json: [{ ...entry, state: one.state }] }
      if (path === '/api/imports/5') return { json: one }
      if (path.endsWith('/undo')) one = { ...one, state: 'undone' }
      if (path.endsWith('/undo')) return undone
      if (method === 'POST') one = { ...one, state: 'running', done: 10 }
      return method === 'POST' ? { status: 202, json: one } : undefined
    },
    'en',
    { path: '/admin/import/?import=5' },
  )
  fireEvent.click(await screen.findByRole('radio', { name: /Spanish/ }))
  fireEvent.click(screen.getByRole('radio', { name: /As it was/ }))
  fireEvent.click(screen.getByRole('switch', { name: 'Add its 30 pictures to the media library' }))
  expect(screen.getByText('“hello” is taken: its address is “hello-2” instead')).toBeTruthy()
  const start = screen.getByRole('button', { name: 'Import 12 posts and 1 page' })
  start.focus()
  fireEvent.click(start)
  await screen.findByText('10 of 43 done')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(writes().at(-1)?.body).toEqual({ language: 'es', as: 'same', media: false, redirects: true })

  const failed = [{ title: 'https://old.example/a.jpg', why: 'It could not be fetched' }]
  one = { ...one, state: 'done', done: 43, created: { ...none, posts: 12, pages: 1 }, failed, failedMedia: 1 }
  await screen.findByText('Import complete, except for a few parts')
  expect(screen.getByText('It could not be fetched')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try the pictures again' }))
  await screen.findByText('10 of 43 done')
  expect(writes().at(-1)?.path).toBe('/api/imports/5/media')

  one = { ...one, state: 'done', failed: [{ title: '/about/', why: 'There is a page' }], failedMedia: 0, there: 2 }
  await screen.findByText('There is a page')
  expect(screen.getByText(/^2 entries were already on this site/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try the pictures again' })).toBeNull()
  undone = { json: { trashed: 12, kept: 1 } }
  fireEvent.click(await screen.findByRole('button', { name: 'Undo the import…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }))
  fireEvent.click(question.getByRole('button', { name: 'Undo' }))
  await screen.findByText('This import was undone. What it created is in the trash.')
})
