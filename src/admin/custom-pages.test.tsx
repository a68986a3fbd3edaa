import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { editDraft, openEditor, realApi, storedIn } from '#test/screens/editor-on-library'
import { testLibrary, type TestLibrary } from '#test/library'
import { CustomPagesScreen } from './custom-pages'

const userEvent = events.setup({ delay: null })
let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(async () => {
  startAfresh()
  await library.startAfresh()
})
afterAll(() => library.close())

const blocks = [
  { id: 'top', type: 'hero', title: 'Welcome' },
  { id: 'more', type: 'text', html: '<p>Words</p>' },
]
type Stored = { slug: string; status: string; blocks: { id: string; type: string; title?: string; hidden?: boolean }[] }
const stored = async () => (await storedIn<Stored[]>(library, '/api/pages?status=all'))[0]
const whole = () => storedIn<Stored>(library, '/api/pages/our-service?status=all')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
/** Of the menu of a block. */
const choose = async (name: string) => {
  await press(`More actions for block ${name.at(-1)}`)
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const blocksShown = () =>
  screen.getAllByRole('group', { name: /, block \d+$/ }).filter(({ className }) => className === 'content-entry')

test('the list shows pages by their titles and addresses', async () => {
  await library.write('POST', '/api/pages', { title: 'Our service', blocks })
  const rows = await storedIn<object[]>(library, '/api/pages?status=all')
  renderAdmin(<CustomPagesScreen />, () => ({ json: rows }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Pages' })).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Our service/ })).textContent).toContain('/our-service/')
})

test('without pages it says so', async () => {
  renderAdmin(<CustomPagesScreen />, () => ({ json: [] }))
  expect(await screen.findByText('No pages yet')).toBeTruthy()
})

test('blocks are added, edited, reordered, hidden and removed, and the page is published', async () => {
  const { toast } = await editDraft(library, 'pages', { title: 'Our service', blocks })
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a block at position 3' }).at(-1)!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hero' }))
  await waitFor(() => expect(blocksShown()).toHaveLength(3))
  await userEvent.type(within(blocksShown()[2]!).getByRole('textbox', { name: 'Title' }), 'Farewell')
  await press('Move block 3 up')
  await choose('Hide block 3')
  await choose('Remove block 1')
  await press(/^Publish(?!ed)/)
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Page updated' }))
  expect(await stored()).toMatchObject({ slug: 'our-service', status: 'published' })
  const { blocks: kept } = await whole()
  expect(kept).toMatchObject([
    { type: 'hero', title: 'Farewell' },
    { id: 'more', type: 'text', hidden: true },
  ])
  const seen = (await (await library.t.ask('/api/pages/our-service')).json()) as Stored
  expect(seen.blocks).toHaveLength(1)
})

test('a block is dropped where the line is, also between two blocks', async () => {
  const end = { id: 'end', type: 'call', title: 'Goodbye', action: { label: 'Write', href: '/contact/' } }
  await editDraft(library, 'pages', { title: 'Our service', blocks: [...blocks, end] })
  await screen.findByRole('group', { name: 'Hero, block 1' })
  const dataTransfer = { setData: () => {}, setDragImage: () => {} }
  fireEvent.dragStart(blocksShown()[0]!.querySelector('[draggable]')!, { dataTransfer })
  fireEvent.dragOver(blocksShown()[1]!)
  expect(blocksShown()[1]!.dataset.drop).toBe('after')
  const list = screen.getByRole('group', { name: 'Blocks' })
  // False: it may be dropped here.
  expect(fireEvent.dragOver(list)).toBe(false)
  fireEvent.drop(list)
  expect(blocksShown().map((block) => block.getAttribute('aria-label'))).toEqual([
    'Text, block 1',
    'Hero, block 2',
    'Call to action, block 3',
  ])
})

test('a missing value in a block is an error at its field', async () => {
  await editDraft(library, 'pages', { title: 'Our service', blocks: [{ id: 'top', type: 'hero', title: '' }] })
  await press(/^Publish(?!ed)/)
  expect(within(blocksShown()[0]!).getByText('Hero, block 1: Title is required')).toBeTruthy()
  expect((await stored())?.status).toBe('draft')
})

