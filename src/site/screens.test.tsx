import { describe, expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answer, renderPart, storedPage } from '#test/render'
import { AboutTexts } from './about'
import { BlogList } from './blog/blog-list'
import { BlogPost } from './blog/blog-post'
import { ContactTexts } from './contact'
import { FeatureGrid } from './home/features'
import { HeroTexts } from './home/hero'
import { Legal, LegalTexts } from './legal/legal'
import { NotFound } from './not-found/not-found'
import { ProjectDetail } from './projects/project-detail'
import { ProjectList } from './projects/project-list'

describe('the lists', () => {
  test('show four skeletons while loading', () => {
    const pending: Record<string, Answer> = { '/api/blog?limit=24': 'pending', '/api/projects?limit=24': 'pending' }
    expect(renderPart(<BlogList />, { answers: pending }).container.querySelectorAll('.post-card').length).toBe(4)
    expect(renderPart(<ProjectList />, { answers: pending }).container.querySelectorAll('.project-card').length).toBe(4)
  })

  test('say when they are empty, under their default headings', async () => {
    renderPart(<BlogList />, { answers: { '/api/blog?limit=24': { json: [] } } })
    expect(await screen.findByText('No blog posts available yet.')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Blog' })).toBeTruthy()
    expect(screen.getByText('Our latest articles and insights')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send us a message' }).getAttribute('href')).toBe('/contact/')
    renderPart(<ProjectList />, { answers: { '/api/projects?limit=24': { json: [] } } })
    expect(await screen.findByText('No projects available yet.')).toBeTruthy()
    expect(screen.getByText('Our latest projects and case studies')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send us a message' }).getAttribute('href')).toBe('/contact/')
  })

  test('keep the order of the server', async () => {
    const dates = { publishedAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const record = (id: number) => ({
      id,
      slug: `s-${id}`,
      title: `No. ${id}`,
      excerpt: '',
      description: '',
      imageUrl: '/a.webp',
      category: '',
      author: '',
      type: '',
      isFeatured: false,
      githubUrl: null,
      demoUrl: null,
      facts: [],
      results: [],
      version: 1,
      status: 'published',
      translations: {},
      ...dates,
    })
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    const records: Answer = { json: [record(2), record(3), record(1)] }
    renderPart(<BlogList />, {
      answers: {
        '/api/blog?limit=24': records,
        '/api/page-contents/blog': storedPage('blog', { blogTitle: 'Journal' }),
      },
    })
    await screen.findAllByRole('article')
    expect(titles()).toEqual(['No. 2', 'No. 3', 'No. 1'])
    expect(await screen.findByRole('heading', { level: 1, name: 'Journal' })).toBeTruthy()
    renderPart(<ProjectList />, { answers: { '/api/projects?limit=24': records } })
    await screen.findAllByRole('article')
    expect(titles()).toEqual(['No. 2', 'No. 3', 'No. 1'])
  })
})

describe('what does not exist', () => {
  test('a post', async () => {
    renderPart(<BlogPost />, { path: '/blog/none/' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Blog post not found' })).toBeTruthy()
    expect(screen.getByText('The blog post you are looking for does not exist.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to blog' }).getAttribute('href')).toBe('/blog/')
  })

  test('a project', async () => {
    renderPart(<ProjectDetail />, { path: '/projects/none/' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Project not found' })).toBeTruthy()
    expect(screen.getByText('The project you are looking for does not exist.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to projects' }).getAttribute('href')).toBe('/projects/')
  })

  test('a page', () => {
    renderPart(<NotFound />)
    expect(screen.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeTruthy()
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
    const search = screen.getByRole<HTMLFormElement>('search', { name: 'Search the site' })
    expect([search.getAttribute('action'), search.method]).toEqual(['/search/', 'get'])
    expect(within(search).getByRole('searchbox', { name: 'Search the site' }).getAttribute('name')).toBe('q')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/',
      '/projects/',
      '/blog/',
      '/contact/',
    ])
  })
})

describe('contact', () => {
  test('shows cards for known values, with line breaks, mail and phone links', () => {
    renderPart(
      <ContactTexts
        content={{ address: 'Street 1\nTown', email: 'a@b.test', phone: '+44 (0)20 7946-0000', formTitle: 'Write' }}
      />,
    )
    expect(screen.getByText(/Street 1/).className).toBe('lines')
    expect(screen.getByRole('link', { name: 'a@b.test' }).getAttribute('href')).toBe('mailto:a@b.test')
    expect(screen.getByRole('link', { name: '+44 (0)20 7946-0000' }).getAttribute('href')).toBe('tel:+442079460000')
    expect(screen.getByRole('heading', { name: 'Write' })).toBeTruthy()
  })

  test('shows the form under its default title without content', () => {
    renderPart(<ContactTexts content={{}} />)
    expect(screen.getByRole('heading', { name: 'Send us a message' })).toBeTruthy()
    expect(screen.getByText("Fill out the form below and we'll get back to you as soon as possible.")).toBeTruthy()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})

describe('about', () => {
  test('shows the photo of a person who has one', () => {
    const team = [{ name: 'Ada', photo: '/media/4/ada.jpg' }, { name: 'Grace' }]
    const { container } = renderPart(<AboutTexts content={{ team }} />)
    expect(screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)).toEqual(['Ada', 'Grace'])
    expect(Array.from(container.querySelectorAll('img'), (photo) => photo.getAttribute('src'))).toEqual([
      '/media/4/ada.jpg',
    ])
  })

  test('shows the content: story, vision, mission, history and team', () => {
    const { container } = renderPart(
      <AboutTexts
        content={{
          title: 'Us',
          subtitle: 'Who',
          content: '<p>Story</p>',
          vision: 'See',
          mission: 'Do',
          history: 'Did',
          team: [{ name: 'Ada', role: 'Engineer', bio: 'Counts' }],
        }}
      />,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Us' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Vision',
      'Mission',
      'History',
      'Team',
    ])
    expect(container.querySelector('.prose')?.innerHTML).toBe('<p>Story</p>')
    expect(within(screen.getByRole('list')).getByRole('heading', { name: 'Ada' })).toBeTruthy()
  })

  test('omits what the content does not have', () => {
    const { container } = renderPart(<AboutTexts content={{ mission: 'Do', team: [] }} />)
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Mission'])
    expect(container.querySelector('.prose')).toBeNull()
    expect(screen.queryByText(/drawing board/)).toBeNull()
  })

  test('shows default texts without content', () => {
    for (const [language, words] of [
      ['en', 'This page is being written.'],
      ['es', 'Estamos escribiendo esta página.'],
    ] as const) {
      const { unmount } = renderPart(<AboutTexts content={{ title: 'Us', team: [{}], vision: ' ' }} />, { language })
      expect(screen.getByText(words)).toBeTruthy()
      expect(screen.getByRole('link').getAttribute('href')).toBe('/contact/')
      unmount()
    }
  })
})

describe('legal', () => {
  test('falls back to privacy policy and terms of service, with a date', async () => {
    renderPart(<Legal />)
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Privacy Policy',
      'Terms of Service',
    ])
    expect(screen.getByRole('heading', { level: 1, name: 'Legal Information' })).toBeTruthy()
    expect(screen.getByText('Our privacy policy, terms of service, and other legal information')).toBeTruthy()
    expect(within(screen.getByRole('tabpanel')).getByText('Last updated: April 5, 2024')).toBeTruthy()
  })

  test('falls back in Spanish, with a Spanish date', () => {
    renderPart(<LegalTexts content={{ sections: 'none' }} original={{}} />, { language: 'es' })
    expect(within(screen.getByRole('tabpanel')).getByText('Última actualización: 5 de abril de 2024')).toBeTruthy()
  })

  test('has a tab for each section, navigated by arrows, Home and End', async () => {
    const sections = ['One', 'Two', 'Three'].map((title) => ({ title, content: `<p>Text ${title}</p>` }))
    renderPart(<LegalTexts content={{ sections }} original={{ sections }} />)
    const tabs = screen.getAllByRole('tab')
    const selected = () =>
      tabs.filter((tab) => tab.getAttribute('aria-selected') === 'true').map((tab) => tab.textContent)
    expect(screen.getByRole('tablist')).toBeTruthy()
    expect(selected()).toEqual(['One'])
    tabs[0]?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect([selected(), document.activeElement === tabs[1]]).toEqual([['Two'], true])
    expect(screen.getByRole('tabpanel').textContent).toContain('Text Two')
    await userEvent.keyboard('{End}')
    expect(selected()).toEqual(['Three'])
    await userEvent.keyboard('{ArrowRight}')
    expect(selected()).toEqual(['One'])
    await userEvent.keyboard('{ArrowLeft}{Home}')
    expect(selected()).toEqual(['One'])
    expect(tabs.map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })

  test('has the same section addresses in every language, and unique ones for equal names', () => {
    const original = { sections: [{ title: 'Cookies & more' }, { title: 'Terms' }, { title: 'Terms' }] }
    const content = {
      sections: [
        { title: 'Galletas', content: '<p>1</p>' },
        { title: 'A', content: '<p>2</p>' },
        { title: 'B', content: '<p>3</p>' },
      ],
    }
    renderPart(<LegalTexts content={content} original={original} />, { language: 'es' })
    expect(screen.getAllByRole('tab').map((tab) => tab.id)).toEqual([
      'tab-cookies-and-more',
      'tab-terms',
      'tab-terms-3',
    ])
  })
})

test('content of any type never breaks a screen', () => {
  const odd = [
    undefined,
    null,
    0,
    42,
    Number.NaN,
    true,
    '',
    '  ',
    'text',
    [],
    [1, null, 'x', [{}]],
    {},
    { title: { title: 1 } },
    [{ title: [], description: {}, name: 7, content: 5 }],
  ]
  const keys = [
    'heroTitle',
    'heroSubtitle',
    'heroCta',
    'blogCta',
    'features',
    'featuresTitle',
    'title',
    'subtitle',
    'content',
    'vision',
    'mission',
    'history',
    'team',
    'address',
    'email',
    'phone',
    'formTitle',
    'sections',
    'metadata',
    'translations',
  ]
  for (const value of odd) {
    const content = Object.fromEntries(keys.map((key) => [key, value]))
    const { container } = renderPart(
      <>
        <HeroTexts content={content} />
        <FeatureGrid content={content} />
        <AboutTexts content={content} />
        <ContactTexts content={content} />
        <LegalTexts content={content} original={content} />
      </>,
    )
    expect(container.querySelectorAll('h1').length).toBe(4)
    expect(container.textContent).not.toMatch(/\[object|undefined|NaN/)
  }
})

describe('people and place', () => {
  test('a time line, notes to the picture of the place, portraits and everybody else', () => {
    const content = {
      history: 'Small at first.',
      timeline: [{ year: '2019', text: 'It begins.' }, { year: 2021, text: 'It grows.' }, { year: '2022' }],
      placePicture: { src: '/images/place.svg', alt: 'A bench' },
      placeNotes: 'The lamp\n\nThe stool',
      team: [{ name: 'Ada', photo: '/images/ada.svg' }, { name: 'Grace' }],
      othersTitle: 'And two more',
      others: 'Mary, Hedy',
    }
    const { container } = renderPart(<AboutTexts content={content} />)
    const line = within(screen.getByRole('list', { name: 'Time line' }))
    expect(line.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
      '2019 It begins.',
      '2021 It grows.',
    ])
    expect(screen.getByText('Small at first.')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'A bench' })).toBeTruthy()
    expect([...container.querySelectorAll('.place li')].map((note) => note.textContent)).toEqual([
      'The lamp',
      'The stool',
    ])
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Ada',
      'Grace',
      'And two more',
    ])
    expect(screen.getByText('Mary, Hedy')).toBeTruthy()
  })

  test('nothing of it without these fields', () => {
    const { container } = renderPart(<AboutTexts content={{ history: 'Small.', team: [{ name: 'Ada' }] }} />)
    expect(screen.getByText('Small.')).toBeTruthy()
    expect(container.querySelector('.time-line, .place, .part-others, [data-portraits], img')).toBeNull()
    renderPart(<ContactTexts content={{ email: 'ada@example.com' }} />)
    expect(screen.getByText('ada@example.com')).toBeTruthy()
    expect(document.querySelector('.contact-steps, .contact-map')).toBeNull()
  })

  test('what happens after a message, and a map', () => {
    const steps = [{ text: 'We read it.' }, {}, { text: 'We answer.' }]
    renderPart(<ContactTexts content={{ steps, mapPicture: { src: '/images/map.svg', alt: 'A map' } }} />)
    expect(screen.getByRole('heading', { name: 'What happens next' })).toBeTruthy()
    expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual(['We read it.', 'We answer.'])
    expect(screen.getByRole('img', { name: 'A map' })).toBeTruthy()
  })
})
