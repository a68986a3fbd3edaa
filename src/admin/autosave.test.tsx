import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { useNavigate } from 'react-router'
import { pace } from '#records/editor/saving/use-editor'
import { type ApiRequest, type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost as live } from '#test/fixtures'
import { BlogScreen } from './blog'

const usual = { ...pace }
beforeEach(() => {
  startAfresh()
  Object.assign(pace, { afterPause: 40, atLatest: 200, retries: [60], longestRetry: 60 })
})
afterEach(() => {
  Object.assign(pace, usual)
})

const userEvent = events.setup({ delay: null })
const begun = { ...live, id: 8, slug: 'first', version: 1, status: 'draft', publishedAt: null, excerpt: '' }

/** A fake server: each autosave is the next version of the draft. */
function server(
  record: object = live,
  refuse: (request: ApiRequest) => ReturnType<ApiStandIn> | undefined = () => undefined,
) {
  let drafts = 3
  let stored: object = record
  const api: ApiStandIn = (request) => {
    if (!request.path.startsWith('/api/blog')) return
    if (request.method === 'GET') return oneRecord('/api/blog', stored)(request)
    const refusal = refuse(request)
    if (refusal) return refusal
    drafts += 1
    const savedBy = { id: 1, username: 'ada' }
    stored = {
      ...stored,
      draft: { version: drafts, savedAt: '2026-03-05T10:00:00.000Z', savedBy, values: request.body },
    }
    return { json: stored }
  }
  return {
    api,
    somebodyElseSaves: (values: object) => {
      drafts += 1
      const savedBy = { id: 2, username: 'grace' }
      stored = { ...stored, draft: { version: drafts, savedAt: '2026-03-05T10:00:00.000Z', savedBy, values } }
    },
  }
}
const open = async (api: ApiStandIn, path = '/admin/blog/?edit=7') => {
  const view = renderAdmin(<BlogScreen />, api, 'en', { path })
  await screen.findByRole('textbox', { name: 'Title' })
  return view
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, text: string) => {
  await userEvent.click(field(name))
  await userEvent.paste(text)
}
const told = ({ method, path, version }: ApiRequest) => [method, path, version]
const titleOf = ({ body }: ApiRequest) => (body as { title: string }).title

