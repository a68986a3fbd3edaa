import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'bun:test'
import { useNavigate } from 'react-router'
import { keyOfNew, readUnsaved } from '#records/editor/saving/unsaved-text'
import { type ApiRequest, type ApiStandIn, oneRecord, renderAdmin, startAfresh } from '#test/admin-screen'
import { editedPost as live, previewLink } from '#test/fixtures'
import { BlogScreen } from './blog'

beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })
const draft = {
  version: 5,
  savedAt: '2026-03-05T10:00:00.000Z',
  savedBy: { id: 2, username: 'grace' },
  values: {
    ...live,
    title: 'Better title',
    content: '<p>Better</p>',
    metadata: { title: 'Meta' },
    translations: { es: { title: 'Mejor' } },
  },
}
const begun = { ...live, status: 'draft', publishedAt: null, excerpt: '' }

const api = (record: object, write?: ApiStandIn) => oneRecord('/api/blog', record, write)
const open = (record: object, write?: ApiStandIn) =>
  renderAdmin(<BlogScreen />, api(record, write), 'en', { path: '/admin/blog/?edit=7' })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, text: string) => {
  await userEvent.click(field(name))
  await userEvent.paste(text)
}
const told = ({ method, path, version, body }: ApiRequest) => [
  method,
  path,
  version,
  (body as { status?: string } | undefined)?.status,
]

test('a preview link shows the record as it is typed', async () => {
  const { writes, toast } = open(live, ({ path }) => ({
    json: path === '/api/preview' ? { html: '<p>Drawn</p>' } : previewLink,
  }))
  await screen.findByRole('dialog')
  await screen.findByRole('textbox', { name: 'Title' })
  await type('Title', ' typed')
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  await press('Copy link for a colleague')
  await waitFor(() => expect(toast()).not.toBeNull())
  const link = writes().find(({ path }) => path === '/api/previews')
  expect(link?.body).toMatchObject({
    kind: 'post',
    id: 7,
    language: 'en',
    values: { title: 'First post typed', content: '<p>Body</p>' },
  })
})

describe('a new record', () => {
  test('becomes a draft that needs nothing but its title, has no date yet, and is edited further at its own address', async () => {
    const { writes, toast, location } = renderAdmin(<BlogScreen />, api(begun), 'en', { path: '/admin/blog/' })
    await press('Add New')
    await press('Save draft')
    expect(screen.getByText('Title is required')).toBeTruthy()
    expect(screen.queryByText('Excerpt is required')).toBeNull()
    await type('Title', 'First post')
    await press('Save draft')
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Draft saved' }))
    expect(writes().map(told)).toEqual([['POST', '/api/blog', null, 'draft']])
    expect(writes()[0]?.body).toMatchObject({ title: 'First post', publishedAt: null })
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(field('Slug').value).toBe('first-post')
    expect(location.history).toEqual(['/admin/blog/', '/admin/blog/?new', '/admin/blog/?edit=7'])
    expect(await readUnsaved(keyOfNew('post'))).toBeUndefined()
    await type('Excerpt', 'More')
    await press('Save draft')
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(told(writes()[1]!)).toEqual(['PUT', '/api/blog/7', '"3.0"', 'draft'])
  })

  test('is published at once when no field is missing', async () => {
    const { writes } = renderAdmin(<BlogScreen />, api(live), 'en', { path: '/admin/blog/?new' })
    await screen.findByRole('dialog', { name: 'Add blog post' })
    expect(screen.getByRole('button', { name: /^Publish/ }).getAttribute('aria-describedby')).toBeTruthy()
    await press(/^Publish/)
    expect(screen.getByText('Excerpt is required')).toBeTruthy()
    expect(writes()).toEqual([])
  })
})

