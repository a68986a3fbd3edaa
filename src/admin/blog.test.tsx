import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { storeUnsaved, keyOfNew, readUnsaved } from '#records/editor/saving/unsaved-text'
import { type ApiStandIn, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost as stored } from '#test/fixtures'
import { BlogScreen } from './blog'

beforeEach(startAfresh)

const content = JSON.stringify({ content: '<p>Body</p>', metadata: { title: 'Meta', ogColour: 'blue' } })
const full = { ...stored, content, metadata: { title: 'Meta', ogColour: 'blue' } }

const userEvent = events.setup({ delay: null })

/** Enters the whole text at once, as if pasted. */
async function enter(input: HTMLElement, text: string) {
  await userEvent.click(input)
  await userEvent.paste(text)
}

/** The API with one post; `write` responds to everything except reads. */
const api =
  (write: ApiStandIn = () => ({ status: 500 }), record: object = full): ApiStandIn =>
  (request) => {
    if (request.method !== 'GET') return write(request)
    if (request.path === '/api/blog?status=all') return { json: [stored] }
    return request.path === '/api/blog/first-post?status=all' ? { json: record } : undefined
  }

async function addNew() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add New' }))
  return screen.findByRole('dialog', { name: 'Add blog post' })
}

async function openFirst() {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit “First post”' }))
  return screen.findByRole('dialog', { name: 'Edit blog post' })
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: /^(Publish|Update|Schedule)/ }))

/** Shows the source of the English text. */
const showSource = () => userEvent.click(screen.getAllByText('Advanced')[0]!)

/** Fills every required field; the content as HTML source. */
async function fillIn(title: string) {
  await enter(field('Title'), title)
  await enter(field('Excerpt'), 'Short')
  await showSource()
  await enter(await screen.findByRole('textbox', { name: 'Content (HTML source)' }), '<p>Hello</p>')
  await enter(field('Image URL'), '/images/a.webp')
}

test('the list shows title and date, and a link to view a post', async () => {
  renderAdmin(<BlogScreen />, api())
  const row = (await screen.findByRole('rowheader', { name: /First post/ })).closest('tr')
  expect(row?.textContent).toContain('Mar 4, 2026')
  const view = screen.getByRole('link', { name: 'View “First post” (opens in a new tab)' })
  expect(view.getAttribute('href')).toBe('/blog/first-post/')
  expect(view.getAttribute('target')).toBe('_blank')
})

test('a post is opened by its title, which links to its editor, and by a click anywhere in its row', async () => {
  const { location } = renderAdmin(<BlogScreen />, api(), 'en', { path: '/admin/blog/' })
  const title = await screen.findByRole('link', { name: 'First post' })
  expect(title.getAttribute('href')).toBe('/admin/blog/?edit=7')
  await userEvent.click(title)
  await screen.findByRole('dialog', { name: 'Edit blog post' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByText('Mar 4, 2026'))
  expect(await screen.findByRole('dialog', { name: 'Edit blog post' })).toBeTruthy()
  expect(location.history.at(-1)).toBe('/admin/blog/?edit=7')
})

test('without posts it says so', async () => {
  renderAdmin(<BlogScreen />, () => undefined)
  expect(await screen.findByText('No blog posts yet')).toBeTruthy()
})

test('a list that fails to load is retried', async () => {
  let isDown = true
  renderAdmin(<BlogScreen />, () => (isDown ? { status: 503, json: { message: 'Away' } } : { json: [stored] }))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByRole('rowheader', { name: /First post/ })).toBeTruthy()
})

test('the slug follows the title until it is typed by hand, and again once it is cleared', async () => {
  renderAdmin(<BlogScreen />, api())
  await addNew()
  await enter(field('Title'), 'Educación & más')
  expect(field('Slug').value).toBe('educacion-and-mas')
  expect(screen.getByText(/It follows the title until you type your own/)).toBeTruthy()
  await userEvent.clear(field('Slug'))
  expect(field('Slug').value).toBe('')
  await enter(field('Slug'), 'mine')
  await enter(field('Title'), ' X')
  expect(field('Slug').value).toBe('mine')
  expect(screen.getByText(/Clear it to follow the title again/)).toBeTruthy()
  await userEvent.clear(field('Slug'))
  await enter(field('Title'), ' Y')
  expect(field('Slug').value).toBe('educacion-and-mas-x-y')
})

