import { beforeAll, describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import type { Site } from '#contract/site'
import { siteAtom } from '#contract/site'
import type { ProjectSummary } from '#features/projects/contract'
import { type Answer, renderPart, storedPage } from '#test/render'
import { testSite } from '#test/screens/site'
import { Hero } from './hero'
import { Lines } from './hero-drawing'

const homePath = '/api/page-contents/home'
const featuredPath = '/api/projects/featured'

beforeAll(() => Lines.preload())

const links = async () =>
  within(await screen.findByRole('navigation', { name: /Industries|Sectores/ }))
    .getAllByRole('link')
    .map((link) => [nameOf(link), link.getAttribute('href')])
/** Without its drawing, which screen readers skip. */
const nameOf = (link: Element) =>
  [...link.querySelectorAll(':scope > span:not([aria-hidden])')].map((part) => part.textContent).join('')

describe('the balloons of the drawing', () => {
  test('lead to the newest featured project of each industry, or to the list', async () => {
    const answers = featured(
      project(9, 'Education', 'Educación'),
      project(7, 'Real Estate', 'Inmobiliario'),
      project(5, 'education', 'Educación'),
    )
    renderPart(<Hero />, { answers })
    await waitFor(async () =>
      expect(await links()).toEqual([
        ['1 Education: Project 9', '/projects/project-9/'],
        ['2 Manufacturing', '/projects/'],
        ['3 Real Estate: Project 7', '/projects/project-7/'],
      ]),
    )
    renderPart(<Hero />, { answers, language: 'es', path: '/es/' })
    await waitFor(async () =>
      expect(await links()).toEqual([
        ['1 Educación: Proyecto 9', '/es/projects/project-9/'],
        ['2 Industria', '/es/projects/'],
        ['3 Inmobiliario: Proyecto 7', '/es/projects/project-7/'],
      ]),
    )
  })

  test('show their number and name, and repeat the project in the title block for the eye', async () => {
    const { container } = renderPart(<Hero />, { answers: featured(project(9, 'Manufacturing', '')) })
    await screen.findByRole('link', { name: /^2 Manufacturing ?: Project 9$/ })
    const marks = [...container.querySelectorAll('.balloon-mark')].map((mark) => mark.textContent)
    expect(marks).toEqual(['1 Education', '2 Manufacturing', '3 Real Estate'])
    // The owner can replace the names, but no classes.
    expect(container.innerHTML.replaceAll(/>[^<]+</g, '')).not.toMatch(/education|manufacturing|real ?estate/i)
    const blocks = [...container.querySelectorAll('.plate-block')]
    expect(blocks.map((block) => block.getAttribute('aria-hidden'))).toEqual(['true', 'true', 'true', 'true'])
    expect(blocks.map((block) => block.querySelector('b')?.textContent)).toEqual([
      'Acme',
      '1 · Education',
      '2 · Project 9',
      '3 · Real Estate',
    ])
    expect(blocks.map((block) => block.lastElementChild?.textContent)).toEqual([
      'Industries 3',
      'Result —',
      'Result 2 min instead of 6 min',
      'Result —',
    ])
  })

  test('are those of the industries that are drawn', async () => {
    const content = { heroPicture: { industries: ['education', 'realEstate'] } }
    renderPart(<Hero />, { answers: { ...featured(), [homePath]: storedPage('home', content) } })
    expect(await links()).toEqual([
      ['1 Education', '/projects/'],
      ['2 Real Estate', '/projects/'],
    ])
  })

  test.each<[string, Partial<Site>, object]>([
    ['no industries', { hidden: ['industries'] }, {}],
    ['no drawings', { drawings: false }, {}],
    ['a picture of its own', {}, { show: 'picture', src: '/a.webp', alt: 'A bench' }],
    ['no picture', {}, { show: 'none' }],
    ['none of the buildings', {}, { industries: [] }],
  ])('are not on a site with %s', async (_, site, heroPicture) => {
    const answers = { ...featured(), [homePath]: storedPage('home', { heroTitle: 'We mend it', heroPicture }) }
    const { store, container } = renderPart(<Hero />, { answers })
    store.set(siteAtom, { ...testSite, ...site })
    await screen.findByRole('heading', { name: 'We mend it' })
    await waitFor(() => expect(container.querySelector('nav, .balloon, .plate-block')).toBeNull())
  })
})

const featured = (...projects: ProjectSummary[]): Record<string, Answer> => ({ [featuredPath]: { json: projects } })

function project(id: number, category: string, spanish: string): ProjectSummary {
  return {
    id,
    slug: `project-${id}`,
    title: `Project ${id}`,
    description: 'Short',
    facts: [],
    results: [
      { label: 'Exam', before: '7', after: '7', note: '' },
      { label: 'Wait', before: '6 min', after: '2 min', note: '' },
    ],
    excerpt: '',
    imageUrl: '/a.webp',
    category,
    type: '',
    isFeatured: true,
    githubUrl: null,
    demoUrl: null,
    translations: { es: { title: `Proyecto ${id}`, category: spanish } },
    publishedAt: '2026-03-17T00:00:00.000Z',
    updatedAt: '2026-03-17T00:00:00.000Z',
    version: 1,
    status: 'published',
  }
}
