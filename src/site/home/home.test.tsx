import { beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { act, screen, within } from '@testing-library/react'
import type { PostSummary } from '#features/posts/contract'
import type { ProjectSummary } from '#features/projects/contract'
import { type Answer, renderPart, storedPage } from '#test/render'
import { testSite } from '#test/screens/site'
import { BlogPreview, Waitlist, FeaturedProjects } from './home'
import { FeatureGrid } from './features'
import { Hero, HeroTexts } from './hero'
import { Lines } from './hero-drawing'

const homePath = '/api/page-contents/home'
const latestPath = '/api/blog?limit=3'
const featuredPath = '/api/projects/featured'

beforeAll(() => Lines.preload())

describe('the hero', () => {
  test('emphasises the last two words of the headline', () => {
    renderPart(<HeroTexts content={{ heroTitle: 'Tools that  fit your work' }} />)
    const headline = screen.getByRole('heading', { level: 1 })
    expect(headline.textContent).toBe('Tools that fit your work')
    expect(headline.querySelector('em')?.textContent).toBe('your work')
  })

  test('has default texts without content, with the blog button and without the waitlist', async () => {
    renderPart(<Hero />, { answers: { [homePath]: { status: 404 } } })
    expect(screen.getByText('Coming Soon!')).toBeTruthy()
    expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toBe(testSite.name)
    const texts = within(screen.getByRole('heading', { level: 1 }).parentElement!)
    expect(texts.getByRole('link').getAttribute('href')).toBe('/blog/')
    expect(screen.queryByText('Join the waitlist')).toBeNull()
  })

  test('has default texts when the content fails to load', async () => {
    renderPart(<Hero />, { answers: { [homePath]: { status: 400 } } })
    expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toBe(testSite.name)
  })

  test('links to the waitlist when the content names that button', () => {
    renderPart(<HeroTexts content={{ heroCta: 'Sign up', blogCta: 'Our notes' }} />)
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('#waitlist')
    expect(screen.getByRole('link', { name: 'Our notes' }).getAttribute('href')).toBe('/blog/')
  })

  test('is in the language of the visitor, with English where a text is missing', async () => {
    const content = {
      heroTitle: 'One two three',
      heroSubtitle: 'English only',
      translations: { es: { heroTitle: 'Uno dos tres' } },
    }
    renderPart(<Hero />, { language: 'es', answers: { [homePath]: storedPage('home', content) } })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Uno dos tres')
    expect(screen.getByText('English only')).toBeTruthy()
  })
})

describe('the features', () => {
  const feature = (title: string) => ({ title, description: `About ${title}` })

  test('are at most three, each with an icon of its own', () => {
    const { container } = renderPart(<FeatureGrid content={{ features: ['A', 'B', 'C', 'D'].map(feature) }} />)
    expect(screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent)).toEqual([
      'A',
      'B',
      'C',
    ])
    const icons = [...container.querySelectorAll('svg')].map((icon) => icon.innerHTML)
    expect(icons.length).toBe(3)
    expect(new Set(icons).size).toBe(3)
  })

  test('are not rendered without a feature', () => {
    for (const features of [undefined, [], 'three', 7, null, { title: 'A' }, [1, null, 'x'], [{}]]) {
      const { container, unmount } = renderPart(<FeatureGrid content={{ featuresTitle: 'What we do', features }} />)
      expect(container.innerHTML).toBe('')
      unmount()
    }
  })
})

