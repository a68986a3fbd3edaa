import { screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost } from '#test/fixtures'
import { BlogScreen } from './blog'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const live = { ...editedPost, content: '<p>One two three</p>' }
const { title, slug, excerpt, imageUrl, category, author, publishedAt, content, metadata, translations } = live
const values = { title, slug, excerpt, imageUrl, category, author, publishedAt, content, metadata, translations }
const versions: Record<number, object> = {
  1: values,
  2: { ...values, content: '<p>One 2 three</p>', translations: { es: { title: 'Primera' } } },
  3: { ...values, content: '<p><strong>One</strong> 2 three</p>', title: 'First entry', metadata: { noindex: true } },
}
const kinds = ['created', 'published', 'draft']
const summaryOf = (version: number) => ({
  version,
  kind: kinds[version - 1] ?? 'draft',
  savedAt: `2026-03-0${Math.min(version, 9)}T10:00:00.000Z`,
  savedBy: version === 1 ? null : { id: 2, username: 'grace' },
  restoredFrom: null,
  scheduledFor: null,
})

const api =
  (write: ApiStandIn = () => ({ status: 500 }), newest = 3): ApiStandIn =>
  (request) => {
    const { method, path } = request
    if (method !== 'GET') return write(request)
    if (path.startsWith('/api/blog/7/revisions?')) {
      const before = Number(new URLSearchParams(path.split('?')[1]).get('before') ?? newest + 1)
      return { json: Array.from({ length: Math.min(50, before - 1) }, (_, index) => summaryOf(before - 1 - index)) }
    }
    const version = /revisions\/(\d+)$/.exec(path)?.[1]
    if (version) return { json: { ...summaryOf(Number(version)), values: versions[Number(version)] ?? values } }
    return oneRecord('/api/blog', live)(request)
  }

async function openHistory(...args: Parameters<typeof api>) {
  const rendered = renderAdmin(<BlogScreen />, api(...args), 'en', { path: '/admin/blog/?edit=7' })
  await userEvent.click(await screen.findByRole('button', { name: 'History' }))
  await screen.findByRole('list', { name: 'History' })
  return rendered
}

/** The removed and the added text of a field. */
async function changeOf(field: string) {
  const heading = await screen.findByRole('heading', { level: 4, name: field })
  const text = heading.parentElement!
  return {
    lost: [...text.querySelectorAll('del')].map((part) => part.textContent),
    gained: [...text.querySelectorAll('ins')].map((part) => part.textContent),
  }
}

test('lists who saved what when, and shows what the newest version changed', async () => {
  await openHistory()
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(entries).toEqual([
    expect.stringMatching(/3 Draft saved.*grace/),
    expect.stringMatching(/2 Published.*grace/),
    expect.stringMatching(/1 Created.*the site/),
  ])
  expect(await changeOf('Title')).toEqual({ lost: ['post'], gained: ['entry'] })
  // Only the formatting differs, which the source view shows.
  expect((await changeOf('Content')).gained.join('')).toContain('strong')
  expect(screen.getAllByRole('tab', { hidden: true })).toHaveLength(3)
})

test('compares any two versions word by word, in both languages', async () => {
  await openHistory()
  await userEvent.click(screen.getByRole('button', { name: /2 Published/ }))
  expect(await changeOf('Content')).toEqual({ lost: ['two'], gained: ['2'] })
  expect(await changeOf('Title in Spanish')).toEqual({ lost: [], gained: ['Primera'] })
  await userEvent.click(screen.getByRole('button', { name: /3 Draft saved/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'compared with' }), '1')
  await waitFor(async () => expect((await changeOf('Content')).gained).toEqual(['2']))
})

test('shows a whole version, and compares any with the newest', async () => {
  await openHistory()
  await userEvent.click(screen.getByRole('button', { name: /1 Created/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Whole version' }))
  const shown = async (field: string) =>
    (await screen.findByRole('heading', { level: 4, name: field })).nextElementSibling?.textContent
  expect([await shown('Title'), await shown('Content')]).toEqual(['First post', 'One two three'])
  // What is off or empty is not listed, and every field has a name in words.
  const fields = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(fields().filter((name) => /noindex|search engines/.test(name))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /3 Draft saved/ }))
  expect(await shown('Hide from search engines')).toBe('Yes')
  expect(fields().filter((name) => name.includes('.'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /1 Created/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Changes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Compare with the latest' }))
  expect(screen.queryByRole('button', { name: 'Compare with the latest' })).toBeNull()
  await waitFor(async () => expect(await changeOf('Title')).toEqual({ lost: ['post'], gained: ['entry'] }))
})

test('restores a version as the draft, which is then edited', async () => {
  const restored = {
    ...live,
    draft: { version: 4, savedAt: '2026-03-05T10:00:00.000Z', savedBy: null, values: versions[2] },
  }
  const { writes, toast } = await openHistory(() => ({ json: restored }))
  await userEvent.click(screen.getByRole('button', { name: /2 Published/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Restore version 2' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Version 2 restored' }))
  const restores = writes().filter(({ path }) => path.endsWith('/restore'))
  expect(restores).toMatchObject([{ method: 'POST', path: '/api/blog/7/revisions/2/restore', version: '"3.0"' }])
  expect(screen.queryByRole('list', { name: 'History' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title in Spanish' }).value).toBe('Primera')
})

test('asks before a restored version replaces unsaved text, and says why one cannot be restored', async () => {
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({ status: 422, json: { message: 'No longer allowed' } })),
    'en',
    { path: '/admin/blog/?edit=7' },
  )
  await userEvent.click(await screen.findByRole('textbox', { name: 'Title' }))
  await userEvent.paste('!')
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 3' }))
  const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  expect(writes().filter(({ path }) => path.endsWith('/restore'))).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description: '422: No longer allowed' }))
  await userEvent.click(screen.getByRole('button', { name: 'Back to editing' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('First post!')
})

test('a long history is paged', async () => {
  const { requests } = await openHistory(undefined, 120)
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
  await userEvent.click(screen.getByRole('button', { name: 'Older versions' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(100))
  await userEvent.click(screen.getByRole('button', { name: 'Older versions' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(120))
  expect(screen.queryByRole('button', { name: 'Older versions' })).toBeNull()
  expect(requests.some(({ path }) => path.endsWith('&before=71'))).toBe(true)
})
