import { screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, spyOn, test } from 'bun:test'
import { type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPageContent, noVisits, previewLink } from '#test/fixtures'
import { ContentScreen } from './content'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })

async function enter(input: HTMLElement, text: string) {
  await userEvent.click(input)
  await userEvent.paste(text)
}

async function replace(input: HTMLElement, text: string) {
  await userEvent.clear(input)
  await enter(input, text)
}

const homeText = `{
  "zeta": { "unknown": [1, 2,  3] },
  "heroTitle": "Drawn to fit",
  "features": [{ "title": "One", "description": "First", "badge": "own" }, { "title": "Two" }],
  "metadata": { "title": "Meta" }
}`
const home = { ...editedPageContent, id: 1, page: 'home', content: homeText }

const untouched = { state: 'complete', fields: {}, changes: {}, draft: null }
const api =
  (write: ApiStandIn = () => ({ json: home }), record = home): ApiStandIn =>
  (request) => {
    if (request.path === '/api/checks') return undefined
    if (request.method !== 'GET') return write(request)
    if (request.path.endsWith('/translations/es')) return { json: untouched }
    return request.path === '/api/page-contents?status=all'
      ? { json: [home] }
      : oneRecord('/api/page-contents', record)(request)
  }

async function openHome() {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Home' }))
  return screen.findByRole('dialog', { name: 'Edit page: Home' })
}

const showTab = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
/** The JSON text in its tab; then the form is in view again. */
async function json() {
  await showTab('Page Content')
  const { value } = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content (JSON)' })
  await showTab('Editor')
  return value
}
async function writeJson(text: string) {
  await showTab('Page Content')
  await replace(screen.getByRole('textbox', { name: 'Content (JSON)' }), text)
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: /^(Publish|Update)/ }))

test('a page shows its views of 30 days, in the list and in its editor', async () => {
  const page = (key: string, views: number) => ({ key, views, visitors: 1 })
  const visits = { ...noVisits, total: { views: 1500, visitors: 9 }, pages: [page('/', 1200), page('/es/', 34)] }
  const standIn = api()
  renderAdmin(<ContentScreen />, (request) => (request.path === '/api/numbers' ? { json: visits } : standIn(request)))
  expect(await screen.findByText('1,234 views in 30 days')).toBeTruthy()
  const dialog = within(await openHome())
  expect(await dialog.findByText('Views in the last 30 days: 1,234')).toBeTruthy()
  expect(dialog.getByRole('link', { name: '/es/' }).getAttribute('href')).toBe('/admin/numbers/?path=%2Fes%2F')
})

test('each page is listed under Static Pages with its last change and its first three keys', async () => {
  renderAdmin(<ContentScreen />, api())
  const panel = await screen.findByRole('tabpanel', { name: 'Static Pages' })
  const entry = await within(panel).findByRole('listitem')
  expect(entry.textContent).toContain('Home')
  expect(entry.textContent).toContain('Last updated: ')
  expect(entry.textContent).toContain('heroTitleDrawn to fit')
  expect(entry.textContent).toContain('features2 entries')
  expect(entry.textContent).not.toContain('metadata')
  // In words; the keys are there for those who look for them.
  expect(within(entry).getByText('heroTitle').className).toBe('kit-hidden')
  expect(within(entry).getByText('heroTitle').closest('[title]')?.getAttribute('title')).toBe('heroTitle')
  expect(within(entry).getByText('zeta').className).toBe('')
})

test('the summary says in words which languages and SEO fields a page has', async () => {
  const content = JSON.stringify({ metadata: { title: 'Meta', keywords: 'a' }, translations: { es: { title: 'Uno' } } })
  renderAdmin(<ContentScreen />, () => ({ json: [{ ...home, content }] }))
  const entry = within(await screen.findByRole('listitem'))
  expect(entry.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '2 of 6 filled in',
    'Español',
  ])
  expect(entry.getByText('Search and sharing')).toBeTruthy()
})

