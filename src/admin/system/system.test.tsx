import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import type { ChecklistKey } from '#contract/checklist-keys'
import type { JobReport, SystemState } from '#contract/system'
import { SystemScreen } from './system'

beforeEach(startAfresh)

const well: SystemState = {
  version: '1.4.0',
  build: '3f9c1a7be204',
  database: { kind: 'postgres', version: '18.1', bytes: 48_234_496 },
  media: { count: 312, bytes: 2_734_003_200, place: 's3://acme-media/site' },
  diskFree: 21_474_836_480,
  migration: '0031_system',
  startedAt: '2026-03-02T09:00:00.000Z',
  processes: 2,
  mail: { configured: true, ok: true, lastError: null, waiting: 0, failed: 0 },
  listen: { state: 'connected', reason: null },
  newer: null,
}
const job = (name: string, state: JobReport['state'] = 'ok'): JobReport => ({
  name,
  state,
  lastSuccess: null,
  failures: 0,
})

type Site = { system?: Partial<SystemState>; jobs?: JobReport[]; open?: ChecklistKey[] }
const siteApi =
  (site: () => Site): ApiStandIn =>
  ({ path }) => {
    const { system, jobs = [job('send mail'), job('sweep messages')], open = [] } = site()
    if (path === '/api/system') return { json: { ...well, ...system } }
    if (path === '/api/system/jobs') return { json: jobs }
    if (path === '/api/backups') return { json: [] }
    if (path === '/api/settings/backups') return { json: { every: 'day', hour: 3, keep: 7, place: '/data/backups' } }
    if (path === '/api/checklist')
      return {
        json: [
          ...open.map((key) => ({ key, state: 'open', count: null, href: '/admin/account/' })),
          { key: 'logo', state: 'open', count: null, href: '/admin/site/' },
          { key: 'backup', state: 'dismissed', count: null, href: '/admin/dashboard/#backup' },
        ],
      }
    return undefined
  }

const part = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!.textContent

test('a healthy site says so, with its sizes in readable units', async () => {
  let site: Site = {}
  renderAdmin(
    <SystemScreen />,
    siteApi(() => site),
  )
  const standing = within(await screen.findByRole('region', { name: 'Everything is working' }))
  // Checklist entries about content, and dismissed ones, are not problems of operation.
  expect(standing.queryByRole('list')).toBeNull()
  expect(
    ['Database', 'Pictures and files', 'Disk', 'Mail', 'Background tasks', 'Processes', 'Version'].map(part),
  ).toEqual([
    'OK: DatabaseSeparate server (PostgreSQL 18.1), 48.2 MB',
    'OK: Pictures and files312 files, 2.7 GBKept in s3://acme-media/site',
    'OK: Disk21.5 GB free',
    'OK: MailThe server accepts mailNone waiting, none failed',
    'OK: Background tasksAll on time: scheduled publishing, mail, clean-up',
    expect.stringMatching(
      /^OK: Processes2 processes\. Running since .*Processes are notified of each other’s changes at once$/,
    ),
    'OK: Version1.4.0, build 3f9c1a7be204Database schema 0031_system',
  ] as string[])

  site = { system: { newer: { version: '1.5.0', url: 'https://acme.example/1.5.0' } } }
  fireEvent.click(standing.getByRole('button', { name: 'Check again' }))
  const link = await screen.findByRole('link', { name: /^Version 1\.5\.0 is available/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://acme.example/1.5.0', '_blank'])
  expect(screen.getByRole('region', { name: 'One thing needs your attention' })).toBeTruthy()
})

test('problems are listed first, each with its remedy, urgent ones before the rest', async () => {
  renderAdmin(
    <SystemScreen />,
    siteApi(() => ({
      system: {
        diskFree: 1_500_000_000,
        mail: { configured: true, ok: false, lastError: '535 Wrong password', waiting: 3, failed: 2 },
        listen: { state: 'lost', reason: 'NOTIFY does not arrive' },
      },
      jobs: [job('send mail', 'failing'), job('sweep messages', 'overdue'), job('check links')],
      open: ['second-factor', 'site-url'],
    })),
  )
  const standing = within(await screen.findByRole('region', { name: '8 things need your attention' }))
  const rows = standing.getAllByRole('listitem')
  expect(rows.map((row) => [row.querySelector('strong')?.textContent, row.dataset.urgent])).toEqual([
    ['Changes appear with a delay', 'true'],
    ['The mail server isn’t working', 'true'],
    ['2 mails couldn’t be sent', 'true'],
    ['A background task is failing', 'true'],
    ['The disk is almost full', undefined],
    ['A background task is overdue', undefined],
    ['Protect your account with a second factor', undefined],
    ['Set the site’s address', undefined],
  ])
  for (const told of [
    /535 Wrong password/,
    /NOTIFY does not arrive/,
    /“send mail”/,
    /“sweep messages”/,
    /1\.5 GB free/,
  ])
    expect(standing.getByText(told)).toBeTruthy()
  const failed = standing.getByRole('link', { name: /^2 mails couldn’t be sent/ })
  expect(failed.getAttribute('href')).toBe('/admin/outbox/?state=failed')
  expect([part('Mail'), part('Background tasks'), part('Disk')]).toEqual([
    'Needs attention: MailThe server isn’t working3 waiting, 2 failed',
    'Needs attention: Background tasks2 need attention',
    'Needs attention: Disk1.5 GB free',
  ])
})

test('where the status cannot be loaded, it says so and retries', async () => {
  let isAway = true
  renderAdmin(<SystemScreen />, (request) =>
    isAway && request.path === '/api/system'
      ? { status: 503, json: { message: 'Not available' } }
      : siteApi(() => ({}))(request),
  )
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isAway = false
  retry.focus()
  fireEvent.click(retry)
  await screen.findByRole('region', { name: 'Everything is working' })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('a link to the backups leads to their heading, once they are loaded', async () => {
  renderAdmin(
    <SystemScreen />,
    siteApi(() => ({})),
    'en',
    { path: '/admin/system/#backups' },
  )
  const heading = await screen.findByRole('heading', { name: 'Backups' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
