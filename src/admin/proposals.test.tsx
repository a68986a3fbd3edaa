import { screen, waitFor } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startAfresh } from '#test/admin-screen'
import { editDraft, storedIn } from '#test/screens/editor-on-library'
import { type TestLibrary, testLibrary } from '#test/library'

let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(async () => {
  startAfresh()
  await library.startAfresh()
})
afterAll(() => library.close())

const userEvent = events.setup({ delay: null })
const publish = async () => userEvent.click(await screen.findByRole('button', { name: /^Publish/ }))
const enter = async (input: HTMLElement, text: string) => {
  await userEvent.click(input)
  await userEvent.paste(text)
}

const figure = '<figure><img src="/images/about-workshop.webp" alt="A workshop"></figure>'

const isMissing = async (toast: () => unknown) =>
  waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Missing fields', description: 'Please fill in all required fields' }),
  )

test('a post without a cover and an excerpt shows proposals from its text, and is not published with them', async () => {
  const { toast, writes } = await editDraft(library, 'blog', {
    content: `<p>They run.</p>${figure}`,
    translations: { es: { content: '<p>Funcionan.</p>' } },
  })
  const excerpt = await screen.findByRole('region', { name: 'Suggested from the text: Excerpt' })
  expect(excerpt.textContent).toContain('They run.')
  await screen.findByRole('region', { name: 'Suggested from the text: Image URL' })
  expect(screen.getByAltText('Suggested picture').getAttribute('src')).toBe('/images/about-workshop.webp')
  await publish()
  await isMissing(toast)
  expect(await screen.findByText('Excerpt is required')).toBeTruthy()
  expect(screen.getByText('Image URL is required')).toBeTruthy()
  expect(writes()).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Use this: Image URL' }))
  await userEvent.click(screen.getByRole('button', { name: 'Use this: Excerpt' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Excerpt' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByText('Excerpt is required')).toBeNull()
  await publish()
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Blog post updated' }))
  const stored = await storedIn<object>(library, '/api/blog/cranes')
  expect(stored).toMatchObject({
    status: 'published',
    excerpt: 'They run.',
    imageUrl: '/images/about-workshop.webp',
    translations: { es: { content: '<p>Funcionan.</p>' } },
  })
  // Nobody has taken the Spanish proposal.
  expect(stored).not.toMatchObject({ translations: { es: { excerpt: 'Funcionan.' } } })
})

test('Tab leads from the empty field to the button, which takes the proposal, and the field stays empty otherwise', async () => {
  await editDraft(library, 'blog', { content: '<p>They run.</p>' })
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Excerpt' })
  const use = await screen.findByRole('button', { name: 'Use this: Excerpt' })
  await userEvent.click(field)
  await userEvent.tab()
  expect(document.activeElement).toBe(use)
  expect(field.value).toBe('')
  await userEvent.tab()
  expect(document.activeElement).not.toBe(use)
  expect(field.value).toBe('')
  use.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(field.value).toBe('They run.'))
})

test('a proposal can be accepted and changed; a draft is saved without it', async () => {
  const { toast } = await editDraft(library, 'blog', { content: `<p>They run.</p>${figure}` })
  await userEvent.click(await screen.findByRole('button', { name: 'Use this: Excerpt' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Excerpt' })
  expect(field.value).toBe('They run.')
  expect(screen.queryByRole('region', { name: 'Suggested from the text: Excerpt' })).toBeNull()
  await enter(field, ' Day and night.')
  await userEvent.click(screen.getByRole('button', { name: /^Save draft/ }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Draft saved' }))
  expect(await storedIn<object[]>(library, '/api/blog?status=draft')).toMatchObject([
    { excerpt: 'They run. Day and night.', imageUrl: '' },
  ])
})

test('a post with an excerpt and without a picture in its text lacks the cover only', async () => {
  const { toast, writes } = await editDraft(library, 'blog', { content: '<p>They run.</p>', excerpt: 'Mine' })
  await publish()
  await isMissing(toast)
  expect(await screen.findByText('Image URL is required')).toBeTruthy()
  expect(screen.queryByText('Excerpt is required')).toBeNull()
  expect(writes()).toEqual([])
})

test('a project without a description is not published, and is with the proposals that were taken', async () => {
  const { toast, writes } = await editDraft(library, 'projects', {
    category: 'Ports',
    content: `<p>It lifts.</p>${figure}`,
  })
  await publish()
  await isMissing(toast)
  expect(await screen.findByText('Description is required')).toBeTruthy()
  expect(writes()).toEqual([])
  for (const name of ['Description', 'Image URL'])
    await userEvent.click(screen.getByRole('button', { name: `Use this: ${name}` }))
  await publish()
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Project updated' }))
  expect(await storedIn(library, '/api/projects/cranes')).toMatchObject({
    description: 'It lifts.',
    imageUrl: '/images/about-workshop.webp',
  })
})