test('a post without its required fields is not sent: each field shows its error', async () => {
  const { writes, toast } = renderAdmin(<BlogScreen />, api())
  await addNew()
  await save()
  expect(toast()).toMatchObject({
    title: 'Missing fields',
    description: 'Please fill in all required fields',
    variant: 'destructive',
  })
  for (const name of ['Title', 'Excerpt', 'Image URL', 'Content'])
    expect(screen.getByText(`${name} is required`)).toBeTruthy()
  expect(writes()).toEqual([])
})

test('a new post is created with a generated slug left to the server, and the dialog closes', async () => {
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({ status: 201, json: { ...full, title: 'My post' } })),
  )
  await addNew()
  await fillIn('My post')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toast()).toMatchObject({
    title: 'Blog post created',
    description: 'Published. “My post” has been created successfully.',
  })
  const [write] = writes()
  expect(write).toMatchObject({
    method: 'POST',
    path: '/api/blog',
    version: null,
    body: { title: 'My post', slug: '', content: '<p>Hello</p>', imageUrl: '/images/a.webp' },
  })
  expect(await readUnsaved(keyOfNew('post'))).toBeUndefined()
})

test('stored content is parsed for editing, and saved as HTML with the SEO fields and unknown keys', async () => {
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(() => ({ json: full })),
  )
  await openFirst()
  await showSource()
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content (HTML source)' })).value).toBe(
    '<p>Body</p>',
  )
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  expect(field('Meta title').value).toBe('Meta')
  await enter(field('Canonical URL'), 'blog/first')
  await userEvent.tab()
  expect(field('Canonical URL').value).toBe('https://acme.test/blog/first')
  await save()
  await waitFor(() => expect(writes()).toHaveLength(1))
  const [write] = writes()
  expect(write).toMatchObject({ method: 'PUT', path: '/api/blog/7', version: '"3.0"', body: { slug: 'first-post' } })
  expect(write?.body).toMatchObject({
    content: '<p>Body</p>',
    metadata: { title: 'Meta', ogColour: 'blue', canonical: 'https://acme.test/blog/first' },
  })
})

test('opening and closing a post changes nothing and asks nothing', async () => {
  const { writes } = renderAdmin(<BlogScreen />, api())
  const dialog = await openFirst()
  await within(dialog).findAllByRole('toolbar', { name: 'Formatting' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes()).toEqual([])
})

test('a post whose response arrives late does not replace the one opened since', async () => {
  const late = Promise.withResolvers<{ json: object }>()
  const second = { ...full, id: 8, slug: 'second-post', title: 'Second post' }
  renderAdmin(<BlogScreen />, ({ path }) => {
    if (path === '/api/blog?status=all')
      return { json: [stored, { ...stored, id: 8, slug: 'second-post', title: 'Second post' }] }
    if (path === '/api/blog/second-post?status=all') return { json: second }
    return path === '/api/blog/first-post?status=all' ? late.promise : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit “First post”' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit “Second post”' }))
  await screen.findByRole('dialog', { name: 'Edit blog post' })
  late.resolve({ json: full })
  await late.promise
  await Bun.sleep(20)
  expect(field('Title').value).toBe('Second post')
})

test('closing the dialog with unsaved changes asks first', async () => {
  renderAdmin(<BlogScreen />, api())
  await addNew()
  await enter(field('Title'), 'Kept')
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('Title').value).toBe('Kept')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await readUnsaved(keyOfNew('post'))).toBeUndefined()
})

