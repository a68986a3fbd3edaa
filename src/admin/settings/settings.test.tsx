import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'bun:test'
import { readUnsaved } from '#records/editor/saving/unsaved-text'
import { type ApiRequest, type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { Sidebar } from '#admin/shell/sidebar'
import { SettingsScreen } from './settings'

beforeEach(startAfresh)

type Stored = { page: string; content: Record<string, unknown>; version: number }

const row = ({ page, content, version }: Stored) => ({
  id: 1,
  page,
  content: JSON.stringify(content),
  updatedAt: '2026-01-01T00:00:00.000Z',
  version,
})
const blog = {
  page: 'blog',
  content: { blogTitle: 'Journal', extra: true, metadata: { keywords: 'one', colour: 'blue' } },
  version: 4,
}

/** A fake API that checks the version on save. */
function pagesApi(stored: Stored[], onWrite?: ApiStandIn): ApiStandIn {
  return (request) => {
    if (request.method === 'GET')
      return /^\/api\/page-contents(\?|$)/.test(request.path) ? { json: stored.map(row) } : undefined
    const answer = onWrite?.(request)
    if (answer) return answer
    const { page, content } = request.body as { page: string; content: string }
    const current = stored.find((one) => one.page === page)
    if (current && request.version !== `"${current.version}"`)
      return { status: 412, json: { message: 'Changed meanwhile' } }
    const saved = {
      page,
      content: JSON.parse(content) as Record<string, unknown>,
      version: (current?.version ?? 0) + 1,
    }
    if (current) Object.assign(current, saved)
    else stored.push(saved)
    return { status: 200, json: row(saved) }
  }
}

const copy = (stored: Stored): Stored => structuredClone(stored)
const contentOf = (request: ApiRequest | undefined) =>
  JSON.parse((request?.body as { content: string } | undefined)?.content ?? '') as Record<string, unknown>

async function openTab(name: string) {
  // A tab with unsaved changes has them in its accessible name, after its title.
  const tab = await screen.findByRole('tab', { name: (said) => said.startsWith(name) })
  fireEvent.mouseDown(tab)
  fireEvent.click(tab)
  return within(await screen.findByRole('form', { name }))
}

const enter = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const save = (form: ReturnType<typeof within>) => fireEvent.click(form.getByRole('button', { name: /^Save Settings/ }))

test('the blog page starts with its defaults and is created by the first save', async () => {
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi([]))
  const form = await openTab('Blog Page')
  expect(form.getByLabelText<HTMLInputElement>('Page title').value).toBe('Blog')
  expect(form.getByLabelText<HTMLInputElement>('Page subtitle').value).toBe('Our latest articles and insights')
  enter(form.getByLabelText('Meta title'), 'All posts')
  save(form)
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Settings updated', variant: 'default' }))
  expect(toast()?.description).toContain('Blog Page')
  expect(writes()).toMatchObject([
    { method: 'POST', path: '/api/page-contents', version: null, body: { page: 'blog' } },
  ])
  expect(contentOf(writes()[0])).toMatchObject({ blogTitle: 'Blog', metadata: { title: 'All posts' } })
})

test('a save sends the version and keeps the keys it does not edit', async () => {
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  enter(form.getByLabelText('Meta title'), 'All posts')
  save(form)
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
  expect(writes()[0]?.version).toBe('"4"')
  expect(writes()[0]?.key).toBeTruthy()
  expect(contentOf(writes()[0])).toMatchObject({
    blogTitle: 'Journal',
    extra: true,
    metadata: { title: 'All posts', keywords: 'one', colour: 'blue' },
  })
  enter(form.getByLabelText('Meta title'), 'Every post')
  save(form)
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()[1]?.version).toBe('"5"')
})

