import { beforeEach, expect, test } from 'bun:test'
import { render, act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { wholeLook } from '#contract/site-values'
import type { SiteAnswer } from '#features/settings/site/contract'
import type { SiteText } from '#features/settings/texts/contract'
import { sitePaths } from '#i18n/addresses/paths'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost, picture } from '#test/fixtures'
import { testSite } from '#test/screens/site'
import { SiteScreen } from './site'
import { textsIn } from '#test/content/texts-in'

beforeEach(startAfresh)

const { name, copyright } = testSite
const footer = textsIn('All that one needs.', { es: 'Todo lo que hace falta.' })
const entry = (en: string, es: string, href: string) => ({ label: textsIn(en, { es }), href, children: [] })
const social: SiteAnswer['social'] = [
  { kind: 'github', url: 'https://github.com/acme' },
  { kind: 'linkedin', url: 'https://linkedin.com/acme' },
]
const navigation = [
  entry('Projects', 'Proyectos', sitePaths.projects),
  entry('Blog', 'Blog', sitePaths.blog),
  entry('About', 'Nosotros', sitePaths.about),
  entry('Contact', 'Contacto', sitePaths.contact),
]
const stored: SiteAnswer = {
  version: 3,
  name,
  footer,
  copyright,
  social,
  navigation,
  accent: '#ce3b0f',
  look: wholeLook(),
  logo: null,
  logoDark: null,
  icon: null,
  socialPicture: null,
  announcement: null,
  hidden: [],
  home: null,
}

/** A fake API with the stored values, and those of `now`; `meanwhile` are changes by others between a read and a write. */
function siteApi({
  now: first = {},
  meanwhile,
  refuse,
}: { now?: Partial<SiteAnswer>; meanwhile?: Partial<SiteAnswer>; refuse?: object } = {}): ApiStandIn {
  let now = { ...stored, ...first }
  let left = meanwhile
  return ({ method, path, body, version }) => {
    if (path === '/api/preview') return { json: { html: '<!doctype html><title>Acme</title>' } }
    if (path !== '/api/site') return undefined
    if (method === 'GET') return { json: now }
    if (refuse) return { status: 422, json: refuse }
    if (left) {
      now = { ...now, ...left, version: now.version + 1 }
      left = undefined
    }
    if (version !== `"${now.version}"`) return { status: 412, json: { message: 'Changed elsewhere' } }
    const changed = Object.entries(body as object).map(([key, value]) => [key, value ?? stored[key as 'name']])
    now = { ...now, ...Object.fromEntries(changed), version: now.version + 1 }
    return { json: now }
  }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save and publish/ }))
const open = (part: string) => fireEvent.click(screen.getByRole('tab', { name: part }))
const writes = (view: ReturnType<typeof renderAdmin>) => view.writes().filter(({ method }) => method === 'PUT')

test('only changed settings are saved, and the admin shows the new name of the site', async () => {
  const view = renderAdmin(<SiteScreen />, siteApi())
  type(await screen.findByLabelText('Name of the site'), 'Quoin')
  save()
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Published' }))
  expect(writes(view).map(({ body, version }) => [body, version])).toEqual([[{ name: 'Quoin' }, '"3"']])
  type(screen.getByLabelText('Name of the site'), '')
  type(screen.getByLabelText('Accent colour'), '#00ff00')
  save()
  await waitFor(() => expect(writes(view).length).toBe(2))
  expect(writes(view)[1]?.body).toEqual({ name: null, accent: '#00ff00' })
})

