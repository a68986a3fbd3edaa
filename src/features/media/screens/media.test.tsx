import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { picture } from '#test/fixtures'
import { standInFiles } from '#test/screens/file-sending'
import { libraryApi, sizeWindow } from '#test/screens/library-api'
import type { MediaItem } from '../contract'
import { MediaScreen } from './media'
import { textsIn } from '#test/content/texts-in'

sizeWindow()
beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })

const tiles = () => within(screen.getByRole('grid')).getAllByRole('row')
const tile = (name: string) => screen.findByRole('row', { name })
const details = () => screen.findByRole('complementary', { name: 'Details' })
const file = (name: string, size = 10) => Object.assign(new File(['x'.repeat(size)], name), {})

function drop(...files: File[]) {
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ['Files'], files, getData: () => '' },
  })
  act(() => void document.body.dispatchEvent(event))
}

test('the library is a grid that marks files without alternative text, and is searched on the server', async () => {
  const { requests } = renderAdmin(
    <MediaScreen />,
    libraryApi([picture(2, { alt: textsIn('', { es: '' }) }), picture(1)]).api,
  )
  expect(within(await tile('picture-2.jpg')).getByText('No alternative text')).toBeTruthy()
  expect(within(await tile('picture-1.jpg')).getByText('JPEG · 1600 × 1000')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or description' }), 'picture-1')
  await waitFor(() => expect(tiles()).toHaveLength(1))
  expect(requests.map(({ path }) => path)).toContain('/api/media?q=picture-1')
  expect(requests.length).toBeLessThan(5)
  expect(await screen.findByText('1 file found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Without alternative text' }))
  expect(await screen.findByText('picture-2.jpg')).toBeTruthy()
  expect(tiles()).toHaveLength(1)
})

test('a tile shows the whole of a wide logo, and the middle of a photograph', async () => {
  const sized = (id: number, width: number, height: number) => picture(id, { width, height })
  renderAdmin(<MediaScreen />, libraryApi([sized(3, 1200, 240), sized(2, 1600, 1000), sized(1, 300, 900)]).api)
  await tile('picture-3.jpg')
  const isWhole = tiles().map((one) => one.querySelector('img')!.hasAttribute('data-whole'))
  expect(isWhole).toEqual([true, false, true])
})

