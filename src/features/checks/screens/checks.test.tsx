import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { renderAdmin } from '#test/admin-screen'
import { ChecksScreen } from './checks'

test('each line leads to its field, and says where and in which language it is', async () => {
  const check = { code: 'link-text', level: 'repair', path: 'translations.es.content', language: 'es', detail: 'aquí' }
  renderAdmin(<ChecksScreen />, ({ path }) =>
    path === '/api/checks' ? { json: [{ kind: 'post', id: 7, title: 'Measuring', checks: [check] }] } : undefined,
  )
  expect(await screen.findByRole('heading', { name: 'Measuring' })).toBeDefined()
  const link = screen.getByRole('link', { name: 'This link doesn’t say where it goes: “aquí”' })
  expect(link.getAttribute('href')).toBe('/admin/blog/?edit=7&field=translations.es.content')
  expect(link.closest('li')?.textContent).toContain('Content\u00a0· ES')
})

test('a picture without alternative text is shown instead of its path', async () => {
  const check = { code: 'alt-missing', level: 'repair', path: 'content', language: 'en', detail: '/media/1/gable.webp' }
  renderAdmin(<ChecksScreen />, ({ path }) =>
    path === '/api/checks' ? { json: [{ kind: 'post', id: 7, title: 'Measuring', checks: [check] }] } : undefined,
  )
  const picture = await screen.findByRole('img', { name: 'gable.webp' })
  expect(picture.getAttribute('src')).toBe('/media/1/gable.webp')
  expect(picture.closest('a')?.textContent).toBe('This picture has no alternative text')
})

test('a site without faults says so', async () => {
  renderAdmin(<ChecksScreen />, ({ path }) => (path === '/api/checks' ? { json: [] } : undefined))
  expect(await screen.findByText('Nothing to improve')).toBeDefined()
})