test('menu entries are added, reordered, nested, and reset', async () => {
  const view = renderAdmin(<SiteScreen />, siteApi())
  await screen.findByLabelText('Name of the site')
  open('Menu')
  const list = screen.getByRole('group', { name: 'Entries of the menu' })
  const rows = () => [...list.querySelectorAll<HTMLElement>(':scope > .content-entry')]
  fireEvent.click(within(rows()[1]!).getByRole('button', { name: 'Move entry 2 up' }))
  const below = within(list).getByRole('group', { name: 'Entries below Blog' })
  fireEvent.click(within(below).getByRole('button', { name: /Add/ }))
  type(within(below).getByLabelText('Label (English)'), 'News')
  type(within(below).getByRole('combobox', { name: 'Leads to' }), '/blog/')
  save()
  await waitFor(() => expect(writes(view).length).toBe(1))
  const sent = (writes(view)[0]!.body as SiteAnswer).navigation
  expect(sent.map(({ label, children }) => [label.en, children.map((child) => child.label.en)])).toEqual([
    ['Blog', ['News']],
    ['Projects', []],
    ['About', []],
    ['Contact', []],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Back to the built-in entries' }))
  save()
  await waitFor(() => expect(writes(view)[1]?.body).toEqual({ navigation: null }))
})

test('a link target is found by the title of any published page', async () => {
  const site = siteApi()
  renderAdmin(<SiteScreen />, (request) =>
    request.path.startsWith('/api/blog?') ? { json: [editedPost], total: 1 } : site(request),
  )
  await screen.findByLabelText('Name of the site')
  open('Announcement')
  const field = screen.getByRole('combobox', { name: 'Link of the announcement' }) as HTMLInputElement
  act(() => field.focus())
  type(field, 'fírst po')
  const option = await screen.findByRole('option', { name: /First post/ })
  expect(option.textContent).toContain('/blog/first-post/')
  await userEvent.click(option)
  expect(field.value).toBe('/blog/first-post/')
})

test('an announcement is one text in both languages, and none when it is empty', async () => {
  const view = renderAdmin(<SiteScreen />, siteApi())
  await screen.findByLabelText('Name of the site')
  open('Announcement')
  type(within(screen.getByRole('group', { name: 'Text of the announcement' })).getByLabelText('English'), 'We moved')
  save()
  await waitFor(() => expect(writes(view).length).toBe(1))
  expect(writes(view)[0]?.body).toEqual({
    announcement: { text: textsIn('We moved', { es: '' }), href: null, from: null, until: null },
  })
})

test('an error appears at its field, in its tab, and nothing typed is lost', async () => {
  const refuse = { message: 'No', issues: [{ path: 'social.1.url', message: 'Please enter an address' }] }
  renderAdmin(<SiteScreen />, siteApi({ refuse }))
  type(await screen.findByLabelText('Name of the site'), 'Quoin')
  save()
  const field = await screen.findByText('Please enter an address')
  expect(screen.getByRole('tab', { name: 'Footer' }).getAttribute('aria-selected')).toBe('true')
  expect(field.closest('.content-entry')?.textContent).toContain('LinkedIn')
  open('Identity')
  expect((screen.getByLabelText('Name of the site') as HTMLInputElement).value).toBe('Quoin')
})

test('a failure that belongs to no field is told in the toast too, because its message may be out of sight', async () => {
  const view = renderAdmin(<SiteScreen />, siteApi({ refuse: { message: 'The menu is too long' } }))
  type(await screen.findByLabelText('Name of the site'), 'Quoin')
  save()
  await waitFor(() => expect(view.toast()?.description).toBe('The menu is too long'))
  expect(screen.getByRole('alert').textContent).toContain('The menu is too long')
})

test('the field of an error is focused, also a label of the menu', async () => {
  const refuse = { message: 'No', issues: [{ path: 'navigation.0.label.en', message: 'Label is required' }] }
  renderAdmin(<SiteScreen />, siteApi({ refuse }))
  type(await screen.findByLabelText('Name of the site'), 'Quoin')
  save()
  const error = await screen.findByText('Label is required')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-describedby')).toContain(error.id))
})

test('the focus stays near a control that disappears when it is pressed', async () => {
  const site = siteApi({ now: { logo: 7 } })
  renderAdmin(<SiteScreen />, (request) => (request.path === '/api/media/7' ? { json: picture(7) } : site(request)))
  await screen.findByLabelText('Name of the site')
  const press = async (button: string) => {
    const panel = screen.getByRole('tab', { selected: true }).getAttribute('aria-controls') ?? ''
    await userEvent.click(within(document.getElementById(panel)!).getByRole('button', { name: button }))
    await waitFor(() => expect(document.activeElement?.closest('[role=tabpanel]')).not.toBeNull())
    return document.activeElement
  }
  expect((await press('Remove'))?.textContent).toBe('Choose or upload')
  open('Menu')
  expect((await press('Back to the built-in entries'))?.textContent).toBe('Use my own entries')
  expect((await press('Use my own entries'))?.textContent).toBe('Add entry')
  expect(await press('Add entry')).toBe(screen.getByRole('group', { name: 'Entries of the menu, entry 1' }))
  const list = screen.getByRole('group', { name: 'Entries below 1' })
  fireEvent.click(within(list).getByRole('button', { name: 'Add entry' }))
  const menu = screen.getByRole('group', { name: 'Entries of the menu' })
  await userEvent.click(within(menu).getAllByRole('button', { name: 'Add entry' }).at(-1)!)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Entries of the menu, entry 2' })),
  )
  await userEvent.click(within(list).getByRole('button', { name: 'Remove entry 1' }))
  await waitFor(() => expect(document.activeElement).toBe(within(list).getByRole('button', { name: 'Add entry' })))
})

test('a change by somebody else is kept, and a conflict asks', async () => {
  const view = renderAdmin(<SiteScreen />, siteApi({ meanwhile: { accent: '#0000ff' } }))
  type(await screen.findByLabelText('Name of the site'), 'Quoin')
  save()
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Published' }))
  expect((screen.getByLabelText('Accent colour') as HTMLInputElement).value).toBe('#0000ff')
  renderAdmin(<SiteScreen />, siteApi({ meanwhile: { name: 'Ashlar' } }))
  type(await screen.findByLabelText('Name of the site'), 'Quoin')
  save()
  await screen.findByRole('region', { name: /meanwhile|changed|version/i })
  expect(screen.getAllByText(/Ashlar/).length).toBeGreaterThan(0)
})

test('a conflict of the menu is shown by its entries, and the focus stays on the screen after it', async () => {
  const theirs = [{ ...entry('Words', '', '/blog/'), children: [entry('Us', '', '/about/')] }]
  const view = renderAdmin(<SiteScreen />, siteApi({ meanwhile: { navigation: theirs } }))
  await screen.findByLabelText('Name of the site')
  open('Menu')
  type(screen.getAllByLabelText('Label (English)')[0]!, 'Cases')
  save()
  const choice = within(await screen.findByRole('radiogroup', { name: 'Entries of the menu' }))
  const [yours, others] = choice
    .getAllByRole('radio')
    .map((one) => one.getAttribute('aria-label') ?? one.closest('label')?.getAttribute('aria-label'))
  expect(yours).toContain('Cases / Proyectos: /projects/\nBlog / Blog: /blog/')
  expect(others).toEndWith('Words: /blog/\n– Us: /about/')
  await userEvent.click(screen.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Published' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a text is found by its words, replaced by others, and reset', async () => {
  const texts: SiteText[] = [
    {
      key: 'nav.skip',
      group: 'nav',
      defaults: textsIn('Skip to content', { es: 'Saltar al contenido' }),
      values: textsIn(null, { es: 'Al texto' }),
    },
    {
      key: 'waitlist.submit',
      group: 'waitlist',
      defaults: textsIn('Join Waitlist', { es: 'Unirse' }),
      values: textsIn(null, { es: null }),
    },
  ]
  const site = siteApi()
  const view = renderAdmin(<SiteScreen />, (request) => {
    if (request.path !== '/api/site/texts') return site(request)
    return { json: texts }
  })
  await screen.findByLabelText('Name of the site')
  open('Texts')
  await screen.findByRole('heading', { name: 'Waitlist form' })
  type(screen.getByLabelText('Find a text'), 'unírse')
  await waitFor(() => expect(screen.queryByText('Skip to content')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Change “Join Waitlist”' }))
  const row = within(screen.getByText('Join Waitlist').closest('li')!)
  type(row.getByLabelText('English'), 'Count me in')
  fireEvent.click(row.getByRole('button', { name: 'Save and publish' }))
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Text published' }))
  expect(writes(view).map(({ path, body }) => [path, body])).toEqual([
    ['/api/site/texts', { 'waitlist.submit': { en: 'Count me in' } }],
  ])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change “Join Waitlist”' }))
  fireEvent.click(screen.getByRole('button', { name: 'Change “Join Waitlist”' }))
  type(row.getByLabelText('Español'), 'Me apunto')
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  type(screen.getByLabelText('Find a text'), 'skip')
  await waitFor(() => expect(screen.queryByText('Join Waitlist')).toBeNull())
  type(screen.getByLabelText('Find a text'), '')
  type(await screen.findByDisplayValue('Me apunto'), '')
  fireEvent.click(screen.getByLabelText(/Only my own/))
  await waitFor(() => expect(screen.queryByText('Join Waitlist')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Change “Skip to content”' }))
  fireEvent.click(screen.getByRole('button', { name: 'Back to the built-in text' }))
  await waitFor(() => expect(writes(view)[1]?.body).toEqual({ 'nav.skip': null }))
})

const composed: SiteText[] = [
  {
    key: 'search.found',
    group: 'search',
    defaults: textsIn('{count, plural, =0 {Nothing for “{q}”} one {# result for “{q}”} other {# results for “{q}”}}', {
      es: '{count, plural, one {# resultado para «{q}»} other {# resultados para «{q}»}}',
    }),
    values: textsIn(null, { es: null }),
  },
  {
    key: 'projects.githubLabel',
    group: 'projects',
    defaults: textsIn('GitHub: {title} (opens)', { es: 'GitHub: {title} (se abre)' }),
    values: textsIn(null, { es: null }),
  },
]

test('texts with placeholders and plurals show no syntax: each form is a field, in which placeholders are chips', async () => {
  const site = siteApi()
  const view = renderAdmin(<SiteScreen />, (request) =>
    request.path === '/api/site/texts' ? { json: composed } : site(request),
  )
  await screen.findByLabelText('Name of the site')
  open('Texts')
  fireEvent.click(await screen.findByRole('button', { name: 'Change “[Number] results for “[Search words]””' }))
  const forms = within(await screen.findByRole('group', { name: 'English' }))
  await forms.findByRole('textbox', { name: 'None' })
  const fields = forms.getAllByRole('textbox')
  expect(fields.map((field) => field.textContent)).toEqual([
    'Nothing for “Search words”',
    'Number result for “Search words”',
    'Number results for “Search words”',
  ])
  expect(document.querySelector('.site-text-group')?.textContent).not.toMatch(/[{}#]|plural/)
  expect(within(fields[2]!).getByText('Number').className).toContain('edit-chip')
  // The number need not be said where there is none; a button inserts it.
  await userEvent.click(forms.getByRole('button', { name: 'Insert Number' }))
  await waitFor(() => expect(fields[0]?.textContent).toContain('Number'))
  fireEvent.click(screen.getByRole('button', { name: 'Save and publish' }))
  await waitFor(() => expect(writes(view)).toHaveLength(1))
  const { body } = writes(view)[0]!
  expect(body).toEqual({
    'search.found': {
      en: expect.stringMatching(
        /^\{count, plural, =0 \{.*#.*\} one \{# result for “\{q\}”\} other \{# results for “\{q\}”\}\}$/,
      ),
    },
  })
})

test('a text that has its field elsewhere is a link to it, and none is offered twice', async () => {
  const text = (key: string, own: string | null = null): SiteText => ({
    key,
    group: key.split('.')[0]!,
    defaults: textsIn(`Built-in ${key}`, { es: key }),
    values: textsIn(own, { es: null }),
  })
  const site = siteApi()
  const view = renderAdmin(<SiteScreen />, (request) =>
    request.path === '/api/site/texts'
      ? {
          json: [
            text('hero.title', 'Older'),
            text('blog.listTitle'),
            text('legal.privacyContent'),
            text('footer.tagline'),
            text('nav.blog'),
            text('nav.about'),
            text('meta.defaultDescription'),
          ],
        }
      : site(request),
  )
  await screen.findByLabelText('Name of the site')
  open('Texts')
  const link = (label: string) => screen.getByRole('link', { name: label }).getAttribute('href')
  await screen.findByRole('link', { name: 'Change Home: Headline' })
  expect([
    link('Change Home: Headline'),
    link('Change Blog: Page title'),
    link('Change Legal: Sections'),
    link('Change Home: Meta description'),
  ]).toEqual([
    '/admin/content/?edit=home&field=heroTitle',
    '/admin/settings/?page=blog&field=blogTitle',
    '/admin/content/?edit=legal&field=sections',
    '/admin/settings/?page=home&field=metadata.description',
  ])
  // Both are labels of the menu.
  expect(screen.getAllByRole('link', { name: 'Change Entries of the menu' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Change “/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Back to the built-in text' }))
  await waitFor(() => expect(writes(view)[0]?.body).toEqual({ 'hero.title': null }))
  await userEvent.click(screen.getByRole('link', { name: 'Change Sentence in the footer' }))
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-place]')?.getAttribute('data-place')).toBe('footer.en'),
  )
})

test('an address with the name of a field focuses it', async () => {
  for (const field of ['name', 'logo', 'navigation.1.href', 'social.0.url', 'announcement.href']) {
    startAfresh()
    renderAdmin(<SiteScreen />, siteApi(), 'en', { path: `/admin/site/?edit=site&field=${field}` })
    await waitFor(() => expect(document.activeElement?.closest('[data-place]')?.getAttribute('data-place')).toBe(field))
  }
})

test('the look is chosen from what there is, and saved as a whole', async () => {
  const view = renderAdmin(<SiteScreen />, siteApi(), 'en', { path: '/admin/site/?part=look' })
  fireEvent.click(await screen.findByRole('radio', { name: /Editorial/ }))
  fireEvent.click(screen.getByRole('radio', { name: 'Round' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Technical drawings' }))
  fireEvent.click(screen.getByRole('button', { name: /Save and publish/ }))
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Published' }))
  expect(writes(view).map(({ body }) => body)).toEqual([
    { look: { ...wholeLook(), type: 'newsreader', corners: 'round', drawings: false } },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Back to the built-in look' }))
  expect(screen.getByRole('radio', { name: /Drawing office/ })).toHaveProperty('checked', true)
})

test('a save is undone from its toast, and old versions are compared and restored', async () => {
  const site = siteApi()
  const [first, second] = [1, 2].map((version) => ({
    version,
    kind: version === 1 ? 'created' : 'published',
    savedAt: '2026-11-20T10:00:00.000Z',
    savedBy: version === 1 ? null : { id: 1, username: 'ada' },
    restoredFrom: null,
    scheduledFor: null,
  }))
  const restored: string[] = []
  const view = renderAdmin(<SiteScreen />, (request) => {
    const { path, method } = request
    const query = path.split('?')[0]
    if (method === 'POST' && path.endsWith('/restore')) {
      restored.push(`${path} ${request.version ?? ''}`)
      return { json: { ...stored, version: 5 } }
    }
    if (query === '/api/site/revisions') return { json: [second, first] }
    if (query === '/api/site/revisions/1') return { json: { ...first, values: stored } }
    if (query === '/api/site/revisions/2') return { json: { ...second, values: { ...stored, accent: '#0a7d55' } } }
    return site(request)
  })
  type((await screen.findAllByLabelText('Accent colour')).at(-1)!, '#0a7d55')
  fireEvent.click(screen.getByRole('button', { name: /Save and publish/ }))
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Published' }))
  render(view.toast()?.action)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Change undone' }))
  expect(restored).toEqual(['/api/site/revisions/1/restore "4"'])
  await waitFor(() => expect(screen.getAllByLabelText('Accent colour').at(-1)).toHaveProperty('value', '#ce3b0f'))
  open('History')
  expect(await screen.findByRole('button', { name: /2 Published/ })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Accent colour' })).toBeTruthy())
  fireEvent.click(screen.getByRole('button', { name: 'Restore version 2' }))
  await waitFor(() => expect(restored).toHaveLength(2))
})
