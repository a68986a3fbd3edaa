import { expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import { blockTypes } from '#features/custom-pages/blocks/block-types'
import { PageBlocks } from '#features/custom-pages/blocks/page-blocks'
import type { CustomPage } from '#features/custom-pages/contract'
import type { Language } from '#i18n/language'
import { everyBlock } from '#test/content/every-block'
import { renderPart } from '#test/render'
import { blockParts } from './custom-page'

type Page = Pick<CustomPage, 'title' | 'blocks' | 'translations'>
type Shown = {
  language?: Language
  answers?: Parameters<typeof renderPart>[1] extends { answers?: infer A } ? A : never
}

const show = (page: Page, { language, answers }: Shown = {}) =>
  renderPart(<PageBlocks page={page} parts={blockParts} />, {
    language,
    answers: answers ?? { '/api/blog?limit=3': { json: [] }, '/api/projects?limit=3': { json: [] } },
  })
const levels = (container: HTMLElement) =>
  [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName[1]))

test('every type is rendered, under one main heading and without skipping a heading level', async () => {
  const { container } = show(everyBlock)
  await screen.findByText('There are no posts yet. Please come back soon.')
  const found = [...container.querySelectorAll('section')].map(({ className }) => /block-(\w+)/.exec(className)?.[1])
  expect(new Set(found)).toEqual(new Set(Object.keys(blockTypes)))
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'Planning that the shop floor keeps to',
  ])
  const outline = levels(container)
  expect(outline.length).toBeGreaterThan(10)
  expect(outline.filter((level, at) => at > 0 && level > outline[at - 1]! + 1)).toEqual([])
  expect(container.textContent).not.toContain('Hidden words')
})

test('ids are those of types, and all are unique, with several forms too', () => {
  const form = (id: string) => ({ id, type: 'contact', title: 'Write' })
  const list = (id: string) => ({ id, type: 'waitlist', title: 'Join' })
  const { container } = show({ title: 'Forms', translations: {}, blocks: [form('a'), list('b'), form('c'), list('d')] })
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids).toContain('contact-2')
  expect(ids).toContain('waitlist-2-title')
  expect(ids.length).toBe(new Set(ids).size)
  const forms = [...container.querySelectorAll('form')]
  expect(forms.map((one) => [one.method, one.getAttribute('action')])).toEqual([
    ['post', '/?form=contact#contact'],
    ['post', '/?form=waitlist#waitlist'],
    ['post', '/?form=contact#contact-2'],
    ['post', '/?form=waitlist#waitlist-2'],
  ])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Forms')
})

test('a hero without a title leaves the h1 to the page, and other heroes have an h2', () => {
  const hero = (id: string, title: string) => ({ id, type: 'hero', title })
  const { unmount } = show({
    title: 'Page',
    translations: {},
    blocks: [hero('a', ' '), hero('b', 'B'), hero('c', 'C')],
  })
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['B'])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['C'])
  unmount()
  show({ title: 'Page', translations: {}, blocks: [hero('a', ' ')] })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page')
})

test('a text without a translation is in English and marked with its language', () => {
  show(everyBlock, { language: 'es' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Una planificación que la planta cumple')
  const langOf = (text: string) => screen.getByText(text).closest('[lang]')?.getAttribute('lang') ?? null
  expect(langOf('Una planificación que la planta cumple')).toBe(null)
  expect(langOf('Escríbanos')).toBe(null)
  expect(langOf('Medir')).toBe(null)
  expect(langOf('One tool at a time, each in use before the next one is begun.')).toBe('en')
  expect(langOf('Keep')).toBe('en')
  expect(
    langOf(
      'Every plant has a plan, and every plan is wrong by ten in the morning. We build the part that notices, and says what to do next.',
    ),
  ).toBe('en')
  expect(langOf('plants in four countries')).toBe('en')
  expect(langOf('38 %')).toBe(null)
})

test('a page that is not translated is in English as a whole', () => {
  const { container } = show(
    {
      title: 'Page',
      translations: { es: { blocks: { a: { title: 'No' } } } as never },
      blocks: [{ id: 'a', type: 'call', title: 'Yes', action: { label: 'Go', href: '#b' } }],
    },
    { language: 'es' },
  )
  expect(container.textContent).toBe('PageYesGo')
  expect([...container.querySelectorAll('h1, h2, a')].map((one) => one.getAttribute('lang'))).toEqual([
    'en',
    'en',
    'en',
  ])
})

test('questions open without scripts, and headings in their answers are below their level', () => {
  const { container } = show(everyBlock)
  const faq = container.querySelector<HTMLElement>('#faq')!
  expect(faq.querySelectorAll('details > summary').length).toBe(3)
  expect(within(faq).getByText('And then').tagName).toBe('H3')
})

test('links lead to pages of the site, to parts of the page and to other sites', () => {
  show(everyBlock)
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('#contact')
  expect(screen.getByRole('link', { name: 'Keep' }).getAttribute('href')).toBe('https://example.com/')
  expect(screen.getByRole('link', { name: 'Ebro Castings' }).getAttribute('href')).toBe('https://example.com/')
})

test('blocks of unknown types and of invalid shapes are skipped', () => {
  const blocks = [
    { id: 'a', type: 'video', title: 'Old' },
    ...Object.keys(blockTypes).map((type) => ({ id: type, type, cards: 'none', pictures: [null], picture: 7 })),
  ]
  const { container } = show({ title: 'Page', translations: {}, blocks })
  expect(container.textContent).not.toContain('Old')
  expect(container.querySelectorAll('h1').length).toBe(1)
})