describe('the blog preview', () => {
  const home: Answer = storedPage('home', { blogTitle: 'Notes', blogCta: 'All notes' })
  const posts = (count: number): Answer => ({ json: Array.from({ length: count }, (_, index) => post(index + 1)) })

  test('shows the first three posts and the button to all of them', async () => {
    renderPart(<BlogPreview />, { answers: { [homePath]: home, [latestPath]: posts(5) } })
    expect(await screen.findByRole('heading', { name: 'Notes', level: 2 })).toBeTruthy()
    expect(screen.getAllByRole('article').length).toBe(3)
    expect(screen.getByRole('link', { name: 'All notes' }).getAttribute('href')).toBe('/blog/')
  })

  test('is empty while the content or the posts are loading', async () => {
    for (const answers of [
      { [homePath]: 'pending' as const, [latestPath]: posts(1) },
      { [homePath]: home, [latestPath]: 'pending' as const },
    ]) {
      const { container, unmount } = renderPart(<BlogPreview />, { answers })
      await settled()
      expect(container.textContent).toBe('')
      unmount()
    }
  })

  test('is empty when the content has neither title nor subtitle, or fails to load', async () => {
    for (const answer of [
      storedPage('home', { blogCta: 'All notes' }),
      { status: 404 },
      { status: 400 },
      storedPage('home', { blogTitle: ' ', blogSubtitle: null }),
    ]) {
      const { container, unmount } = renderPart(<BlogPreview />, {
        answers: { [homePath]: answer, [latestPath]: posts(2) },
      })
      await settled()
      expect(container.textContent).toBe('')
      unmount()
    }
  })

  test('says that there are no posts, without a button that the content does not name', async () => {
    renderPart(<BlogPreview />, {
      answers: { [homePath]: storedPage('home', { blogSubtitle: 'Short notes' }), [latestPath]: posts(0) },
    })
    expect(await screen.findByText('There are no posts yet. Please come back soon.')).toBeTruthy()
    expect(screen.getByText('Short notes')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('the featured projects', () => {
  test('are three placeholders while they load', () => {
    const { container } = renderPart(<FeaturedProjects />, {
      answers: { [homePath]: 'pending', [featuredPath]: 'pending' },
    })
    expect(container.querySelectorAll('.project-card').length).toBe(3)
    expect(screen.getByText('Loading projects')).toBeTruthy()
  })

  test('are in the order of the server, under default texts without content', async () => {
    renderPart(<FeaturedProjects />, { answers: { [featuredPath]: { json: [project(9), project(2), project(4)] } } })
    const cards = await screen.findAllByRole('article')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Project 9',
      'Project 2',
      'Project 4',
    ])
    expect(await screen.findByRole('heading', { name: 'Featured Projects', level: 2 })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View All Projects' }).getAttribute('href')).toBe('/projects/')
  })

  test('have their texts from the content, and say when there are none', async () => {
    const content = { projectsTitle: 'Our work', projectsSubtitle: 'Made with care', projectsCta: 'Everything' }
    renderPart(<FeaturedProjects />, {
      answers: { [homePath]: storedPage('home', content), [featuredPath]: { json: [] } },
    })
    expect(await screen.findByRole('heading', { name: 'Our work' })).toBeTruthy()
    expect(screen.getByText('Made with care')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Everything' })).toBeTruthy()
    expect(await screen.findByText('There are no featured projects yet. Please come back soon.')).toBeTruthy()
  })
})

test('the waitlist is the target of #waitlist', () => {
  const { container } = renderPart(<Waitlist />)
  const section = container.querySelector('#waitlist')
  expect(section?.querySelector('h2')?.textContent).toBe('Join the Waitlist')
  expect(section?.textContent).toContain('Be the first to experience the future of AI. Sign up for early access.')
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/legal/')
})

test('content that cannot be parsed is logged and treated as empty', async () => {
  const log = spyOn(console, 'error').mockImplementation(() => {})
  renderPart(<Hero />, { answers: { [homePath]: storedPage('home', '{ heroTitle') } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toBe(testSite.name)
  expect(log.mock.calls.flat().join(' ')).toContain('could not be parsed')
  log.mockRestore()
})

function post(id: number): PostSummary {
  return {
    id,
    slug: `post-${id}`,
    title: `Post ${id}`,
    excerpt: 'Short',
    imageUrl: '/a.webp',
    category: '',
    author: '',
    translations: {},
    publishedAt: '2026-03-17T00:00:00.000Z',
    updatedAt: '2026-03-17T00:00:00.000Z',
    version: 1,
    status: 'published',
  }
}

function project(id: number): ProjectSummary {
  return {
    id,
    slug: `project-${id}`,
    title: `Project ${id}`,
    description: 'Short',
    excerpt: '',
    imageUrl: '/a.webp',
    category: '',
    type: '',
    isFeatured: true,
    githubUrl: null,
    demoUrl: null,
    facts: [],
    results: [],
    translations: {},
    publishedAt: '2026-03-17T00:00:00.000Z',
    updatedAt: '2026-03-17T00:00:00.000Z',
    version: 1,
    status: 'published',
  }
}

/** Long enough for all updates to arrive. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)))