describe('a draft', () => {
  test('is published with a status message', async () => {
    const { writes, location } = open({ ...begun, excerpt: 'Short' })
    await screen.findByRole('dialog')
    await press(/^Publish/)
    await waitFor(() => expect(writes().map(told)).toEqual([['PUT', '/api/blog/7', '"3.0"', 'published']]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.history.at(-1)).toBe('/admin/blog/')
  })

  test('with a future date is scheduled, and shows from when visitors see it', async () => {
    open({ ...begun, publishedAt: '2999-05-06T10:00:00.000Z' })
    expect(await screen.findByRole('button', { name: /^Schedule/ })).toBeTruthy()
    expect(screen.getByText(/shows it to visitors from .*2999/)).toBeTruthy()
  })
})

describe('a live record', () => {
  test('stores changes in a draft beside it, and what is typed meanwhile stays', async () => {
    const answer = Promise.withResolvers<{ json: object }>()
    const { writes, toast } = open(live, () => answer.promise)
    await screen.findByRole('dialog')
    await type('Title', '!')
    await press('Save draft')
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeTruthy()
    await type('Title', '?')
    answer.resolve({ json: { ...live, draft: { ...draft, values: { ...draft.values, title: 'First post!' } } } })
    await waitFor(() =>
      expect(toast()?.description).toBe('“First post!” is saved. Visitors still see the published version.'),
    )
    expect(writes().map(told)).toEqual([['PUT', '/api/blog/7/draft', '"3.0"', undefined]])
    expect(field('Title').value).toBe('First post!?')
  })

  test('with a draft shows it with its author, and publishes it with both versions', async () => {
    const { writes } = open({ ...live, draft })
    await screen.findByRole('dialog')
    expect(field('Title').value).toBe('Better title')
    expect(screen.getByText(/draft by grace/)).toBeTruthy()
    await press(/^Update/)
    await waitFor(() => expect(writes().map(told)).toEqual([['PUT', '/api/blog/7', '"3.5"', 'published']]))
    expect(writes()[0]?.body).toMatchObject({
      title: 'Better title',
      content: '<p>Better</p>',
      metadata: { title: 'Meta' },
      translations: { es: { title: 'Mejor' } },
    })
  })

  test('shows the live version once its draft is discarded', async () => {
    const { writes } = open({ ...live, draft }, () => ({ status: 204 }))
    await screen.findByRole('dialog')
    await press('Discard draft')
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: 'Discard the draft?' })).getByRole('button', {
        name: 'Discard draft',
      }),
    )
    await waitFor(() => expect(field('Title').value).toBe('First post'))
    expect(writes().map(told)).toEqual([['DELETE', '/api/blog/7/draft', '"3.5"', undefined]])
    expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
  })

  test('is unpublished, and then published again', async () => {
    const { writes } = open(live, () => ({ json: { ...live, status: 'draft', version: 4 } }))
    await screen.findByRole('dialog')
    await press('Unpublish')
    expect(await screen.findByRole('button', { name: /^Publish/ })).toBeTruthy()
    await press(/^Publish/)
    await waitFor(() =>
      expect(writes().map(told)).toEqual([
        ['PUT', '/api/blog/7', '"3.0"', 'draft'],
        ['PUT', '/api/blog/7', '"4.0"', 'published'],
      ]),
    )
  })

  test('keeps the focus on Unpublish while it is unpublished', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<ApiStandIn>>>()
    const { writes } = open(live, () => answer.promise)
    await press('Unpublish')
    await waitFor(() => expect(writes()).toHaveLength(1))
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /Unpublish/ })
    expect([button.disabled, document.activeElement === button]).toEqual([false, true])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'History' }).disabled).toBe(true)
    answer.resolve({ status: 503, json: { message: 'Away' } })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpublish' })))
  })

  test('whose draft somebody else has saved meanwhile shows both, with their name', async () => {
    let record: object = live
    const { writes } = renderAdmin(
      <BlogScreen />,
      (request) => api(record, () => ({ status: 412, json: { message: 'Stale' } }))(request),
      'en',
      { path: '/admin/blog/?edit=7' },
    )
    await screen.findByRole('dialog')
    await type('Title', ' of mine')
    record = { ...live, draft }
    await press('Save draft')
    await screen.findByRole('region', { name: 'grace changed this in the meantime' })
    const title = await screen.findByRole('radiogroup', { name: 'Title' })
    expect(within(title).getByRole('radio', { name: /Better title/ })).toBeTruthy()
    await press('Save this choice')
    await waitFor(() => expect(told(writes()[1]!)).toEqual(['PUT', '/api/blog/7/draft', '"3.5"', undefined]))
  })
})