test('unsaved text is stored on this device and offered again', async () => {
  const first = renderAdmin(<BlogScreen />, api())
  await addNew()
  await enter(field('Title'), 'Half a thought')
  await waitFor(async () => expect((await readUnsaved(keyOfNew('post')))?.changed).toEqual({ title: 'Half a thought' }))
  first.unmount()

  renderAdmin(<BlogScreen />, api())
  await addNew()
  expect(await screen.findByText(/Restore unsaved changes from/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(field('Title').value).toBe('Half a thought')
})

test('unsaved text of a post that somebody else has changed in the same field shows both versions', async () => {
  await storeUnsaved('post:7', {
    title: 'First post',
    changed: { title: 'Mine' },
    base: { title: 'Older' },
    version: 2,
    keptAt: '2026-01-01T00:00:00.000Z',
  })
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(() => ({ json: full })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Continue editing' }))
  const choice = await screen.findByRole('radiogroup', { name: 'Title' })
  expect(within(choice).getByRole('radio', { name: /Yours Mine/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() =>
    expect(writes()[0]).toMatchObject({ path: '/api/blog/7/draft', version: '"3.0"', body: { title: 'Mine' } }),
  )
})

test('a conflicting save asks only about the fields both have changed, and is saved on top of the other', async () => {
  let saves = 0
  let record = full
  const { writes } = renderAdmin(<BlogScreen />, (request) =>
    api(() => {
      saves += 1
      return saves === 1 ? { status: 412, json: { message: 'Stale' } } : { json: record }
    }, record)(request),
  )
  await openFirst()
  await enter(field('Title'), ' of mine')
  record = { ...full, version: 4, excerpt: 'Their excerpt', title: 'Their title' }
  await save()
  const title = await screen.findByRole('radiogroup', { name: 'Title' })
  expect(within(title.parentElement!).getAllByRole('radiogroup')).toHaveLength(1)
  expect(screen.getByText(/All other changes have been merged \(Excerpt\)/)).toBeTruthy()
  expect(within(title).getByRole<HTMLInputElement>('radio', { name: /^Yours/ }).checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save this choice' }))
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()[1]).toMatchObject({
    version: '"4.0"',
    body: { title: 'First post of mine', excerpt: 'Their excerpt' },
  })
  expect(writes()[1]?.key).not.toBe(writes()[0]?.key)
})

test('a post deleted in another tab can be created again', async () => {
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(({ method }) =>
      method === 'PUT' ? { status: 404, json: { message: 'Blog post not found' } } : { status: 201, json: full },
    ),
  )
  await openFirst()
  await enter(field('Title'), '!')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Create it anew' }))
  await waitFor(() =>
    expect(writes().at(-1)).toMatchObject({ method: 'POST', version: null, body: { title: 'First post!' } }),
  )
  await waitFor(() => expect(toast()?.title).toBe('Blog post created'))
})

test('a slug that is taken is an error at its field, with the rest untouched', async () => {
  const { toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({
      status: 409,
      json: { message: 'This slug is taken', issues: [{ path: 'slug', message: 'This slug is taken' }] },
    })),
  )
  await addNew()
  await fillIn('My post')
  await enter(field('Slug'), 'x')
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  await save()
  expect(await screen.findByText('This slug is taken')).toBeTruthy()
  expect(field('Slug').getAttribute('aria-invalid')).toBe('true')
  expect(toast()).toMatchObject({ title: 'Error', description: '409: This slug is taken', variant: 'destructive' })
  expect(field('Title').value).toBe('My post')
})

test('what was moved to the trash meanwhile is not refused at a field', async () => {
  const { toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({ status: 409, json: { message: 'This is in the trash' } })),
  )
  await addNew()
  await fillIn('My post')
  await save()
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description: '409: This is in the trash' }))
  expect(document.querySelector('[aria-invalid=true]')).toBeNull()
})

test('a validation error of the server appears at its field', async () => {
  const { toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({
      status: 422,
      json: { message: 'Invalid', issues: [{ path: 'metadata.canonical', message: 'Not a link' }] },
    })),
  )
  await addNew()
  await fillIn('My post')
  await save()
  expect(await screen.findByText('Not a link')).toBeTruthy()
  expect(toast()).toMatchObject({ title: 'Error', description: '422: Invalid', variant: 'destructive' })
  expect(screen.getByRole('tab', { name: 'SEO Metadata', selected: true })).toBeTruthy()
})