test('the history shows which block has changed', async () => {
  const { id } = (await (await library.write('POST', '/api/pages', { title: 'Our service', blocks })).json()) as {
    id: number
  }
  const changed = [blocks[1], { ...blocks[0], title: 'Goodbye', hidden: true }]
  await library.write('PUT', `/api/pages/${id}`, { title: 'Our service', blocks: changed })
  await openEditor(library, 'pages', id)
  await press('History')
  const headings = await screen.findAllByRole('heading', { level: 4 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Blocks', 'Hero, block 2: Title'])
  expect(headings[0]!.parentElement!.textContent).toContain('Hero (hidden)')
})

test('a page is created from a pattern, is published as it is, and is added to the menu', async () => {
  const view = renderAdmin(<CustomPagesScreen />, realApi(library))
  await press('Add New')
  await userEvent.click(await screen.findByRole('option', { name: /^Team/ }))
  await waitFor(() => expect(blocksShown().length).toBeGreaterThan(1))
  // Without changes there is nothing to confirm on closing.
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await press('Add New')
  await userEvent.click(await screen.findByRole('option', { name: /^Questions/ }))
  await waitFor(() => expect(blocksShown().length).toBeGreaterThan(1))
  const title = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Title/ })[0]!
  expect(title.value).not.toBe('')
  await press(/^Publish(?!ed)/)
  await waitFor(() => expect(view.toast()).toMatchObject({ title: 'Page created' }))
  const made = await stored()
  expect(made).toMatchObject({ status: 'published' })
  await press('Add to menu')
  await screen.findByText(/is now in the menu/)
  const { navigation } = await storedIn<{ navigation: { href: string; label: { es: string } }[] }>(library, '/api/site')
  expect(navigation.length).toBe(5)
  expect(navigation[4]).toMatchObject({ href: `/${made?.slug}/` })
  expect(navigation[4]?.label.es).not.toBe('')
}, 60_000)

test('a new page begins with a tile, chosen by arrow keys, whose title is shown in either language', async () => {
  renderAdmin(<CustomPagesScreen />, realApi(library))
  await press('Add New')
  const dialog = await screen.findByRole('dialog', { name: 'Add page' })
  const tiles = within(dialog).getAllByRole('option')
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    expect.stringMatching(/^Empty/),
    expect.stringContaining('Landing pageHero, figures, cards, quote, projects, questions, contact form'),
    expect.stringMatching(/^Service/),
    expect.stringMatching(/^Case/),
    expect.stringMatching(/^Team/),
    expect.stringContaining('QuestionsHero, questions ×3, contact form'),
  ])
  expect(tiles[1]!.querySelectorAll('[data-type]')).toHaveLength(7)
  expect(tiles[1]!.textContent).toContain('Your offer in a few words')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Español' }))
  expect(tiles[1]!.querySelector('q[lang=es]')?.textContent).toBe('Su oferta en pocas palabras')
  tiles[0]!.focus()
  await userEvent.keyboard('{End}{Enter}')
  await waitFor(() => expect(blocksShown().length).toBe(5))
  expect(screen.queryByRole('dialog', { name: 'Add page' })?.querySelector('.new-record-tiles') ?? null).toBe(null)
}, 60_000)

test('a block without a picture can get one, and a new one has the entries that it needs', async () => {
  await editDraft(library, 'pages', { title: 'Words', blocks: [{ id: 'said', type: 'quote', text: 'Dry at last.' }] })
  expect(screen.queryByRole('textbox', { name: /^Image URL/ })).toBe(null)
  await press('Add: Photo')
  const url = await screen.findByRole('textbox', { name: /^Image URL/ })
  await waitFor(() => expect(document.activeElement).toBe(url))
  // There is nothing to describe yet, and the library describes its own pictures.
  expect(screen.queryByRole('textbox', { name: /^What it shows/ })).toBe(null)
  await userEvent.paste('https://example.com/a.jpg')
  await userEvent.type(await screen.findByRole('textbox', { name: 'What it shows' }), 'A roof')
  await userEvent.clear(url)
  await userEvent.click(url)
  await userEvent.paste('/media/7/roof.jpg')
  await screen.findByText('Uses the alternative text from the library.')
  expect(screen.queryByRole('textbox', { name: /^What it shows/ })).toBe(null)
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a block at position 2' }).at(-1)!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logos' }))
  expect(screen.getAllByRole('textbox', { name: /^Image URL/ }).length).toBe(3)
}, 60_000)

test('a block is copied and pasted on another page, with its translation and a new id', async () => {
  const said = { es: { blocks: { top: { title: 'Bienvenida' } } } }
  await editDraft(library, 'pages', { title: 'Our service', blocks, translations: said })
  await choose('Copy block 1')
  await editDraft(library, 'pages', { title: 'Other', blocks: [{ id: 'b1', type: 'text', html: '<p>Here</p>' }] })
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a block at position 2' }).at(-1)!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Paste: Hero' }))
  await waitFor(() => expect(blocksShown()).toHaveLength(2))
  await press(/^Publish(?!ed)/)
  await waitFor(async () => expect((await stored())?.status).toBe('published'))
  const other = await storedIn<Stored & { translations: { es: { blocks: Record<string, object> } } }>(
    library,
    '/api/pages/other?status=all',
  )
  const [, pasted] = other.blocks
  expect(pasted).toMatchObject({ type: 'hero', title: 'Welcome' })
  expect(pasted?.id).not.toBe('top')
  expect(other.translations.es.blocks).toEqual({ [String(pasted?.id)]: { title: 'Bienvenida' } })
}, 60_000)
