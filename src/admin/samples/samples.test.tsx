import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import type { RemovalEntry, Sample } from '#contract/samples'
import { SamplesScreen } from './samples'

beforeEach(startAfresh)

const sample = (kind: string, id: string | number, field: string | null, title: string, href: string): Sample => ({
  kind,
  id,
  field,
  language: kind === 'page' ? 'es' : null,
  title,
  href,
})
const samples = [
  sample('site-settings', 'site', 'name', 'Industria AI', '/admin/site/?part=identity&field=name'),
  sample('page', 'home', 'heroTitle', 'Aplicaciones de IA', '/admin/content/?page=home&field=heroTitle'),
  sample('post', 7, null, 'The first 90 days', '/admin/blog/?edit=7'),
]
const removal: RemovalEntry = {
  id: 3,
  removed: 2,
  removedAt: '2026-03-02T09:30:00.000Z',
  until: '2026-04-01T09:30:00.000Z',
}

function standIn() {
  const sent: { path: string; body: unknown }[] = []
  let [left, removals] = [samples, [] as RemovalEntry[]]
  const api: ApiStandIn = ({ method, path, body }) => {
    if (method === 'POST') {
      sent.push({ path, body })
      const isUndo = path.endsWith('/undo')
      left = isUndo ? samples : samples.slice(0, 1)
      removals = isUndo ? [] : [removal]
      return { json: isUndo ? { restored: 2, kept: 0 } : { id: 3, removed: 2, kept: 0, until: removal.until } }
    }
    if (path === '/api/samples') return { json: left }
    return path === '/api/samples/removals' ? { json: removals } : undefined
  }
  return { api, sent }
}

test('each sample leads to its field, and all but the name are removed at once, with an undo', async () => {
  const { api, sent } = standIn()
  renderAdmin(<SamplesScreen />, api)
  const link = await screen.findByRole('link', { name: 'Aplicaciones de IA' })
  expect(link.getAttribute('href')).toBe('/admin/content/?page=home&field=heroTitle')
  expect(screen.getAllByText('Spanish').length).toBe(1)
  // The name is typed, not removed.
  const name = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select “Industria AI”' })
  expect([name.checked, name.disabled]).toEqual([false, true])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all shown' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove all samples…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove 2 samples?' }))
  fireEvent.click(question.getByRole('button', { name: 'Remove' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toEqual({
    path: '/api/samples/remove',
    body: {
      samples: [
        { kind: 'page', id: 'home', field: 'heroTitle', language: 'es' },
        { kind: 'post', id: 7, field: null, language: null },
      ],
    },
  })
  expect(sent[1]?.path).toBe('/api/samples/removals/3/undo')
  expect(await screen.findByRole('link', { name: 'The first 90 days' })).toBeTruthy()
})

test('what is not ticked stays', async () => {
  const { api, sent } = standIn()
  renderAdmin(<SamplesScreen />, api)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select “The first 90 days”' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1 sample…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove 1 sample?' }))
  fireEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ samples: [{ kind: 'page' }] })
})

test('a site of its own has nothing to remove', async () => {
  renderAdmin(<SamplesScreen />, ({ path }) => (path.startsWith('/api/samples') ? { json: [] } : undefined))
  expect(await screen.findByText('Nothing of the sample is left')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
})