test('an expired session is renewed in place, and the same save succeeds', async () => {
  let isSignedIn = false
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(({ path }) => {
      if (path === '/api/login') {
        isSignedIn = true
        return { json: { id: 1, username: 'ada' } }
      }
      return isSignedIn ? { status: 201, json: full } : { status: 401, json: { message: 'Please log in' } }
    }),
  )
  await addNew()
  await fillIn('My post')
  await save()
  const signIn = await screen.findByRole('dialog', { name: 'Log in again' })
  await enter(within(signIn).getByLabelText(/Password/), 'a long enough password')
  await userEvent.click(within(signIn).getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const saves = writes().filter(({ path }) => path === '/api/blog')
  expect(saves).toHaveLength(2)
  expect(saves[0]?.key).toBe(saves[1]?.key ?? '')
})

test('a failed save keeps the text, says why, and is retried under the same idempotency key', async () => {
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({ status: 500, json: { message: 'Something broke' } })),
  )
  await addNew()
  await fillIn('My post')
  await save()
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description: '500: Something broke' }))
  expect(field('Title').value).toBe('My post')
  expect(new Set(writes().map(({ key }) => key)).size).toBe(1)
})

test('a create whose answer was lost is not repeated when the text has changed since: the change becomes an update', async () => {
  let isLost = true
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(() => {
      if (isLost) throw new TypeError('network')
      return { json: { ...full, id: 9, version: 1 } }
    }),
  )
  await addNew()
  await fillIn('My post')
  await save()
  await waitFor(() => expect(writes()).toHaveLength(2))
  isLost = false
  await enter(field('Title'), '!')
  await save()
  await waitFor(() => expect(writes()).toHaveLength(4))
  const [first, , replay, update] = writes()
  expect(replay).toEqual(first!)
  expect(update).toMatchObject({ method: 'PUT', path: '/api/blog/9', version: '"1.0"', body: { title: 'My post!' } })
})

test('Ctrl+S saves the draft, of a new post too; Ctrl+Enter publishes', async () => {
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(() => ({ json: full })),
  )
  const told = () => writes().map(({ method, path }) => `${method} ${path}`)
  await openFirst()
  await userEvent.keyboard('{Control>}s{/Control}')
  await enter(field('Title'), '!')
  await userEvent.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(told()).toEqual(['PUT /api/blog/7/draft']))
  await screen.findByRole('button', { name: 'Save draft' })
  await enter(field('Title'), '?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(told()).toEqual(['PUT /api/blog/7/draft', 'PUT /api/blog/7']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await addNew()
  await enter(field('Title'), 'Begun')
  await userEvent.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(writes()[2]).toMatchObject({ method: 'POST', body: { title: 'Begun', status: 'draft' } }))
  expect(field('Title').getAttribute('aria-invalid')).not.toBe('true')
})

test('deleting a post asks for confirmation and sends the version that was listed', async () => {
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({ status: 204 })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “First post”' }))
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' })
  expect(question.textContent).toContain('permanently delete')
  expect(question.textContent).toContain('cannot be undone')
  await userEvent.click(within(question).getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Blog post deleted',
      description: '“First post” has been deleted successfully.',
    }),
  )
  expect(writes()[0]).toMatchObject({ method: 'DELETE', path: '/api/blog/7', version: '"3"' })
})

test('a failed delete says why, and the dialog stays open for a retry', async () => {
  let tries = 0
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(() => {
      tries += 1
      return tries === 1 ? { status: 409, json: { message: 'Busy' } } : { status: 204 }
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “First post”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description: '409: Busy' }))
  await userEvent.click(
    within(screen.getByRole('alertdialog', { name: 'Are you sure?' })).getByRole('button', {
      name: 'Delete permanently',
    }),
  )
  await waitFor(() => expect(toast()?.title).toBe('Blog post deleted'))
  expect(writes()).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a new post does not mention its Spanish texts until there is one to translate', async () => {
  renderAdmin(<BlogScreen />, api())
  await addNew()
  expect(screen.queryByText(/Spanish yet/)).toBeNull()
  await enter(field('Title'), 'A')
  expect(screen.getByText(/1 text isn’t in Spanish yet/)).toBeTruthy()
})

