import { screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import sharp from 'sharp'
import { patterns } from '#features/custom-pages/patterns/patterns'
import type { MediaItem } from '#features/media/contract'
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
const upload = async (name: string, background: string) =>
  library.upload(
    await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer(),
    name,
  )

// The list behind the editor may have a column that begins with the same word.
const publish = async () => userEvent.click((await screen.findAllByRole('button', { name: /^Publish/ })).at(-1)!)
const enter = async (input: HTMLElement, text: string) => {
  await userEvent.click(input)
  await userEvent.paste(text)
}

test('publishing pictures without alternative text asks for it, and then publishes', async () => {
  const crane = await upload('crane.jpg', '#336699')
  const quay = await upload('quay.jpg', '#996633')
  const content = `<p>They run.</p><figure><img src="${quay.url}" alt=""></figure>`
  const { toast } = await editDraft(library, 'blog', { excerpt: 'Short', imageUrl: crane.url, content })
  await publish()
  const question = await screen.findByRole('dialog', { name: '2 pictures have no alternative text' })
  const row = (name: string) => within(within(question).getByRole('group', { name }))
  const save = within(question).getByRole('button', { name: 'Save and continue' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await enter(row('crane.jpg').getByRole('textbox', { name: 'Alternative text in English' }), 'A crane')
  await enter(row('crane.jpg').getByRole('textbox', { name: 'Alternative text in Spanish' }), 'Una grúa')
  await userEvent.click(row('quay.jpg').getByRole('switch', { name: 'Decorative' }))
  await userEvent.click(save)
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Blog post updated' }))
  expect(await storedIn<MediaItem>(library, `/api/media/${crane.id}`)).toMatchObject({
    name: 'crane.jpg',
    alt: { en: 'A crane', es: 'Una grúa' },
    decorative: false,
  })
  expect(await storedIn<MediaItem>(library, `/api/media/${quay.id}`)).toMatchObject({ decorative: true })
  expect(await storedIn(library, '/api/blog/cranes')).toMatchObject({ status: 'published' })
})

test('the dialog can return to the editor, or publish without alternative text', async () => {
  const crane = await upload('crane.jpg', '#336699')
  const { toast } = await editDraft(library, 'blog', {
    excerpt: 'Short',
    imageUrl: crane.url,
    content: '<p>They run.</p>',
  })
  await publish()
  const title = 'A picture has no alternative text'
  const question = await screen.findByRole('dialog', { name: title })
  await userEvent.click(within(question).getByRole('button', { name: 'Back to the editor' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  expect(toast()).toBeNull()
  await publish()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue without' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Blog post updated' }))
  expect(await storedIn<MediaItem>(library, `/api/media/${crane.id}`)).toMatchObject({ alt: { en: '', es: '' } })
})

test('texts of a template that nobody has changed are told, before the page is published', async () => {
  const { title, blocks, translations } = patterns.questions.page
  const { toast } = await editDraft(library, 'pages', {
    title: 'Questions',
    blocks,
    translations: { es: { blocks: translations.es.blocks } },
  })
  await publish()
  const question = await screen.findByRole('dialog', { name: /texts haven’t been changed from the template/ })
  expect(within(question).getAllByRole('listitem').length).toBeGreaterThan(3)
  expect(question.textContent).not.toContain(title)
  await userEvent.click(within(question).getAllByRole('button', { name: 'Back to the editor' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /of the template/ })).toBeNull())
  expect(toast()).toBeNull()
  await publish()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue anyway' }))
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Page updated' }))
})
