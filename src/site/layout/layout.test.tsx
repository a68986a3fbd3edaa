import { beforeAll, describe, expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CatalogContext } from '#i18n/use-language'
import { languageAtom } from '#i18n/language-atom'
import { siteAtom } from '#contract/site'
import { testSite } from '#test/screens/site'
import { renderPart, storedPage } from '#test/render'
import { pageContentQuery } from '#features/page-contents/queries'
import type { Post } from '#features/posts/contract'
import { postQuery } from '#features/posts/queries'
import { Announcement, OwnLinks } from './late-parts'
import { SiteLayout } from './layout'
import { textsIn } from '#test/content/texts-in'

beforeAll(() => Promise.all([Announcement.preload(), OwnLinks.preload()]))

const layout = (
  <SiteLayout sheet="/here/">
    <h1>Here</h1>
  </SiteLayout>
)

test('the header links to the home page and the four parts, and marks the current one', () => {
  renderPart(layout, { path: '/blog/a-post/' })
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: 'Acme' }).getAttribute('href')).toBe('/')
  const links = within(header.getByRole('navigation')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['Projects', '/projects/', null],
      ['Blog', '/blog/', 'true'],
      ['About', '/about/', null],
      ['Contact', '/contact/', null],
    ],
  )
})

test('the footer has company, industries, social links, copyright, legal and version', () => {
  renderPart(layout)
  const footer = within(screen.getByRole('contentinfo'))
  expect(within(footer.getByRole('navigation', { name: 'Company' })).getAllByRole('link').length).toBe(4)
  for (const industry of ['Education', 'Manufacturing', 'Real Estate']) expect(footer.getByText(industry)).toBeTruthy()
  for (const [name, href] of [
    ['GitHub (opens in a new tab)', 'https://github.com/acme'],
    ['LinkedIn (opens in a new tab)', 'https://linkedin.com/acme'],
  ] as const) {
    const link = footer.getByRole('link', { name })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      href,
      '_blank',
      'noopener noreferrer',
    ])
  }
  expect(footer.getByText('© 2031 Acme. All rights reserved.')).toBeTruthy()
  expect(footer.getByRole('link', { name: 'Legal' }).getAttribute('href')).toBe('/legal/')
  expect(footer.getByText('v.0.1.0')).toBeTruthy()
})

const post: Post = {
  id: 1,
  slug: 'a',
  title: 'A post',
  excerpt: 'Short',
  content: '<p>Text</p>',
  imageUrl: '/a.webp',
  category: '',
  author: 'Lena Brandt',
  metadata: {},
  translations: {},
  publishedAt: '2026-02-01T12:00:00.000Z',
  updatedAt: '2026-03-02T12:00:00.000Z',
  version: 1,
  status: 'published',
}

describe('the title block', () => {
  const cells = () =>
    [...screen.getByRole('contentinfo').querySelectorAll('.cells > p')].slice(0, -3).map((cell) => cell.textContent)
  const query = pageContentQuery('about')

  test('says who drew the sheet, which it is, when it was changed, and its scale', async () => {
    const answers = { '/api/page-contents/about': storedPage('about', {}) }
    renderPart(
      <SiteLayout sheet="/about/" query={query}>
        {null}
      </SiteLayout>,
      { answers },
    )
    expect(cells()).toEqual(['Drawn by Acme', 'Sheet /about/', 'Scale 1:1'])
    expect((await screen.findByText('January 1, 2026')).getAttribute('datetime')).toBe('2026-01-01T00:00:00.000Z')
    expect(cells()).toEqual(['Drawn by Acme', 'Sheet /about/', 'Date January 1, 2026', 'Scale 1:1'])
  })

  test('names the author of a post, in the language of the page', async () => {
    const answers = { '/api/blog/a?slugs=all': { json: post } }
    renderPart(
      <SiteLayout sheet="/es/blog/a/" query={postQuery('a')}>
        {null}
      </SiteLayout>,
      { answers, language: 'es' },
    )
    await screen.findByText('Lena Brandt')
    expect(cells()).toEqual(['Dibujado por Lena Brandt', 'Hoja /es/blog/a/', 'Fecha 2 de marzo de 2026', 'Escala 1:1'])
  })

  test('has no date where nothing is stored or found', async () => {
    const { queries } = renderPart(
      <SiteLayout sheet="/about/" query={query}>
        {null}
      </SiteLayout>,
    )
    await waitFor(() => expect(queries.getQueryState(query.queryKey)?.status).toBe('success'))
    expect(cells()).toEqual(['Drawn by Acme', 'Sheet /about/', 'Scale 1:1'])
    renderPart(<SiteLayout sheet="404">{null}</SiteLayout>)
    expect(cells()).toEqual(['Drawn by Acme', 'Sheet 404', 'Scale 1:1'])
  })
})

test('the language changes at once, and without scripts by a form', async () => {
  const { store, location } = renderPart(<CatalogContext value={() => Promise.resolve({})}>{layout}</CatalogContext>, {
    path: '/about/?from=letter#team',
  })
  const selector = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' })
  expect([selector.name, selector.form?.getAttribute('method')]).toEqual(['lang', 'get'])
  // Without an action it is sent to the page's own URL.
  expect(selector.form?.hasAttribute('action')).toBe(false)
  expect(selector.value).toBe('en')
  await userEvent.selectOptions(selector, 'es')
  await waitFor(() => expect(store.get(languageAtom)).toBe('es'))
  expect(localStorage.getItem('industria-language')).toBe('es')
  expect(location.history.at(-1)).toBe('/es/about/?from=letter#team')
})

