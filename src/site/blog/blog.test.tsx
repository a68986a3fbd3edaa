import { afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { siteAtom } from '#contract/site'
import { renderPart } from '#test/render'
import { testSite } from '#test/screens/site'
import { Author } from './author'
import { NewsLine } from './news-line'
import { Topics } from './blog-list'

const categories = [
  { slug: 'real-estate', title: 'Real Estate', translations: { es: { title: 'Inmobiliario' } } },
  { slug: 'zoo', title: 'Zoo', translations: {} },
]
const answers = { '/api/blog-categories': { json: categories } }

describe('the categories of the blog', () => {
  test('are links, of which the current one is marked', async () => {
    renderPart(<Topics current="zoo" />, { path: '/blog/category/zoo/', answers })
    const row = within(await screen.findByRole('navigation', { name: 'Categories' }))
    const links = row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['All', '/blog/'],
      ['Real Estate', '/blog/category/real-estate/'],
      ['Zoo', '/blog/category/zoo/'],
    ])
    expect(row.getByRole('link', { current: 'page' }).textContent).toBe('Zoo')
  })

  test('are named in the language of the page where they are translated', async () => {
    renderPart(<Topics />, { path: '/es/blog/', language: 'es', answers })
    expect((await screen.findByRole('link', { name: 'Inmobiliario' })).lang).toBe('')
    expect(screen.getByRole('link', { name: 'Zoo' }).lang).toBe('en')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Todos')
  })

  test('are no row without any', async () => {
    const { container } = renderPart(<Topics />, { answers: { '/api/blog-categories': { json: [] } } })
    await waitFor(() => expect(container.innerHTML).toBe(''))
  })
})

test('an author has the picture of the person of that name', async () => {
  const people = [{ name: 'Ada  ', photo: '/images/ada.webp' }]
  const pictures = { '/api/page-contents/people': { json: { people } } }
  const { container } = renderPart(<Author name="ada" />, { answers: pictures })
  await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/ada.webp'))
  const other = renderPart(<Author name="Grace" />, { answers: pictures })
  expect(await screen.findByText('Grace')).toBeTruthy()
  expect(other.container.querySelector('img')).toBeNull()
})

describe('the sign-up for news', () => {
  let fetch: Mock<typeof globalThis.fetch>
  beforeEach(() => {
    fetch = spyOn(globalThis, 'fetch')
  })
  afterEach(() => fetch.mockRestore())

  test('asks for news, by the form of the home page where there are no scripts', async () => {
    const confirmed = async () => Response.json({ message: 'One step is left.' }, { status: 201 })
    fetch.mockImplementation(Object.assign(confirmed, { preconnect() {} }))
    const { container } = renderPart(<NewsLine />)
    const form = container.querySelector('form')
    expect([form?.getAttribute('action'), form?.method]).toEqual(['/#waitlist', 'post'])
    expect(container.querySelector<HTMLInputElement>('[name="news"]')?.value).toBe('on')
    expect(screen.getByText(/a place on the waitlist/)).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'Email address' }), 'ada@example.com{Enter}')
    expect(await screen.findByText(/One step is left/)).toBeTruthy()
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({ email: 'ada@example.com', news: true })
  })

  test('refuses an impossible address at its field', async () => {
    renderPart(<NewsLine />)
    await userEvent.type(screen.getByRole('textbox'), 'ada{Enter}')
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    expect(fetch).not.toHaveBeenCalled()
  })

  test('speaks of news alone, and is absent where the site has no sign-up', async () => {
    const { store, container } = renderPart(<NewsLine />)
    const change = (part: object) => store.set(siteAtom, { ...testSite, ...part })
    change({ signUp: 'news' })
    await waitFor(() => expect(container.textContent).toMatch(/^Notes by mail.{10,}/))
    await waitFor(() => expect(container.textContent).not.toContain('waitlist'))
    change({ signUp: 'off' })
    await waitFor(() => expect(container.innerHTML).toBe(''))
    change({ hidden: ['waitlist'] })
    await waitFor(() => expect(container.innerHTML).toBe(''))
  })
})