test('a canonical URL that is not http(s) is refused and nothing is sent', async () => {
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  enter(form.getByLabelText('Canonical URL'), 'ftp://acme.test/blog/')
  save(form)
  expect(toast()).toMatchObject({
    title: 'Invalid URL Format',
    description: 'Canonical URL must start with http:// or https://',
  })
  expect(form.getByText('Canonical URL must start with http:// or https://')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('a canonical URL without :// gets the origin of the site', async () => {
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  const canonical = form.getByLabelText<HTMLInputElement>('Canonical URL')
  enter(canonical, '/journal/')
  fireEvent.blur(canonical)
  expect(canonical.value).toBe('https://acme.test/journal/')
  expect(toast()?.title).toBe('Invalid URL Format')
  enter(canonical, 'news/')
  save(form)
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
  expect(contentOf(writes()[0])).toMatchObject({ metadata: { canonical: 'https://acme.test/news/' } })
})

test('a canonical URL is completed also when it is saved from its field, and a picture that is no URL is refused', async () => {
  const { writes } = renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  enter(form.getByLabelText('Canonical URL'), 'news/')
  save(form)
  await waitFor(() => expect(writes().length).toBe(1))
  expect(form.getByLabelText<HTMLInputElement>('Canonical URL').value).toBe('https://acme.test/news/')
  const picture = form.getByLabelText('Picture when shared')
  enter(picture, 'our logo')
  save(form)
  expect(form.getByText('Please enter a link that starts with https://, http:// or /')).toBeTruthy()
  expect(document.activeElement).toBe(picture)
  expect(writes().length).toBe(1)
})

test('each language has a canonical URL of its own, validated and completed in the same way', async () => {
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  fireEvent.click(form.getByRole('radio', { name: 'Español' }))
  const canonical = form.getByLabelText<HTMLInputElement>('Canonical URL in Spanish')
  enter(canonical, 'ftp://acme.test/blog/')
  fireEvent.click(form.getByRole('radio', { name: 'English' }))
  save(form)
  expect(toast()?.title).toBe('Invalid URL Format')
  expect(writes()).toEqual([])
  enter(form.getByLabelText('Canonical URL in Spanish'), 'diario/')
  fireEvent.blur(form.getByLabelText('Canonical URL in Spanish'))
  expect(form.getByText('https://acme.test/diario/')).toBeTruthy()
  save(form)
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
  const { metadata, translations } = contentOf(writes()[0]) as Record<string, { es?: unknown; canonical?: string }>
  expect(metadata?.canonical ?? '').toBe('')
  expect(translations).toMatchObject({ es: { metadata: { canonical: 'https://acme.test/diario/' } } })
})

test('the site defaults are in the metadata of the home page and have no canonical URL', async () => {
  const home = { page: 'home', content: { heroTitle: 'Hello', metadata: { title: 'Acme' } }, version: 2 }
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi([home]))
  const form = await openTab('Site Defaults')
  expect(form.queryByLabelText('Canonical URL')).toBeNull()
  enter(form.getByLabelText('Picture when shared'), '/share.png')
  save(form)
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
  expect(contentOf(writes()[0])).toMatchObject({
    heroTitle: 'Hello',
    metadata: { title: 'Acme', ogImage: '/share.png' },
  })
})

for (const [tab, description] of [
  ['Site Defaults', 'Failed to save site defaults'],
  ['Blog Page', 'Failed to save blog page settings'],
  ['Projects Page', 'Failed to save projects page settings'],
] as const) {
  test(`a failed save of ${tab} reports it and keeps what was typed`, async () => {
    const { toast } = renderAdmin(
      <SettingsScreen />,
      pagesApi([], () => ({ status: 422, json: { message: 'Not like this' } })),
    )
    const form = await openTab(tab)
    enter(form.getByLabelText('Keywords'), 'kept words')
    save(form)
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description, variant: 'destructive' }))
    expect(form.getByText('Not like this')).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Keywords').value).toBe('kept words')
  })
}

test('an error of the server is marked at its field, in its language', async () => {
  const issues = [{ path: 'content.metadata.ogImage', message: 'Not a picture' }]
  const { toast } = renderAdmin(
    <SettingsScreen />,
    pagesApi([copy(blog)], () => ({ status: 422, json: { message: 'Not a picture', issues } })),
  )
  const form = await openTab('Blog Page')
  enter(form.getByLabelText('Picture when shared'), '/gone.png')
  fireEvent.click(form.getByRole('radio', { name: 'Español' }))
  save(form)
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Error', description: 'Failed to save blog page settings' }),
  )
  expect(form.getByLabelText('Picture when shared').getAttribute('aria-invalid')).toBe('true')
  expect(form.getByText('Not a picture')).toBeTruthy()
})

test('a change by somebody else to another setting is merged', async () => {
  const stored = [copy(blog)]
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi(stored))
  const form = await openTab('Blog Page')
  stored[0] = { page: 'blog', content: { ...blog.content, blogTitle: 'Their title' }, version: 5 }
  enter(form.getByLabelText('Keywords'), 'mine')
  save(form)
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
  expect(writes().map(({ version }) => version)).toEqual(['"4"', '"5"'])
  expect(contentOf(writes()[1])).toMatchObject({
    blogTitle: 'Their title',
    metadata: { keywords: 'mine', colour: 'blue' },
  })
  expect(form.getByLabelText<HTMLInputElement>('Page title').value).toBe('Their title')
})