test('choosing English leaves the Spanish address, whose links stay in Spanish', async () => {
  const { location } = renderPart(<CatalogContext value={() => Promise.resolve({})}>{layout}</CatalogContext>, {
    path: '/es/about/',
    language: 'es',
  })
  const header = within(screen.getByRole('banner'))
  expect(header.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/es/',
    '/es/projects/',
    '/es/blog/',
    '/es/about/',
    '/es/contact/',
  ])
  expect(header.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/es/about/')
  await userEvent.click(header.getByRole('button', { name: 'EN: English' }))
  await waitFor(() => expect(location.history.at(-1)).toBe('/about/'))
  expect(localStorage.getItem('industria-language')).toBe('en')
})

test('the header offers the other language, by a form without scripts too, and keeps the focus on its button', async () => {
  const { store } = renderPart(<CatalogContext value={() => Promise.resolve({})}>{layout}</CatalogContext>, {
    path: '/about/',
  })
  const header = within(screen.getByRole('banner'))
  const form = header.getByRole<HTMLFormElement>('form', { name: 'Language' })
  const button = within(form).getByRole<HTMLButtonElement>('button', { name: 'ES: Español' })
  expect([form.method, button.name, button.value, button.type, button.lang, button.textContent]).toEqual([
    'get',
    'lang',
    'es',
    'submit',
    'es',
    'ES',
  ])
  await userEvent.click(button)
  await waitFor(() => expect(store.get(languageAtom)).toBe('es'))
  expect(localStorage.getItem('industria-language')).toBe('es')
  expect(
    within(form)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['EN'])
  expect(document.activeElement?.textContent).toBe('EN')
})

test('the menu opens as a modal dialog, closes by its button, and on a click of a link', async () => {
  const { container, location } = renderPart(layout)
  const opener = screen.getByRole('button', { name: 'Open menu' })
  const dialog = container.querySelector('dialog')
  expect(dialog?.open).toBe(false)
  // The browser announces the state of a command button; HTML allows no `aria-expanded` on it.
  expect([opener.getAttribute('command'), opener.getAttribute('aria-expanded')]).toEqual(['show-modal', null])
  await userEvent.click(opener)
  expect(dialog?.open).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close menu' }))
  expect(dialog?.open).toBe(false)
  await userEvent.click(opener)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'About' }))
  expect(dialog?.open).toBe(false)
  expect(location.history?.at(-1)).toBe('/about/')
})

test('the foot of the menu has the sign-up, both languages, and how to reach the company', async () => {
  const answers = {
    '/api/page-contents/home': storedPage('home', {}),
    '/api/page-contents/contact': storedPage('contact', { email: 'a@acme.test', phone: '+34 963' }),
  }
  renderPart(layout, { path: '/about/', answers })
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = within(screen.getByRole('dialog'))
  const link = async (name: string) => (await menu.findByRole('link', { name })).getAttribute('href')
  expect([await link('Join Waitlist'), await link('a@acme.test'), await link('+34 963')]).toEqual([
    '/#waitlist',
    'mailto:a@acme.test',
    'tel:+34963',
  ])
  const current = () => menu.getAllByRole('button', { current: true }).map(({ textContent }) => textContent)
  expect(current()).toEqual(['English'])
  await userEvent.click(menu.getByRole('button', { name: 'Español' }))
  await waitFor(() => expect(current()).toEqual(['Español']))
})

test('an entry with a submenu opens, and closes by Escape and by leaving it', async () => {
  const { store } = renderPart(layout)
  const child = { label: textsIn('Team', { es: '' }), href: '/about/#team' }
  const out = { label: textsIn('Shop', { es: '' }), href: 'https://shop.test/' }
  const entry = { label: textsIn('Company', { es: '' }), href: '/about/', children: [child, out] }
  act(() => store.set(siteAtom, { ...testSite, navigation: [entry] }))
  const header = within(screen.getByRole('banner')).getByRole('navigation')
  const menu = header.querySelector('details')!
  menu.open = true
  const links = [...header.querySelectorAll('a')]
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Company', '/about/'],
    ['Team', '/about/#team'],
    ['Shop', 'https://shop.test/'],
  ])
  links[1]?.focus()
  await userEvent.keyboard('{Escape}')
  expect([menu.open, document.activeElement?.tagName]).toEqual([false, 'SUMMARY'])
  menu.open = true
  links[1]?.focus()
  act(() => screen.getByRole('heading', { name: 'Company' }).closest('nav')?.querySelector('a')?.focus())
  expect(menu.open).toBe(false)
})

test('a dismissed announcement stays closed until its text changes', async () => {
  const { store } = renderPart(layout)
  const announce = (en: string) => {
    const announcement = {
      text: textsIn(en, { es: '' }),
      href: null,
      from: null,
      until: null,
      key: `industria-announcement=${en}`,
    }
    act(() => store.set(siteAtom, { ...testSite, announcement }))
  }
  announce('Hiring')
  await userEvent.click(screen.getByRole('button', { name: 'Close the announcement' }))
  expect(screen.queryByText('Hiring')).toBeNull()
  expect(document.cookie).toContain('industria-announcement=Hiring')
  announce('Moved')
  expect(screen.getByText('Moved')).toBeTruthy()
})