test('an empty library lists the accepted files; one that fails to load can be retried', async () => {
  const view = renderAdmin(<MediaScreen />, libraryApi([]).api)
  expect(await screen.findByText('No files yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Upload files' })).toHaveLength(2)
  view.unmount()
  const library = libraryApi([picture(1)])
  let isAway = true
  renderAdmin(<MediaScreen />, (request) =>
    isAway ? { status: 503, json: { message: 'Away' } } : library.api(request),
  )
  expect(await screen.findByText('The library couldn’t be loaded.')).toBeTruthy()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await tile('picture-1.jpg')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('dropped files are uploaded three at a time, each with its progress', async () => {
  const sending = standInFiles()
  renderAdmin(<MediaScreen />, libraryApi([picture(1)]).api)
  await tile('picture-1.jpg')
  drop(...[2, 3, 4, 5].map((id) => file(`picture-${id}.jpg`)))
  const list = within(await screen.findByRole('region', { name: 'Uploads' }))
  await waitFor(() => expect(sending.open()).toHaveLength(3))
  expect(list.getByText('Waiting')).toBeTruthy()
  act(() => sending.progress('picture-2.jpg', 0.4))
  expect(list.getByRole('progressbar', { name: 'picture-2.jpg' }).getAttribute('aria-valuenow')).toBe('40')
  act(() => sending.answer('picture-2.jpg', 201, picture(2)))
  expect(await tile('picture-2.jpg')).toBeTruthy()
  await waitFor(() => expect(sending.open()).toContain('picture-5.jpg'))
  for (const id of [3, 4, 5]) act(() => sending.answer(`picture-${id}.jpg`, 201, picture(id)))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' }) === null).toBe(true))
  expect(
    tiles()
      .slice(0, 2)
      .map((row) => row.getAttribute('aria-label')),
  ).toEqual(['picture-5.jpg', 'picture-4.jpg'])
})

test('an animation that will stand still is said to, after the upload, in the list and in its details', async () => {
  const sending = standInFiles()
  const still = picture(2, { name: 'loop.png', notes: ['stands-still'] })
  renderAdmin(<MediaScreen />, libraryApi([picture(1), still]).api)
  expect((await tile('loop.png')).textContent).toContain('still')
  expect((await tile('picture-1.jpg')).textContent).not.toContain('still')
  drop(file('loop.png'))
  await waitFor(() => expect(sending.open()).toEqual(['loop.png']))
  act(() => sending.answer('loop.png', 201, still))
  const list = within(await screen.findByRole('region', { name: 'Uploads' }))
  expect(await list.findByText(/visitors see only its first frame/)).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Show loop.png' }))
  expect(within(await details()).getByText(/visitors see only its first frame/)).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Remove loop.png from this list' }))
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
})

test('a failed upload shows its error, affects no other, and is retried under the same idempotency key', async () => {
  const sending = standInFiles()
  renderAdmin(<MediaScreen />, libraryApi([]).api)
  await screen.findByText('No files yet')
  drop(file('text.png'), file('cut.jpg'), file('large.jpg', 25 * 1024 * 1024 + 1))
  const list = within(await screen.findByRole('region', { name: 'Uploads' }))
  expect(list.getByText(/larger than 25 MB/)).toBeTruthy()
  await waitFor(() => expect(sending.open()).toEqual(['text.png', 'cut.jpg']))
  act(() => sending.answer('text.png', 415, { message: 'This is neither a picture nor a PDF' }))
  expect(await list.findByText('This is neither a picture nor a PDF')).toBeTruthy()
  // A retry would be rejected too.
  expect(list.queryByRole('button', { name: /^Try/ })).toBeNull()
  expect(list.getByRole('button', { name: 'Remove text.png from this list' })).toBeTruthy()
  const first = sending.keyOf('cut.jpg')
  act(() => sending.cut('cut.jpg'))
  await userEvent.click(await list.findByRole('button', { name: 'Try again: cut.jpg' }))
  await waitFor(() => expect(sending.open()).toEqual(['cut.jpg']))
  expect(sending.keyOf('cut.jpg')).toBe(first)
  act(() => sending.answer('cut.jpg', 200, picture(7, { name: 'same.jpg' })))
  expect(await list.findByText('Already in the library')).toBeTruthy()
})

test('an upload can be cancelled, and the next one starts', async () => {
  const sending = standInFiles()
  renderAdmin(<MediaScreen />, libraryApi([]).api)
  await screen.findByText('No files yet')
  drop(...[1, 2, 3, 4].map((id) => file(`picture-${id}.jpg`)))
  const list = within(await screen.findByRole('region', { name: 'Uploads' }))
  await waitFor(() => expect(sending.open()).toHaveLength(3))
  await userEvent.click(list.getByRole('button', { name: 'Cancel the upload of picture-2.jpg' }))
  await waitFor(() => expect(sending.open()).toEqual(['picture-1.jpg', 'picture-3.jpg', 'picture-4.jpg']))
  expect(list.queryByText('picture-2.jpg')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Uploads: 0 of 3'))
  act(() => sending.answer('picture-1.jpg', 415, { message: 'This is neither a picture nor a PDF' }))
  for (const id of [3, 4]) act(() => sending.answer(`picture-${id}.jpg`, 200, picture(id)))
  await waitFor(() => expect(list.getAllByText('Already in the library')).toHaveLength(2))
  expect(list.getAllByRole('listitem')[0]?.textContent).toContain('picture-1.jpg')
  await userEvent.click(list.getByRole('button', { name: 'Clear the list' }))
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
})

test('an upload refused because the session has expired continues after the login', async () => {
  const sending = standInFiles()
  const library = libraryApi([])
  renderAdmin(<MediaScreen />, (request) =>
    request.path === '/api/login' ? { json: { id: 1, username: 'ada' } } : library.api(request),
  )
  await screen.findByText('No files yet')
  drop(file('picture-1.jpg'), file('picture-2.jpg'))
  await waitFor(() => expect(sending.open()).toHaveLength(2))
  act(() => sending.answer('picture-1.jpg', 401, { message: 'Please log in' }))
  const login = within(await screen.findByRole('dialog'))
  await userEvent.type(login.getByLabelText(/Password/), 'correct horse battery')
  await userEvent.click(login.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(sending.open()).toEqual(['picture-2.jpg', 'picture-1.jpg']))
  act(() => sending.answer('picture-1.jpg', 201, picture(1)))
  expect(await tile('picture-1.jpg')).toBeTruthy()
  // The larger upload gets its 401 after the session has been renewed.
  act(() => sending.answer('picture-2.jpg', 401, { message: 'Please log in' }))
  await waitFor(() => expect(sending.open()).toEqual(['picture-2.jpg']))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => sending.answer('picture-2.jpg', 201, picture(2)))
  expect(await tile('picture-2.jpg')).toBeTruthy()
})

test('an item is described, and its focal point is set with the arrow keys', async () => {
  const { writes, toast } = renderAdmin(<MediaScreen />, libraryApi([picture(1, { alt: textsIn('', { es: '' }) })]).api)
  await userEvent.click(await tile('picture-1.jpg'))
  const panel = within(await details())
  const english = await panel.findByRole('textbox', { name: 'Alternative text in English' })
  expect(english.getAttribute('aria-describedby')).toBeTruthy()
  expect(panel.getByText(/For example: “Two engineers/)).toBeTruthy()
  await userEvent.type(english, 'A press')
  await userEvent.type(panel.getByRole('textbox', { name: 'Alternative text in Spanish' }), 'Una prensa')
  const across = panel.getByRole('slider', { name: 'Focus point from the left' })
  fireEvent.keyDown(across, { key: 'ArrowRight' })
  fireEvent.keyDown(across, { key: 'ArrowUp', shiftKey: true })
  expect(across.getAttribute('aria-valuetext')).toBe('51 %')
  for (const crop of ['Card', 'Header', 'Social picture']) expect(panel.getByText(crop)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(toast()?.title).toBe('Details saved'))
  expect(writes()).toMatchObject([
    {
      method: 'PUT',
      path: '/api/media/1',
      version: '"1"',
      body: { alt: textsIn('A press', { es: 'Una prensa' }), decorative: false, focus: { x: 0.51, y: 0.4 } },
    },
  ])
})

test('after a save the focus stays on its button, and a missing name is focused', async () => {
  renderAdmin(<MediaScreen />, libraryApi([picture(1)]).api)
  await userEvent.click(await tile('picture-1.jpg'))
  const panel = within(await details())
  const name = await panel.findByRole('textbox', { name: /^Name/ })
  const save = panel.getByRole('button', { name: /^Save/ })
  await userEvent.type(name, 'x')
  await userEvent.click(save)
  await screen.findByRole('row', { name: 'picture-1.jpgx' })
  expect(document.activeElement).toBe(save)
  await userEvent.clear(name)
  await userEvent.click(save)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name.getAttribute('aria-invalid')).toBe('true')
})