test('the Spanish texts are edited beside the English ones, and missing ones are marked', async () => {
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(() => ({ json: full })),
  )
  await openFirst()
  expect(screen.getByText(/3 texts aren’t in Spanish yet/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }))
  await enter(field('Title in Spanish'), 'Primera')
  expect(screen.getByText(/2 texts aren’t in Spanish yet/)).toBeTruthy()
  await save()
  await waitFor(() =>
    expect(writes()[0]).toMatchObject({ body: { title: 'First post', translations: { es: { title: 'Primera' } } } }),
  )
})

test('an error in an SEO field appears in its own language, and the Spanish ones are saved with the Spanish texts', async () => {
  const { writes } = renderAdmin(
    <BlogScreen />,
    api(() => ({ json: full })),
  )
  await openFirst()
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }))
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  await enter(field('Meta title in Spanish'), 'Metatítulo')
  await userEvent.click(screen.getByRole('radio', { name: 'English' }))
  await enter(field('Picture when shared'), 'javascript:x')
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }))
  await save()
  expect(await screen.findByText(/Please enter a link that starts with/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'English', checked: true })).toBeTruthy()
  await userEvent.clear(field('Picture when shared'))
  await save()
  await waitFor(() =>
    expect(writes()[0]).toMatchObject({ body: { translations: { es: { metadata: { title: 'Metatítulo' } } } } }),
  )
})

test('an address that loads no picture shows a warning, and is saved all the same', async () => {
  const { writes, toast } = renderAdmin(
    <BlogScreen />,
    api(() => ({ json: { ...full, version: 4 } })),
  )
  await openFirst()
  const sample = await screen.findByRole<HTMLImageElement>('img', { name: 'Selected picture' })
  expect(screen.queryByText(/^No picture could be loaded/)).toBeNull()
  fireEvent.error(sample)
  expect((await screen.findByText(/^No picture could be loaded/)).closest('[slot=description]')?.id).toBe(
    field('Image URL').getAttribute('aria-describedby') ?? '',
  )
  await enter(field('Image URL'), '-2')
  expect(screen.queryByText(/^No picture could be loaded/)).toBeNull()
  await save()
  await waitFor(() => expect(toast()?.title).toBe('Blog post updated'))
  expect(writes()[0]?.body).toMatchObject({ imageUrl: '/images/a.webp-2' })
})

test('a picture inside the text that does not load is named', async () => {
  renderAdmin(
    <BlogScreen />,
    api(undefined, { ...full, content: '<p>Body</p><p><img src="/images/gone.webp" alt="Gone"></p>' }),
  )
  await openFirst()
  fireEvent.error(await screen.findByRole('img', { name: 'Gone' }))
  expect(await screen.findByText('A picture doesn’t load: /images/gone.webp')).toBeTruthy()
})

test('each tab keeps its scroll position', async () => {
  renderAdmin(<BlogScreen />, api())
  const body = (await openFirst()).querySelector('.kit-dialog-body')!
  const read = (place: number) => {
    body.scrollTop = place
    fireEvent.scroll(body)
  }
  read(300)
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  expect(body.scrollTop).toBe(0)
  read(50)
  await userEvent.click(screen.getByRole('tab', { name: 'Editor' }))
  expect(body.scrollTop).toBe(300)
  await userEvent.click(screen.getByRole('tab', { name: 'SEO Metadata' }))
  expect(body.scrollTop).toBe(50)
})

test('the HTML source has one visible label, which is also its accessible name', async () => {
  renderAdmin(<BlogScreen />, api())
  await openFirst()
  await showSource()
  const [label] = (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content (HTML source)' })).labels
  expect(label?.textContent).toBe('Content (HTML source)')
  expect(label?.className).toBe('kit-label')
})

test('an address with the name of a field focuses it, whichever tab and language it is in', async () => {
  for (const path of ['excerpt', 'content', 'metadata.description', 'translations.es.title']) {
    startAfresh()
    renderAdmin(<BlogScreen />, api(), 'en', { path: `/admin/blog/?edit=7&field=${path}` })
    await screen.findByRole('dialog', { name: 'Edit blog post' })
    await waitFor(() => expect(document.activeElement?.closest('[data-place]')?.getAttribute('data-place')).toBe(path))
  }
})