test('where both changed the same setting nothing is overwritten until one is chosen', async () => {
  const stored = [copy(blog)]
  const { writes, toast } = renderAdmin(<SettingsScreen />, pagesApi(stored))
  const form = await openTab('Blog Page')
  stored[0] = { page: 'blog', content: { ...blog.content, metadata: { keywords: 'theirs' } }, version: 5 }
  enter(form.getByLabelText('Keywords'), 'mine')
  save(form)
  await screen.findByText('Someone else changed this in the meantime')
  expect(stored[0]?.version).toBe(5)
  fireEvent.click(screen.getByRole('radio', { name: 'Theirs theirs' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
  expect(contentOf(writes().at(-1))).toMatchObject({ metadata: { keywords: 'theirs' } })
})

test('an expired session is renewed in place, and the save succeeds', async () => {
  let session = false
  const { toast } = renderAdmin(
    <SettingsScreen />,
    pagesApi([copy(blog)], ({ path }) => {
      if (path === '/api/login') session = true
      if (path === '/api/login') return { json: { id: 1, username: 'ada' } }
      return session ? (undefined as never) : { status: 401, json: { message: 'Sign in' } }
    }),
  )
  const form = await openTab('Blog Page')
  enter(form.getByLabelText('Keywords'), 'typed before')
  save(form)
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }))
  enter(dialog.getByLabelText(/Password/), 'sesame')
  fireEvent.click(dialog.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(toast()?.title).toBe('Settings updated'))
})

test('unsaved text is stored on this device and restored', async () => {
  const first = renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  enter(form.getByLabelText('Keywords'), 'half a thought')
  await form.findByText('Unsaved changes, kept on this device')
  first.unmount()
  expect((await readUnsaved('settings:blog'))?.changed).toEqual({ 'metadata.keywords': 'half a thought' })
  renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const again = await openTab('Blog Page')
  expect(again.getByLabelText<HTMLInputElement>('Keywords').value).toBe('half a thought')
  fireEvent.click(again.getByRole('button', { name: 'Discard these changes' }))
  expect(again.getByLabelText<HTMLInputElement>('Keywords').value).toBe('one')
})

test('a tab with changes is marked until they are saved or reverted', async () => {
  renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]))
  const form = await openTab('Blog Page')
  const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
  expect(names()).toEqual(['Site Defaults', 'Blog Page', 'Projects Page', 'Address and mail'])
  enter(form.getByLabelText('Keywords'), 'two')
  await waitFor(() =>
    expect(names()).toEqual(['Site Defaults', 'Blog Page Unsaved changes', 'Projects Page', 'Address and mail']),
  )
  enter(form.getByLabelText('Keywords'), 'one')
  await waitFor(() => expect(names()[1]).toBe('Blog Page'))
  enter(form.getByLabelText('Keywords'), 'three')
  save(form)
  await waitFor(() => expect(form.queryAllByText('Saving...')).toHaveLength(0))
  await waitFor(() => expect(names()[1]).toBe('Blog Page'))
})

test('leaving with changes asks first; without changes it does not', async () => {
  const { location, requests } = renderAdmin(
    <>
      <Sidebar onSearch={() => {}} />
      <SettingsScreen />
    </>,
    pagesApi([copy(blog)]),
    'en',
    { path: '/admin/settings/' },
  )
  const form = await openTab('Blog Page')
  fireEvent.click(screen.getByRole('link', { name: 'Waitlist' }))
  expect(location.history.at(-1)).toBe('/admin/waitlist/')
  enter(form.getByLabelText('Keywords'), 'half a thought')
  await form.findByText('Unsaved changes, kept on this device')
  fireEvent.click(screen.getByRole('link', { name: 'Contact Messages' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(question.getByText('Your changes are kept on this device and restored when you come back.')).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(location.history.at(-1)).toBe('/admin/waitlist/')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
  expect(requests.some(({ path }) => path === '/api/logout')).toBe(false)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  fireEvent.click(screen.getByRole('link', { name: 'Contact Messages' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(location.history.at(-1)).toBe('/admin/messages/'))
})

test('an address selects a page and focuses one of its fields, in the language of the field', async () => {
  for (const field of ['blogTitle', 'metadata.description', 'translations.es.blogSubtitle']) {
    startAfresh()
    renderAdmin(<SettingsScreen />, pagesApi([copy(blog)]), 'en', { path: `/admin/settings/?page=blog&field=${field}` })
    expect(await screen.findByRole('form', { name: 'Blog Page' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.closest('[data-place]')?.getAttribute('data-place')).toBe(field))
    expect(document.activeElement?.closest('[role=tabpanel]')?.hasAttribute('inert')).toBe(false)
  }
})
