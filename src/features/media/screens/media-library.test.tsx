import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'bun:test'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { textsIn } from '#test/content/texts-in'
import { picture } from '#test/fixtures'
import { libraryApi, sizeWindow } from '#test/screens/library-api'
import type { MediaItem } from '../contract'
import { MediaScreen } from './media'

sizeWindow()
beforeEach(startAfresh)

const userEvent = events.setup({ delay: null })

const tile = (name: string) => screen.findByRole('row', { name })
const rows = () => within(screen.getByRole('grid')).queryAllByRole('row')
const isSelected = () => rows().map((row) => row.getAttribute('aria-selected') === 'true')
const boxOf = (id: number) => within(screen.getByRole('row', { name: `picture-${id}.jpg` })).getByRole('checkbox')
const bar = () => within(screen.getByRole('toolbar', { name: 'Selected' }))
const five = () => [5, 4, 3, 2, 1].map((id) => picture(id))
const used: MediaItem['usedIn'] = [{ kind: 'post', id: 3, title: 'First light', field: 'imageUrl', in: 'live' }]
const empty = { alt: textsIn('', { es: '' }) }

const field = (id: number, language = 'English') =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Alternative text in ${language}: picture-${id}.jpg` })

/** A click on the checkbox while Shift is held. */
function shiftClick(box: HTMLElement) {
  fireEvent.pointerDown(box, { shiftKey: true })
  fireEvent.click(box)
}

test('files are selected one by one, in a range with Shift, and all that are shown', async () => {
  renderAdmin(<MediaScreen />, libraryApi(five()).api)
  await tile('picture-5.jpg')
  expect(screen.queryByRole('toolbar')).toBeNull()
  await userEvent.click(boxOf(4))
  expect(bar().getByText('1 selected')).toBeTruthy()
  shiftClick(boxOf(2))
  await waitFor(() => expect(isSelected()).toEqual([false, true, true, true, false]))
  expect(bar().getByText('3 selected')).toBeTruthy()
  // Deselecting with Shift deselects the range.
  shiftClick(boxOf(4))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await userEvent.click(boxOf(1))
  await userEvent.click(bar().getByRole('button', { name: 'Select all shown' }))
  expect(isSelected()).toEqual([true, true, true, true, true])
  expect(bar().queryByRole('button', { name: 'Select all shown' })).toBeNull()
  await userEvent.click(bar().getByRole('button', { name: 'Clear the selection' }))
  expect(isSelected()).toEqual([false, false, false, false, false])
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
})

test('the space bar selects a tile, and another search ends the selection', async () => {
  renderAdmin(<MediaScreen />, libraryApi(five()).api)
  const first = await tile('picture-5.jpg')
  act(() => first.focus())
  await userEvent.keyboard(' ')
  expect(bar().getByText('1 selected')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox'), 'picture-5')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(isSelected()).toEqual([false])
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('selected files are moved to the trash at once, and come back with Undo', async () => {
  const { writes, toast } = renderAdmin(<MediaScreen />, libraryApi(five()).api)
  await tile('picture-5.jpg')
  await userEvent.click(boxOf(5))
  await userEvent.click(boxOf(3))
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(toast()?.title).toBe('2 moved to trash'))
  expect(writes().map(({ method, path, version }) => [method, path, version])).toEqual([
    ['POST', '/api/media/5/trash', '"1"'],
    ['POST', '/api/media/3/trash', '"1"'],
  ])
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.queryByRole('toolbar')).toBeNull()
  const undo = toast()?.action
  if (!undo || typeof undo !== 'object' || !('props' in undo)) throw new Error('There is no Undo')
  act(() => (undo.props as { onPress: () => void }).onPress())
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(toast()?.title).toBe('2 restored')
})

test('files in use are only moved after a question, which offers to move the others', async () => {
  const { writes } = renderAdmin(
    <MediaScreen />,
    libraryApi([picture(3), picture(2, { usedIn: used }), picture(1)]).api,
  )
  await tile('picture-3.jpg')
  for (const id of [3, 2]) await userEvent.click(boxOf(id))
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Move 2 files to the trash?' }))
  expect(question.getByRole('listitem').textContent).toBe('picture-2.jpg')
  expect(writes()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Move only the unused one' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await userEvent.click(boxOf(2))
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Move all to trash' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(writes().map(({ path }) => path)).toEqual(['/api/media/3/trash', '/api/media/2/trash?force=1'])
})

test('what could not be moved stays selected, and the message names it', async () => {
  const library = libraryApi(five())
  const { toast } = renderAdmin(<MediaScreen />, (request) =>
    request.path === '/api/media/4/trash' ? { status: 503, json: { message: 'Away' } } : library.api(request),
  )
  await tile('picture-5.jpg')
  for (const id of [5, 4]) await userEvent.click(boxOf(id))
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(toast()?.title).toBe('One couldn’t be changed'))
  expect(toast()?.description).toBe('picture-4.jpg: 503: Away')
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(isSelected()).toEqual([true, false, false, false])
})

test('in the trash selected files are restored, and have no fields', async () => {
  const trashedAt = '2026-03-05T09:00:00.000Z'
  renderAdmin(<MediaScreen />, libraryApi([picture(2, { trashedAt }), picture(1)]).api)
  await tile('picture-1.jpg')
  await userEvent.click(screen.getByRole('radio', { name: 'Trash' }))
  await tile('picture-2.jpg')
  expect(screen.queryByRole('textbox', { name: /^Alternative text/ })).toBeNull()
  await userEvent.click(boxOf(2))
  await userEvent.click(bar().getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('The trash is empty')).toBeTruthy()
})

test('a picture is shown large with its description; the arrow keys show the others, and Escape returns to its tile', async () => {
  const pdf = picture(2, { name: 'plan.pdf', mime: 'application/pdf', width: null, height: null })
  const bare = picture(1, { name: 'bare.jpg', ...empty })
  const { location } = renderAdmin(<MediaScreen />, libraryApi([picture(3), pdf, bare]).api, 'en', {
    path: '/admin/media/',
  })
  await tile('picture-3.jpg')
  expect(within(await tile('plan.pdf')).queryByRole('button', { name: /full size/ })).toBeNull()
  const opener = screen.getByRole('button', { name: 'View picture-3.jpg full size' })
  act(() => opener.focus())
  await userEvent.keyboard('{Enter}')
  const large = within(await screen.findByRole('dialog', { name: 'picture-3.jpg' }))
  const image = large.getByRole<HTMLImageElement>('img', { name: 'A press' })
  expect(image.getAttribute('src')).toBe('/media/3/picture-3.jpg?version=1')
  expect(large.getByText('Una prensa').getAttribute('lang')).toBe('es')
  expect(large.getByText('1 of 2')).toBeTruthy()
  expect(location.history.at(-1)).toBe('/admin/media/?view=3')
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('dialog', { name: 'picture-3.jpg' })).toBeTruthy()
  await userEvent.keyboard('{ArrowRight}')
  const last = within(await screen.findByRole('dialog', { name: 'bare.jpg' }))
  expect(last.getByText('2 of 2')).toBeTruthy()
  expect(last.getByText('No alternative text')).toBeTruthy()
  expect(last.getByRole('button', { name: 'Next picture' }).hasAttribute('disabled')).toBe(true)
  await userEvent.keyboard('{Home}')
  await screen.findByRole('dialog', { name: 'picture-3.jpg' })
  await userEvent.keyboard('{End}')
  await screen.findByRole('dialog', { name: 'bare.jpg' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('bare.jpg'))
})

test('a large picture that does not load says so and shows its thumbnail', async () => {
  renderAdmin(<MediaScreen />, libraryApi([picture(3)]).api, 'en', { path: '/admin/media/?view=3' })
  const large = within(await screen.findByRole('dialog', { name: 'picture-3.jpg' }))
  fireEvent.error(large.getByRole('img'))
  expect(large.getByRole('alert').textContent).toBe('The full-size picture couldn’t be loaded.')
  expect(large.getByRole('img').getAttribute('src')).toBe('/media/3/picture-3.jpg?small=1')
})

test('pictures are described below their tiles: Tab saves and leads to the next field, Enter saves, Escape reverts', async () => {
  const { writes } = renderAdmin(
    <MediaScreen />,
    libraryApi([picture(3, empty), picture(2, { ...empty, decorative: true }), picture(1, empty)]).api,
  )
  await tile('picture-3.jpg')
  await userEvent.click(screen.getByRole('radio', { name: 'English' }))
  expect(screen.queryByRole('textbox', { name: /picture-2/ })).toBeNull()
  await userEvent.click(field(3))
  await userEvent.keyboard(' A press, open')
  await userEvent.tab()
  expect(document.activeElement).toBe(field(1))
  await userEvent.keyboard('A lathe{Enter}')
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes().map(({ path, body, version }) => [path, body, version])).toEqual([
    ['/api/media/3', { alt: { en: 'A press, open' } }, '"1"'],
    ['/api/media/1', { alt: { en: 'A lathe' } }, '"1"'],
  ])
  await waitFor(() => expect(within(rows()[2]!).getByText('No Spanish text')).toBeTruthy())
  await userEvent.keyboard(' no{Escape}')
  expect(field(1).value).toBe('A lathe')
  expect(document.activeElement).toBe(rows()[2]!)
  act(() => field(1).focus())
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(field(3))
  expect(writes()).toHaveLength(2)
})

test('letters, spaces and arrows typed in a field neither select nor move in the grid', async () => {
  renderAdmin(<MediaScreen />, libraryApi([picture(2, empty), picture(1, empty)]).api)
  await tile('picture-2.jpg')
  const own = field(2, 'Spanish')
  await userEvent.click(own)
  await userEvent.keyboard('picture-1 a b{ArrowLeft}{ArrowDown}{Home}')
  expect(document.activeElement).toBe(own)
  expect(own.value).toBe('picture-1 a b')
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a text that cannot be saved stays with the reason, also when the search hides its tile meanwhile', async () => {
  let isAway = true
  const library = libraryApi([picture(2, empty), picture(1, empty)])
  const { writes } = renderAdmin(<MediaScreen />, (request) =>
    isAway && request.method === 'PUT' ? { status: 503, json: { message: 'Away' } } : library.api(request),
  )
  await tile('picture-2.jpg')
  await userEvent.type(field(2), 'A press{Enter}')
  await waitFor(() => expect(field(2).getAttribute('aria-invalid')).toBe('true'))
  const fault = document.getElementById(field(2).getAttribute('aria-describedby') ?? '')
  expect(fault?.textContent).toBe('Not saved. Away')
  await userEvent.type(screen.getByRole('searchbox'), 'picture-1')
  await waitFor(() => expect(rows()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(field(2).value).toBe('A press')
  expect(field(2).getAttribute('aria-invalid')).toBe('true')
  isAway = false
  await userEvent.click(field(2))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(field(2).getAttribute('aria-invalid')).toBeNull())
  expect(writes().at(-1)?.body).toEqual({ alt: { en: 'A press' } })
})

test('a text that somebody else wrote meanwhile is not overwritten unless it is said twice', async () => {
  const library = libraryApi([picture(1, empty)])
  const { writes } = renderAdmin(<MediaScreen />, library.api)
  await tile('picture-1.jpg')
  // Another field of the picture was changed: nothing is lost.
  library.change(1, { name: 'other.jpg' })
  await userEvent.type(field(1), 'A press{Enter}')
  await waitFor(() => expect(writes().map(({ version }) => version)).toEqual(['"1"', '"2"']))
  const now = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Alternative text in English: other.jpg' })
  await waitFor(() => expect(now.getAttribute('aria-busy')).toBeNull())
  library.change(1, { alt: textsIn('A lathe', { es: '' }) })
  await userEvent.type(now, ', open{Enter}')
  await waitFor(() => expect(now.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(/Someone else wrote “A lathe” in the meantime/)).toBeTruthy()
  expect(now.value).toBe('A press, open')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(now.getAttribute('aria-invalid')).toBeNull())
  expect(writes().at(-1)?.body).toEqual({ alt: { en: 'A press, open' } })
})

test('the details show how the picture is used, cropped as it is there, and show it large', async () => {
  const uses: MediaItem['usedIn'] = [
    ...used,
    { ...used[0]!, field: 'metadata.ogImage' },
    { kind: 'project', id: 9, title: 'Lease Reader', field: 'content', in: 'draft' },
  ]
  renderAdmin(<MediaScreen />, libraryApi([picture(1, { usedIn: uses })]).api)
  await userEvent.click(await tile('picture-1.jpg'))
  const list = within(await screen.findByRole('region', { name: 'Used in' }))
  const [post, project] = list.getAllByRole('listitem')
  expect(within(post!).getByText('Blog post · Picture · Shared picture')).toBeTruthy()
  expect(within(post!).getByRole('link', { name: 'First light' }).getAttribute('href')).toContain('edit=3')
  expect(within(project!).getByText('Project · In the text')).toBeTruthy()
  expect(list.getAllByRole('listitem').map((item) => item.querySelector('img')?.style.aspectRatio)).toEqual([
    '1.6 / 1',
    '1.6 / 1',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'View full size' }))
  await screen.findByRole('dialog', { name: 'picture-1.jpg' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('complementary', { name: 'Details' })).toBeTruthy()
})
