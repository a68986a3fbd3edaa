import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { testSite } from '#test/screens/site'
import type { ArchiveSummary } from '#contract/backups'
import { readSummary } from './restore-dialog'
import { useRestores } from './system'

beforeEach(startAfresh)

const summary: ArchiveSummary = {
  createdAt: '2026-03-02T09:00:00.000Z',
  counts: { posts: 1200, projects: 6, customPages: 3, media: 312, messages: 18, subscribers: 40, users: 2 },
  trashed: { posts: 3, media: 1 },
}

function Screen() {
  const { restoreOf, fromFile, dialogs } = useRestores()
  return (
    <>
      {restoreOf({ id: 7, bytes: 1_200_000_000 }, 'March 2')}
      {fromFile}
      {dialogs}
    </>
  )
}

const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Restore the backup of March 2…' }))
  return within(await screen.findByRole('dialog', { name: 'Restore the site' }))
}
const type = (dialog: ReturnType<typeof within>, label: RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })

test('the confirmation shows the date of the backup, its contents, what it replaces, and how long it takes', async () => {
  renderAdmin(<Screen />, ({ path }) => (path === '/api/backups/7/summary' ? { json: summary } : undefined))
  const dialog = await open()
  expect((await dialog.findByRole('heading', { level: 3 })).textContent).toContain('Mar 2, 2026')
  const counts = dialog.getAllByRole('definition').map((one) => one.parentElement!.textContent)
  expect(counts.slice(0, 4)).toEqual(['Posts1,197', 'Projects6', 'Pages3', 'Pictures and files311'])
  expect(dialog.getByText(/^4 more are in the trash and will be restored there\./)).toBeTruthy()
  expect(dialog.getByText('The backup is 1.2 GB. This takes about 2 minutes.')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toContain('Everything newer is replaced')
})

test('an error appears at its field, and a running restore shows its progress until everybody is logged out', async () => {
  let answer: ReturnType<ApiStandIn> = { status: 403, json: { message: 'This is not your current password' } }
  let standing: ReturnType<ApiStandIn> = { json: { state: 'running', done: 0, total: 300, error: null } }
  const { writes, location } = renderAdmin(<Screen />, ({ method, path }) => {
    if (path === '/api/backups/7/summary') return { json: summary }
    if (path === '/api/restores/3') return standing
    return method === 'POST' ? answer : undefined
  })
  const dialog = await open()
  const begin = () => fireEvent.click(dialog.getByRole('button', { name: 'Restore the site' }))
  await dialog.findByLabelText(/Current password/)
  begin()
  await dialog.findByText('This is not your current password')
  expect(dialog.getByLabelText(/Current password/).getAttribute('aria-invalid')).toBe('true')

  const issue = { path: 'confirm', message: 'This is not the name' }
  answer = { status: 422, json: { message: 'Not valid', issues: [issue] } }
  type(dialog, /Current password/, 'secret')
  begin()
  await dialog.findByText('This is not the name')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/Name of the site/)))

  answer = { status: 422, json: { message: 'Not valid', issues: [{ path: 'backup', message: 'It is damaged' }] } }
  type(dialog, /Name of the site/, testSite.name)
  begin()
  await dialog.findByText('It is damaged')

  answer = { status: 202, json: { id: 3 } }
  begin()
  await screen.findByText('Making a backup of the site as it is now…')
  expect(location.history.at(-1)).toBe('/admin/system/?restore=3')
  expect(writes().at(-1)?.body).toEqual({ backup: 7, currentPassword: 'secret', confirm: testSite.name })
  standing = { json: { state: 'running', done: 150, total: 300, error: null } }
  await screen.findByText('Restored: 50 %')
  standing = { status: 503, json: { message: 'Not available' } }
  await screen.findByText(/Still trying/)
  standing = { status: 401, json: { message: 'Please log in' } }
  const login = await screen.findByRole('link', { name: 'Login' })
  expect(screen.getByText(/^You’ve been logged out/).closest('[role=status]')).not.toBeNull()
  expect(login.getAttribute('href')).toContain(`next=${encodeURIComponent('/admin/system/?restore=3')}`)
  // Only one dialog: no sign-in dialog opens above it.
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test.each([
  ['done', null, 'The site matches the backup'],
  ['failed', 'The disk is full', 'The disk is full'],
] as const)('after the login it shows the result: %s', async (state, error, told) => {
  const { location } = renderAdmin(
    <Screen />,
    ({ path }) => (path === '/api/restores/3' ? { json: { state, done: 300, total: 300, error } } : undefined),
    'en',
    { path: '/admin/system/?restore=3' },
  )
  await screen.findByText(told)
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.history.at(-1)).toBe('/admin/system/')
})

test('a file shows its contents before it is uploaded, a database dump alone or an archive with the library', async () => {
  const lines = [`${JSON.stringify({ format: 'industria-archive', ...summary })}\n`, '["posts",{}]\n'.repeat(50)]
  const content = Buffer.concat(lines.map((text) => gzipSync(text)))
  const tar = pack()
  tar.entry({ name: 'content.gz' }, content)
  tar.entry({ name: 'files/0' }, Buffer.alloc(100_000))
  tar.finalize()
  expect(await readSummary(new Blob([content]))).toEqual(summary)
  expect(await readSummary(new Blob([Buffer.concat((await Array.fromAsync(tar)) as Uint8Array[])]))).toEqual(summary)
  expect(await readSummary(new Blob(['a letter']))).toBeNull()
  expect(await readSummary(new Blob([gzipSync('{"a":1}\n')]))).toBeNull()

  renderAdmin(<Screen />, () => undefined)
  const choose = document.querySelector('input[type=file]')!
  fireEvent.change(choose, { target: { files: [new File(['a letter'], 'letter.txt')] } })
  await screen.findByText('This file isn’t a backup of a site')
  expect(screen.queryByRole('button', { name: 'Restore the site' })).toBeNull()
})