test('the summary calls SEO fields complete without a canonical URL, and shows the short date with the time as a hint', async () => {
  const metadata = { title: 'a', description: 'b', keywords: 'c', ogTitle: 'd', ogDescription: 'e', ogImage: '/f.png' }
  const content = JSON.stringify({ metadata })
  renderAdmin(<ContentScreen />, () => ({ json: [{ ...home, content, updatedAt: '2024-11-26T21:38:00.000Z' }] }))
  const entry = within(await screen.findByRole('listitem'))
  expect(entry.getByRole('definition').textContent).toBe('complete')
  const updated = entry.getByText(/^Last updated: Nov 2[67], 2024$/)
  expect(updated.title).toMatch(/2024, \d/)
})

test('the summary of a page names its fields, in the language of the admin, without tags', async () => {
  const about = {
    ...home,
    id: 2,
    page: 'about',
    content: JSON.stringify({
      title: 'About us',
      content: '<h2>Who we are</h2><p>We build &amp; care.</p>',
      vision: 'A future',
      translations: { es: { title: 'Quiénes somos' } },
    }),
  }
  renderAdmin(<ContentScreen />, () => ({ json: [about] }), 'es')
  const entry = await screen.findByRole('listitem')
  const keys = within(entry).getAllByRole('term')
  expect(keys.map(({ textContent }) => textContent)).toEqual(['Título title', 'Contenido content', 'Visión vision'])
  expect(keys.map(({ nextElementSibling }) => nextElementSibling?.textContent)).toEqual([
    'Quiénes somos',
    'Who we are We build & care.',
    'A future',
  ])
})

test('Refresh reloads the list', async () => {
  const { requests } = renderAdmin(<ContentScreen />, api())
  await screen.findByRole('listitem')
  const before = requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(requests.length).toBe(before + 1))
})

test('a list that fails to load shows its error message, and logs to the console', async () => {
  const logged = spyOn(console, 'error').mockImplementation(() => {})
  renderAdmin(<ContentScreen />, () => ({ status: 500, json: { message: 'No table' } }))
  expect(
    await screen.findByText(
      'Failed to load page contents. The page_contents table might not exist in the database yet. Please check the console for more details or contact support.',
    ),
  ).toBeTruthy()
  expect(logged.mock.calls.flat().map(String)).toContain('Failed to fetch page contents')
  logged.mockRestore()
})

test('a list that failed to load is there after a Refresh', async () => {
  let isDown = true
  const logged = spyOn(console, 'error').mockImplementation(() => {})
  renderAdmin(<ContentScreen />, (request) => (isDown ? { status: 503, json: { message: 'Away' } } : api()(request)))
  await screen.findByText(/^Failed to load page contents/)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('listitem')).toBeTruthy()
  logged.mockRestore()
})

test('nothing is fetched without a user', async () => {
  const { requests } = renderAdmin(<ContentScreen />, api(), 'en', { user: null })
  await screen.findByText('Loading…')
  expect(requests).toEqual([])
})