describe('the message after publishing shows the new status of the record', () => {
  const later = '2099-05-06T10:00:00.000Z'
  const publish = async (before: object, answer: object) => {
    const { toast } = open(before, () => ({ json: answer }))
    await screen.findByRole('dialog')
    await screen.findByRole('textbox', { name: 'Title' })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).not.toBeNull())
    return toast()!
  }
  const ready = { ...live, status: 'draft' }

  test('a draft that is live now, with a link to its page in a new tab', async () => {
    const { title, description, action } = await publish(ready, live)
    expect([title, description]).toEqual([
      'Blog post updated',
      'Published. “First post” has been updated successfully.',
    ])
    renderAdmin(<>{action}</>, () => ({ json: [] }))
    const link = screen.getByRole('link', { name: 'View page' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/blog/first-post/', '_blank'])
  })

  test('a draft that is scheduled now, and when', async () => {
    const { title, description, action } = await publish(
      { ...ready, publishedAt: later },
      { ...live, status: 'scheduled', publishedAt: later },
    )
    expect(title).toBe('Blog post updated')
    expect(description).toMatch(/^Scheduled for .*2099.* has been updated successfully\.$/)
    expect(action).toBeFalsy()
  })

  test('a record that is still scheduled is updated', async () => {
    const scheduled = { ...live, status: 'scheduled', publishedAt: later }
    const { title, description } = await publish(scheduled, scheduled)
    expect(title).toBe('Blog post updated')
    expect(description).toMatch(/^Scheduled for .*2099.* has been updated successfully\.$/)
  })
})

test('a link to the preview can be copied', async () => {
  const { writes } = open(live, ({ path }) => ({
    json: path === '/api/previews' ? previewLink : { html: '<p>Body</p>' },
  }))
  await screen.findByRole('dialog')
  await type('Title', '!')
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  await press('Copy link for a colleague')
  await waitFor(() =>
    expect(writes().find(({ path }) => path === '/api/previews')?.body).toMatchObject({
      kind: 'post',
      id: 7,
      language: 'en',
      values: { title: 'First post!' },
    }),
  )
})

describe('the address of the editor', () => {
  test('opens a record, and is left when it closes', async () => {
    const { location } = open(live)
    await screen.findByRole('dialog', { name: 'Edit blog post' })
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.history).toEqual(['/admin/blog/?edit=7', '/admin/blog/'])
  })

  test('of a deleted record leads to the list, and says so', async () => {
    const { toast, location } = renderAdmin(<BlogScreen />, api(live), 'en', { path: '/admin/blog/?edit=99' })
    await waitFor(() => expect(toast()?.description).toBe('This has been deleted'))
    expect(location.history.at(-1)).toBe('/admin/blog/')
  })

  test('is left by Back, which asks first when there are unsaved changes', async () => {
    function Back() {
      const navigate = useNavigate()
      return (
        <button type="button" data-testid="back" onClick={() => navigate(-1)}>
          Back
        </button>
      )
    }
    const { location } = renderAdmin(
      <>
        <BlogScreen />
        <Back />
      </>,
      api(live),
      'en',
      { path: '/admin/blog/' },
    )
    const back = () => fireEvent.click(screen.getByTestId('back'))
    await press('Edit “First post”')
    await screen.findByRole('dialog', { name: 'Edit blog post' })
    back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Edit “First post”')
    await screen.findByRole('dialog', { name: 'Edit blog post' })
    await type('Title', '!')
    back()
    const question = await screen.findByRole('alertdialog', { name: 'Discard changes?' })
    expect(location.history.at(-1)).toBe('/admin/blog/?edit=7')
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(field('Title').value).toBe('First post!')
    back()
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard changes' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.history.at(-1)).toBe('/admin/blog/')
    expect(await readUnsaved('post:7')).toBeUndefined()
  })

  test('that is unknown leads to the list', async () => {
    renderAdmin(<BlogScreen />, api(live), 'en', { path: '/admin/blog/?edit=x' })
    expect(await screen.findByRole('rowheader', { name: /First post/ })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
