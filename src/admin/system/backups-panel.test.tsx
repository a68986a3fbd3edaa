import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, spyOn, test } from 'bun:test'
import { FailedBackup } from '#admin/dashboard/dashboard'
import type { Backup, BackupSettings } from '#contract/backups'
import { type ApiRequest, type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { BackupsPanel } from '#admin/system/backups-panel'

beforeEach(startAfresh)

const made = (id: number, change: Partial<Backup> = {}): Backup => ({
  id,
  createdAt: `2026-03-0${id}T03:00:00.000Z`,
  bytes: 734_003_200,
  state: 'done',
  reason: 'schedule',
  verified: true,
  error: null,
  ...change,
})

/** A fake API with backups, and the recorded writes. */
function backedUp(backups: Backup[]) {
  let settings: BackupSettings = { every: 'day', hour: 3, keep: 7, place: '/data/backups' }
  let confirmedUntil: string | null = null
  const written: Pick<ApiRequest, 'method' | 'path' | 'body'>[] = []
  const api: ApiStandIn = ({ method, path, body }) => {
    if (method !== 'GET') written.push({ method, path, body })
    if (path === '/api/account/confirm') {
      if (method === 'POST') confirmedUntil = new Date(Date.now() + 600_000).toISOString()
      return { json: { confirmedUntil } }
    }
    if (path === '/api/settings/backups') {
      if (method === 'PUT') settings = { ...settings, ...(body as object) }
      return { json: settings }
    }
    if (path === '/api/backups/test') return { json: { ok: false, error: 'There is no room left.' } }
    if (method === 'POST') {
      backups.unshift(made(9, { state: 'running', verified: false, reason: 'manual', bytes: 0 }))
      return { status: 202, json: backups[0] }
    }
    if (method === 'DELETE') {
      backups.splice(
        backups.findIndex(({ id }) => path.endsWith(`/${id}`)),
        1,
      )
      return { status: 204 }
    }
    return path === '/api/backups' ? { json: [...backups] } : undefined
  }
  return { api, written }
}

test('backups are listed, created, downloaded and deleted, and a failed one says why', async () => {
  const { api, written } = backedUp([
    made(2, { state: 'failed', verified: false, bytes: 0, error: 'There is no room left.' }),
    made(1),
  ])
  renderAdmin(
    <BackupsPanel restoreOf={({ id }, name) => <button type="button">{`Restore ${id} of ${name}`}</button>} />,
    api,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The last backup failed')
  expect(alert.textContent).toContain('There is no room left. Test the storage below')
  const rows = () =>
    within(screen.getByRole('table', { name: 'Backups' }))
      .getAllByRole('row')
      .slice(1)
  expect(rows().map((row) => within(row).queryAllByRole('button', { name: /^Download/ }).length)).toEqual([0, 1])
  const whole = rows()[1]!
  expect(whole.textContent).toContain('Verified')
  const clicked: string[] = []
  const click = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  fireEvent.click(within(whole).getByRole('button', { name: /^Download/ }))
  const asking = within(await screen.findByRole('dialog'))
  fireEvent.change(asking.getByLabelText(/Current password/), { target: { value: 'a long enough password' } })
  expect(clicked).toEqual([])
  fireEvent.click(asking.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(clicked).toEqual(['/api/backups/1/archive']))
  click.mockRestore()
  // From then on it is a link.
  expect((await within(whole).findByRole('link')).getAttribute('href')).toBe('/api/backups/1/archive')
  expect(within(whole).getByText(/^Restore 1 of/)).toBeDefined()

  fireEvent.click(within(whole).getByRole('button', { name: /^Delete the backup of/ }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText('In progress')).toBeDefined()
  expect(written).toEqual([
    { method: 'POST', path: '/api/account/confirm', body: { currentPassword: 'a long enough password' } },
    { method: 'DELETE', path: '/api/backups/1', body: undefined },
    { method: 'POST', path: '/api/backups', body: undefined },
  ])
}, 30_000)

test('the schedule is saved, and the storage tested', async () => {
  const { api, written } = backedUp([])
  renderAdmin(<BackupsPanel />, api)
  expect(await screen.findByText('No backups yet')).toBeDefined()
  fireEvent.change(await screen.findByLabelText('How often'), { target: { value: 'week' } })
  fireEvent.change(screen.getByLabelText('At'), { target: { value: '23' } })
  fireEvent.change(screen.getByLabelText('Backups to keep'), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
  await waitFor(() => expect(written).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Test storage' }))
  expect((await screen.findByRole('alert')).textContent).toContain('There is no room left.')
  expect(written).toEqual([
    { method: 'PUT', path: '/api/settings/backups', body: { every: 'week', hour: 23, keep: 30 } },
    { method: 'POST', path: '/api/backups/test', body: undefined },
  ])
}, 30_000)

test('a schedule that the server refuses has the focus at its field, and a refused test says why', async () => {
  const { api } = backedUp([])
  const message = '1 to 90'
  const refused = { message, issues: [{ path: 'keep', message }] }
  renderAdmin(<BackupsPanel />, (request) => {
    if (request.path === '/api/backups/test') return { status: 409, json: { message: 'A restore is running' } }
    return request.method === 'PUT' ? { status: 422, json: refused } : api(request)
  })
  const keep = await screen.findByLabelText('Backups to keep')
  fireEvent.change(keep, { target: { value: '91' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
  await screen.findByText(message)
  await waitFor(() => expect(document.activeElement).toBe(keep))
  fireEvent.click(screen.getByRole('button', { name: 'Test storage' }))
  expect((await screen.findByRole('alert')).textContent).toContain('A restore is running')
})

test('a saved schedule stays in its fields while it is read again', async () => {
  const { api } = backedUp([])
  let isSaved = false
  const { toast } = renderAdmin(<BackupsPanel />, (request) => {
    if (isSaved && request.path === '/api/settings/backups') return new Promise(() => {})
    isSaved = request.method === 'PUT'
    return api(request)
  })
  const keep = await screen.findByLabelText<HTMLInputElement>('Backups to keep')
  // Ctrl+S submits it.
  expect(keep.form?.hasAttribute('data-saves')).toBe(true)
  fireEvent.change(keep, { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
  await waitFor(() => expect(toast()?.title).toBe('Schedule saved'))
  expect(keep.value).toBe('30')
})

test('the dashboard warns of a failed backup, until there is a newer one', async () => {
  const { api } = backedUp([made(2, { state: 'failed', verified: false, error: 'There is no room left.' }), made(1)])
  renderAdmin(<FailedBackup />, api)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('There is no room left.')
  expect(within(alert).getByRole('link').getAttribute('href')).toBe('/admin/system/#backups')
})