test('without pages, four buttons create them with sample content', async () => {
  const { writes, toast } = renderAdmin(<ContentScreen />, ({ method }) =>
    method === 'GET' ? { json: [] } : { status: 201, json: home },
  )
  expect(await screen.findByText('No page contents yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Create .* page$/ }).map(({ textContent }) => textContent)).toEqual([
    'Create Home page',
    'Create About page',
    'Create Contact page',
    'Create Legal page',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Create Contact page' }))
  await waitFor(() => expect(toast()?.title).toBe('Page content created'))
  const sent = writes()[0]?.body as { page: string; content: string }
  expect(sent.page).toBe('contact')
  expect(JSON.parse(sent.content)).toMatchObject({ formTitle: 'Send us a message' })
})

test('after a page was created the heading has the focus, since its button is gone', async () => {
  const made: object[] = []
  renderAdmin(<ContentScreen />, ({ method }) => {
    if (method === 'POST') made.push(home)
    return method === 'GET' ? { json: [...made] } : { status: 201, json: home }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create Home page' }))
  await screen.findByRole('button', { name: 'Edit Home' })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('the form writes into the JSON text and leaves its other keys unchanged', async () => {
  const { writes, toast } = renderAdmin(<ContentScreen />, api())
  await openHome()
  expect(await json()).toBe(homeText)
  await replace(field('Headline'), 'New "words"')
  expect(await json()).toBe(homeText.replace('"Drawn to fit"', '"New \\"words\\""'))
  await save()
  await waitFor(() => expect(toast()?.title).toBe('Page content updated'))
  expect(writes()[0]).toMatchObject({
    method: 'POST',
    path: '/api/page-contents',
    version: '"5.0"',
    body: { page: 'home', content: homeText.replace('"Drawn to fit"', '"New \\"words\\""') },
  })
})

test('the JSON text updates the form', async () => {
  renderAdmin(<ContentScreen />, api())
  await openHome()
  await writeJson('{ "heroTitle": "From the text" }')
  await showTab('Editor')
  expect(field('Headline').value).toBe('From the text')
})

test('while the JSON is invalid its error shows line and column, the form is disabled, and nothing is saved', async () => {
  const { writes, toast } = renderAdmin(<ContentScreen />, api())
  await openHome()
  await writeJson('{\n  "heroTitle": "x"\n  "heroCta": "y"\n}')
  expect(screen.getByText('Line 3, column 3: a comma is missing here')).toBeTruthy()
  await showTab('Editor')
  expect(screen.getByText('The JSON isn’t valid')).toBeTruthy()
  expect(field('Headline').closest('[inert]')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  expect(field('Meta title').disabled).toBe(true)
  expect(field('Meta title').value).toBe('Meta')
  await save()
  // Leads to the JSON, as it was typed.
  expect(field('Content (JSON)').value).toContain('"heroCta": "y"')
  expect(toast()).toMatchObject({
    title: 'Invalid JSON format',
    description: 'Please make sure the content is in valid JSON format.',
  })
  expect(writes()).toEqual([])
})

test('SEO edits change the metadata inside the JSON', async () => {
  renderAdmin(<ContentScreen />, api())
  await openHome()
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  await replace(field('Meta title'), 'Better')
  expect(JSON.parse(await json())).toMatchObject({ zeta: { unknown: [1, 2, 3] }, metadata: { title: 'Better' } })
})

test('entries of a list are added, moved and removed with their unknown keys', async () => {
  renderAdmin(<ContentScreen />, api())
  await openHome()
  await userEvent.click(screen.getByRole('button', { name: 'Move entry 1 down' }))
  expect(JSON.parse(await json()).features).toEqual([
    { title: 'Two' },
    { title: 'One', description: 'First', badge: 'own' },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Add entry' }))
  expect(JSON.parse(await json()).features).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }))
  expect(JSON.parse(await json()).features).toEqual([
    { title: 'One', description: 'First', badge: 'own' },
    { title: '', description: '' },
  ])
})

test('the Spanish texts are beside the English ones, are written to translations.es, and can be copied from them', async () => {
  renderAdmin(<ContentScreen />, api())
  await openHome()
  await enter(field('Headline in Spanish'), 'A medida')
  expect(JSON.parse(await json()).translations).toEqual({ es: { heroTitle: 'A medida' } })
  const second = within(screen.getByRole('group', { name: 'Features, entry 2' }))
  await userEvent.click(second.getByRole('button', { name: 'Copy from English: Title' }))
  expect(JSON.parse(await json()).translations.es.features).toEqual([{}, { title: 'Two' }])
  await userEvent.click(screen.getByRole('button', { name: 'Move entry 2 up' }))
  expect(JSON.parse(await json())).toMatchObject({
    features: [{ title: 'Two' }, { title: 'One' }],
    translations: { es: { features: [{ title: 'Two' }, {}] } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }))
  expect(JSON.parse(await json())).toMatchObject({ features: [{ title: 'One' }] })
  expect(JSON.parse(await json()).translations.es.features).toEqual([{}])
})

test('in the Spanish interface the Spanish text comes first', async () => {
  renderAdmin(<ContentScreen />, api(), 'es', { path: '/admin/content/?edit=home' })
  await screen.findByRole('dialog')
  const [first, second] = within(screen.getByRole('region', { name: 'Portada' })).getAllByRole('textbox')
  const placeOf = (element?: HTMLElement) => element?.closest('[data-place]')?.getAttribute('data-place')
  expect([placeOf(first), placeOf(second)]).toEqual(['translations.es.heroTitle', 'heroTitle'])
})

test('the form comes first; the JSON text is in the tab Page Content', async () => {
  renderAdmin(<ContentScreen />, api())
  await openHome()
  expect(screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)).toContain('Editor')
  expect(screen.queryByRole('textbox', { name: 'Content (JSON)' })).toBeNull()
  await showTab('Page Content')
  expect(field('Content (JSON)').closest('[role=tabpanel]')).toBe(
    screen.getByRole('tabpanel', { name: 'Page Content' }),
  )
})

test('a conflict asks only about the key that both have changed, and is saved on top of the other', async () => {
  let saves = 0
  let record = home
  const { writes } = renderAdmin(<ContentScreen />, (request) =>
    api(() => {
      saves += 1
      return saves === 1 ? { status: 412, json: { message: 'Stale' } } : { json: home }
    }, record)(request),
  )
  await openHome()
  await replace(field('Headline'), 'Mine')
  record = { ...home, version: 6, content: homeText.replace('Meta', 'Theirs').replace('Drawn to fit', 'Theirs too') }
  await save()
  expect(await screen.findByRole('radiogroup', { name: 'Headline' })).toBeTruthy()
  expect(screen.getByText(/All other changes have been merged \(Meta title\)/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() => expect(writes()).toHaveLength(2))
  const sent = writes()[1]?.body as { content: string }
  expect(writes()[1]?.version).toBe('"6.0"')
  expect(JSON.parse(sent.content)).toMatchObject({ heroTitle: 'Mine', metadata: { title: 'Theirs' } })
})

test('a refused save says why and keeps the text', async () => {
  const { toast } = renderAdmin(
    <ContentScreen />,
    api(() => ({ status: 413, json: { message: 'Too large' } })),
  )
  await openHome()
  await replace(field('Headline'), 'Mine')
  await save()
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Failed to update page content',
      description: '413: Too large',
      variant: 'destructive',
    }),
  )
  expect(field('Headline').value).toBe('Mine')
})

test('a validation error of the server appears with the status', async () => {
  const { toast } = renderAdmin(
    <ContentScreen />,
    api(() => ({
      status: 422,
      json: { message: 'Not a link', issues: [{ path: 'content.metadata.ogImage', message: 'Not a link' }] },
    })),
  )
  await openHome()
  await replace(field('Headline'), 'Mine')
  await save()
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Failed to update page content', description: '422: Not a link' }),
  )
})

test('an error of a single value is at its field, until that value changes', async () => {
  const { toast, writes } = renderAdmin(
    <ContentScreen />,
    api(() => ({
      status: 422,
      json: { message: 'Wrong', issues: [{ path: 'content.features.1.title', message: 'No such title' }] },
    })),
  )
  await openHome()
  await replace(field('Headline'), 'Mine')
  await save()
  await waitFor(() => expect(toast()?.variant).toBe('destructive'))
  const second = within(screen.getByRole('group', { name: 'Features, entry 2' }))
  const title = second.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect(second.getByText('No such title')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(title))
  await enter(title, '!')
  expect(second.queryByText('No such title')).toBeNull()
  // What only the JSON has is shown there; the browser knows these rules itself.
  expect(writes()).toHaveLength(1)
  await writeJson('{ "zeta": { "link": "https://me:secret@example.com/" } }')
  await showTab('Editor')
  await save()
  expect(screen.getByRole('tab', { name: 'Page Content' }).getAttribute('aria-selected')).toBe('true')
  expect(writes()).toHaveLength(1)
})

test('a value that the browser refuses says why in words, at its field', async () => {
  const { writes, toast } = renderAdmin(<ContentScreen />, api())
  await openHome()
  await writeJson('{ "heroTitle": "https://me:secret@example.com/", "features": [{ "title": "One" }] }')
  await showTab('Editor')
  await save()
  expect(field('Headline').getAttribute('aria-invalid')).toBe('true')
  await writeJson('{ "features": [{ "title": "One", "icon": "own" }] }')
  await save()
  expect(toast()?.description).toMatch(/^Please choose an icon/)
  expect(writes()).toEqual([])
})

test('the heading of the blog page is edited in the settings alone: the form shows it and leads to its field', async () => {
  const blog = {
    ...home,
    page: 'blog',
    content: JSON.stringify({ blogTitle: 'Journal', translations: { es: { blogTitle: 'Cuaderno' } } }),
  }
  renderAdmin(<ContentScreen />, oneRecord('/api/page-contents', blog), 'en', {
    path: '/admin/content/?page=blog',
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit page: Blog' }))
  const heading = within(dialog.getByRole('region', { name: 'Page heading' }))
  expect(heading.queryAllByRole('textbox')).toEqual([])
  expect(heading.getByText('Journal')).toBeTruthy()
  expect(heading.getByText('Cuaderno').lang).toBe('es')
  expect(heading.getByRole('link', { name: 'Change “Page title” in Site Settings' }).getAttribute('href')).toBe(
    '/admin/settings/?page=blog&field=blogTitle',
  )
})

test('the preview shows the page while it is typed, and its link can be copied', async () => {
  const copied: string[] = []
  const writeText = spyOn(navigator.clipboard, 'writeText').mockImplementation((text) =>
    Promise.resolve(void copied.push(text)),
  )
  const { url } = previewLink
  const { requests, toast } = renderAdmin(
    <ContentScreen />,
    api(({ path }) => ({ json: path === '/api/preview' ? { html: '<h1>Drawn</h1>' } : previewLink })),
  )
  await openHome()
  expect(
    screen
      .getAllByRole('tab')
      .slice(-4)
      .map((tab) => tab.textContent),
  ).toEqual(['Editor', 'Page Content', 'SEO Metadata', 'Preview'])
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  await screen.findByTitle('Preview of the public page')
  await userEvent.click(screen.getByRole('button', { name: 'Copy link for a colleague' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Link copied' }))
  expect(copied).toEqual([url])
  const previews = requests.filter(({ path }) => path.startsWith('/api/preview'))
  expect(previews.map(({ path, body }) => [path, body])).toEqual([
    ['/api/preview', { kind: 'page', id: 'home', language: 'en', draft: { content: homeText } }],
    ['/api/previews', { kind: 'page', id: 'home', values: { content: homeText }, language: 'en' }],
  ])
  writeText.mockImplementation(() => Promise.reject(new Error('Not allowed')))
  await userEvent.click(screen.getByRole('button', { name: 'Copy link for a colleague' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Your link', description: url }))
  writeText.mockRestore()
})

test('team members have a photo, the same in every language', async () => {
  const content = JSON.stringify({ team: [{ name: 'Ana', role: 'Engineer' }] })
  const about = { ...home, page: 'about', content }
  const { writes } = renderAdmin(<ContentScreen />, oneRecord('/api/page-contents', about))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit About' }))
  await screen.findByRole('dialog', { name: 'Edit page: About' })
  expect(screen.getAllByRole('textbox', { name: 'Photo' })).toHaveLength(1)
  await enter(field('Photo'), '/media/4/ana.jpg')
  expect(JSON.parse(await json())).toEqual({ team: [{ name: 'Ana', role: 'Engineer', photo: '/media/4/ana.jpg' }] })
  await save()
  await waitFor(() => expect(writes().some(({ body }) => JSON.stringify(body).includes('ana.jpg'))).toBe(true))
})

test('an address with the name of a field focuses it', async () => {
  for (const path of ['heroSubtitle', 'metadata.description', 'translations.es.metadata.description']) {
    startAfresh()
    renderAdmin(<ContentScreen />, api(), 'en', { path: `/admin/content/?page=home&field=${path}` })
    await screen.findByRole('dialog', { name: 'Edit page: Home' })
    await waitFor(() => expect(document.activeElement?.closest('[data-place]')?.getAttribute('data-place')).toBe(path))
  }
})