test('a conflicting change by somebody else is shown beside the typed text', async () => {
  const library = libraryApi([picture(1)])
  renderAdmin(<MediaScreen />, library.api)
  await userEvent.click(await tile('picture-1.jpg'))
  const panel = within(await details())
  const name = await panel.findByRole('textbox', { name: /^Name/ })
  await userEvent.clear(name)
  await userEvent.type(name, 'mine.jpg')
  library.change(1, { name: 'theirs.jpg' })
  await userEvent.click(panel.getByRole('button', { name: /^Save/ }))
  const choice = within(await panel.findByRole('radiogroup', { name: 'Name' }))
  expect(choice.getByRole('radio', { name: 'Theirs theirs.jpg' })).toBeTruthy()
  expect(choice.getByRole('radio', { name: 'Yours mine.jpg' })).toBeTruthy()
})

test('an item in use shows where, and is deleted only after that confirmation', async () => {
  const usedIn: MediaItem['usedIn'] = [
    { kind: 'post', id: 3, title: 'Measuring first', field: 'imageUrl', in: 'live' },
    { kind: 'page', id: 'about', title: 'about', field: 'intro', in: 'history' },
  ]
  const { writes } = renderAdmin(<MediaScreen />, libraryApi([picture(1, { usedIn })]).api)
  await userEvent.click(await tile('picture-1.jpg'))
  const panel = within(await details())
  const link = await panel.findByRole('link', { name: 'Measuring first' })
  expect(link.getAttribute('href')).toBe('/admin/blog/?edit=3')
  expect(panel.getByRole('link', { name: 'About' }).getAttribute('href')).toBe('/admin/content/?page=about')
  expect(panel.getByText('Only in an earlier version')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('It is used in 1 place, where it will disappear:')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Delete anyway' }))
  await screen.findByText('No files yet')
  expect(writes().map(({ method, path }) => [method, path])).toEqual([['DELETE', '/api/media/1?force=1']])
})

test('an item goes to the trash first, is restored from the toast, and from its view', async () => {
  const usedIn: MediaItem['usedIn'] = [{ kind: 'post', id: 3, title: 'Measuring first', field: 'imageUrl', in: 'live' }]
  const { writes, toast } = renderAdmin(<MediaScreen />, libraryApi([picture(1, { usedIn }), picture(2)]).api)
  const toTrash = async () => {
    await userEvent.click(await tile('picture-1.jpg'))
    await userEvent.click(await within(await details()).findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Move to trash',
      'Cancel',
      'Delete anyway',
    ])
    await userEvent.click(question.getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'picture-1.jpg' })).toBeNull())
  }
  await toTrash()
  expect(toast()?.title).toBe('Moved to trash')
  const { getByRole } = render(toast()?.action)
  await userEvent.click(getByRole('button', { name: 'Undo' }))
  expect(await tile('picture-1.jpg')).toBeTruthy()
  await toTrash()
  await userEvent.click(screen.getByRole('radio', { name: 'Trash' }))
  await userEvent.click(await tile('picture-1.jpg'))
  const panel = within(await details())
  await userEvent.click(await panel.findByRole('button', { name: 'Restore' }))
  await screen.findByText('The trash is empty')
  await userEvent.click(screen.getByRole('radio', { name: 'Library' }))
  expect(await tile('picture-1.jpg')).toBeTruthy()
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/media/1/trash?force=1',
    'POST /api/media/1/restore',
    'POST /api/media/1/trash?force=1',
    'POST /api/media/1/restore',
  ])
})

test('an item that came into use since asks for confirmation again', async () => {
  const library = libraryApi([picture(1)])
  const { writes } = renderAdmin(<MediaScreen />, library.api)
  await userEvent.click(await tile('picture-1.jpg'))
  const panel = within(await details())
  await userEvent.click(await panel.findByRole('button', { name: 'Delete' }))
  library.change(1, {
    version: 0,
    usedIn: [{ kind: 'project', id: 9, title: 'A plant', field: 'imageUrl', in: 'draft' }],
  })
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Delete permanently' }))
  expect(await question.findByRole('link', { name: 'A plant' })).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Delete anyway' }))
  await screen.findByText('No files yet')
  expect(writes()).toHaveLength(2)
})

test('the library is in Spanish too', async () => {
  renderAdmin(<MediaScreen />, libraryApi([picture(1, { alt: textsIn('', { es: '' }) })]).api, 'es')
  expect(within(await tile('picture-1.jpg')).getByText('Sin texto alternativo')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Archivos multimedia' })).toBeTruthy()
})