describe('typed text', () => {
  test('is autosaved to the draft after a pause, without changing the form, and Cancel then leaves it there', async () => {
    const { api } = server()
    const answered = Promise.withResolvers<void>()
    const { writes, toast } = await open(async (request) => {
      if (request.method !== 'GET') await answered.promise
      return api(request)
    })
    await type('Title', ' typed')
    expect(await screen.findByText('Saving…')).toBeTruthy()
    answered.resolve()
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
    await type('Title', ' on')
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes().map(told)).toEqual([
      ['PUT', '/api/blog/7/draft?autosave=true', '"3.0"'],
      ['PUT', '/api/blog/7/draft?autosave=true', '"3.4"'],
    ])
    await waitFor(() => expect(screen.getByText('Saved', { selector: 'output' })).toBeTruthy())
    await screen.findByText(/^Saved \d/)
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(toast()).toMatchObject({
      title: 'Draft saved',
      description: '“First post typed on” is saved. Visitors still see the published version.',
    })
  })

  test('is saved while somebody types without a pause', async () => {
    Object.assign(pace, { afterPause: 60_000, atLatest: 100 })
    const { api } = server()
    const { writes } = await open(api)
    const end = Date.now() + 20_000
    while (Date.now() < end && writes().length < 2) {
      await type('Title', '.')
      await act(() => Bun.sleep(20))
    }
    expect(writes().length).toBeGreaterThan(1)
  })

  test('of a new record stays on this device until there is a title, then becomes one draft with an address of its own', async () => {
    const { api } = server(begun)
    const { writes, location } = await open(api, '/admin/blog/?new')
    await type('Excerpt', 'In short')
    expect(await screen.findByText(/Saved automatically once it has a title/, { selector: 'span' })).toBeTruthy()
    expect(writes()).toEqual([])
    expect(screen.queryByText('Title is required')).toBeNull()
    await type('Title', 'First')
    await waitFor(() => expect(location.history.at(-1)).toBe('/admin/blog/?edit=8'))
    expect(writes()[0]).toMatchObject({
      method: 'POST',
      path: '/api/blog',
      body: { title: 'First', status: 'draft', publishedAt: null },
    })
    await type('Title', ' light')
    await waitFor(() =>
      expect(writes().at(-1)).toMatchObject({ method: 'PUT', path: '/api/blog/8/draft?autosave=true' }),
    )
    // The slug is still derived from the title.
    expect(writes().at(-1)?.body).toMatchObject({ title: 'First light', slug: '' })
    expect(writes().filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('that is invalid does not prevent the rest from being stored', async () => {
    const refused = { message: 'Not so', issues: [{ path: 'imageUrl', message: 'No such picture' }] }
    const { api } = server(live, ({ body }) =>
      (body as { imageUrl: string }).imageUrl === '/images/a.webp/none' ? { status: 422, json: refused } : undefined,
    )
    const { writes } = await open(api)
    await type('Image URL', '/none')
    await type('Title', '!')
    expect(await screen.findByText('No such picture')).toBeTruthy()
    await waitFor(() =>
      expect(writes().at(-1)?.body).toMatchObject({ title: 'First post!', imageUrl: '/images/a.webp' }),
    )
    expect(await screen.findByText(/except for the marked fields/, { selector: 'span' })).toBeTruthy()
    expect(field('Image URL').value).toBe('/images/a.webp/none')
  })
})

describe('while the server is unreachable', () => {
  test('typed text stays on this device, and is retried unchanged until there is an answer', async () => {
    let isAway = true
    const { api } = server(live, () => (isAway ? { status: 503, json: { message: 'Away' } } : undefined))
    const { writes } = await open(api)
    await type('Title', ' typed')
    expect(await screen.findByText('Offline: kept on this device', { selector: 'span' })).toBeTruthy()
    await type('Title', ' on')
    isAway = false
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeTruthy())
    const [first, ...others] = writes()
    expect(others.filter(({ key }) => key === first?.key).length).toBeGreaterThan(0)
    expect(titleOf(writes().at(-1)!)).toBe('First post typed on')
    expect(writes().at(-1)?.version).toBe('"3.4"')
  })
})

describe('a publication whose answer was lost', () => {
  const fillIn = async () => {
    await type('Title', 'New')
    await type('Excerpt', 'In short')
    await type('Image URL', '/images/a.webp')
    await userEvent.click(screen.getAllByText('Advanced')[0]!)
    await screen.findByRole('textbox', { name: 'Content (HTML source)' })
    await type('Content (HTML source)', '<p>Hello</p>')
  }
  const isPublic = ({ body }: ApiRequest) => (body as { status?: string }).status === 'published'

  test('is retried only by an explicit save: what is typed next stays on this device', async () => {
    Object.assign(pace, { afterPause: 60_000, atLatest: 60_000 })
    let isAway = true
    const { api } = server({ ...live, id: 9, version: 1 }, () =>
      isAway ? { status: 503, json: { message: 'Away' } } : undefined,
    )
    const { writes, toast } = await open(api, '/admin/blog/?new')
    await fillIn()
    await press(/^Publish/)
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Error' }))
    const asked = writes().length
    expect(writes().every(isPublic)).toBe(true)

    isAway = false
    Object.assign(pace, { afterPause: 20, atLatest: 100, retries: [30], longestRetry: 30 })
    await type('Title', ' and more')
    expect(await screen.findByText('Offline: kept on this device', { selector: 'span' })).toBeTruthy()
    await act(() => Bun.sleep(300))
    expect(writes()).toHaveLength(asked)

    await press(/^Publish/)
    await waitFor(() => expect(writes()).toHaveLength(asked + 2))
    const [again, update] = writes().slice(asked)
    expect(again).toEqual(writes()[0]!)
    expect(update).toMatchObject({ method: 'PUT', path: '/api/blog/9', body: { title: 'New and more' } })
  })

  test('and that is then refused is replaced by the corrected text', async () => {
    let answer: ReturnType<ApiStandIn> = { status: 503, json: { message: 'Away' } }
    let isMended = false
    const { api } = server({ ...live, id: 9, version: 1 }, () => (isMended ? undefined : answer))
    const { writes, toast } = await open(api, '/admin/blog/?new')
    Object.assign(pace, { afterPause: 60_000, atLatest: 60_000 })
    await fillIn()
    await press(/^Publish/)
    await waitFor(() => expect(toast()?.description).toContain('503'))
    answer = { status: 409, json: { message: 'Taken', issues: [{ path: 'slug', message: 'Taken' }] } }
    await type('Title', '!')
    await press(/^Publish/)
    await waitFor(() => expect(screen.getAllByText('Taken').length).toBeGreaterThan(0))
    isMended = true
    const asked = writes().length
    await press(/^Publish/)
    await waitFor(() => expect(writes()).toHaveLength(asked + 1))
    expect(writes()[asked]).toMatchObject({ method: 'POST', body: { title: 'New!' } })
  })
})

test('Back after an autosave reports it, as Cancel does, and the list is up to date', async () => {
  function Back() {
    const navigate = useNavigate()
    return (
      <button type="button" data-testid="back" onClick={() => navigate(-1)}>
        Back
      </button>
    )
  }
  const { api } = server()
  const screenOf = (
    <>
      <BlogScreen />
      <Back />
    </>
  )
  const { requests, toast } = renderAdmin(screenOf, api, 'en', { path: '/admin/blog/' })
  await press('Edit “First post”')
  await screen.findByRole('textbox', { name: 'Title' })
  await type('Title', ' typed')
  expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
  const lists = () => requests.filter(({ path }) => path === '/api/blog?status=all').length
  const before = lists()
  expect(toast()).toBeNull()
  fireEvent.click(screen.getByTestId('back'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toast()).toMatchObject({
    title: 'Draft saved',
    description: '“First post typed” is saved. Visitors still see the published version.',
  })
  await waitFor(() => expect(lists()).toBe(before + 1))
})

describe('a record that', () => {
  test('somebody else has saved meanwhile shows both versions, and the choice is saved as a draft', async () => {
    let isLate = true
    const { api, somebodyElseSaves } = server(live, () =>
      isLate ? { status: 412, json: { message: 'Stale' } } : undefined,
    )
    const { writes, toast } = await open(api)
    somebodyElseSaves({ ...live, title: 'Theirs' })
    await type('Title', ' of mine')
    const title = await screen.findByRole('radiogroup', { name: 'Title' })
    expect(within(title).getByRole('radio', { name: /Theirs/ })).toBeTruthy()
    isLate = false
    await press('Save this choice')
    await waitFor(() => expect(told(writes()[1]!)).toEqual(['PUT', '/api/blog/7/draft', '"3.4"']))
    expect(titleOf(writes()[1]!)).toBe('First post of mine')
    await waitFor(() => expect(toast()?.title).toBe('Draft saved'))
    // Nothing of theirs is in it.
    expect(toast()?.description).toBe('“First post of mine” is saved. Visitors still see the published version.')
  })

  const stale: ApiStandIn = ({ version }) =>
    version === '"3.4"' ? undefined : { status: 412, json: { message: 'Stale' } }

  test('somebody else has changed in another field is merged and saved at once', async () => {
    const { api, somebodyElseSaves } = server(live, stale)
    const { writes } = await open(api)
    somebodyElseSaves({ ...live, excerpt: 'Theirs' })
    await type('Title', ' of mine')
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
    expect(writes().map(told)).toEqual([
      ['PUT', '/api/blog/7/draft?autosave=true', '"3.0"'],
      ['PUT', '/api/blog/7/draft?autosave=true', '"3.4"'],
    ])
    expect(writes()[1]!.body).toMatchObject({ title: 'First post of mine', excerpt: 'Theirs' })
  })

  test('cannot be read for the merge is merged once it can be', async () => {
    let autosaves = 0
    const { api, somebodyElseSaves } = server(live, (request) => {
      autosaves += 1
      return stale(request)
    })
    const away = { status: 503, json: { message: 'Away' } }
    const { writes } = await open((request) => (request.method === 'GET' && autosaves === 1 ? away : api(request)))
    somebodyElseSaves({ ...live, excerpt: 'Theirs' })
    await type('Title', ' of mine')
    expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
    expect(writes().at(-1)!.body).toMatchObject({ title: 'First post of mine', excerpt: 'Theirs' })
  })

  test('was deleted meanwhile can be created again', async () => {
    const { api } = server(live, () => ({ status: 404, json: { message: 'Not found' } }))
    await open(api)
    await type('Title', '!')
    expect(await screen.findByText('This has been deleted')).toBeTruthy()
  })

  test('is in the trash says so, once', async () => {
    const { api } = server(live, () => ({ status: 409, json: { message: 'It lies in the trash' } }))
    const { writes } = await open(api)
    await type('Title', '!')
    expect(await screen.findByText(/It lies in the trash/, { selector: 'span' })).toBeTruthy()
    await act(() => Bun.sleep(150))
    expect(writes()).toHaveLength(1)
  })
})
