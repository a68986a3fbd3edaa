import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { renderPart } from '#test/render'
import type { ProjectSummary } from './contract'
import { ProjectArticle } from './project-article'
import { ProjectCard } from './project-card'

const project: ProjectSummary = {
  id: 1,
  slug: 'a-project',
  title: 'A project',
  description: 'What it does',
  excerpt: '',
  imageUrl: '/images/unknown.webp',
  category: '',
  type: '',
  isFeatured: false,
  githubUrl: null,
  demoUrl: null,
  facts: [],
  results: [],
  translations: {},
  updatedAt: '2024-04-05T00:00:00.000Z',
  version: 1,
  status: 'published',
  publishedAt: '2026-01-02T03:04:05.000Z',
}

test('a card shows picture, category or its default, title with a link to the project, and description', () => {
  const { container, unmount } = renderPart(<ProjectCard project={project} heading="h3" sizes="50vw" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/unknown.webp')
  expect(container.querySelector('.card-label')?.textContent).toBe('Project')
  expect(screen.getByRole('link', { name: 'A project' }).getAttribute('href')).toBe('/projects/a-project/')
  expect(screen.getByText('What it does').className).toBe('card-text')
  unmount()
  renderPart(<ProjectCard project={{ ...project, category: 'Education' }} heading="h3" sizes="50vw" />)
  expect(screen.getByText('Education')).toBeTruthy()
})

test('links to code and demo exist only when the project has them, each in a new tab', () => {
  const { unmount } = renderPart(<ProjectCard project={project} heading="h3" sizes="50vw" />)
  expect(screen.getAllByRole('link').length).toBe(1)
  unmount()
  renderPart(
    <ProjectCard
      project={{ ...project, githubUrl: 'https://github.com/a', demoUrl: 'https://demo.test/' }}
      heading="h3"
      sizes="50vw"
    />,
  )
  const links = [screen.getByText('GitHub'), screen.getByText('Live Demo')]
  expect(
    links.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]),
  ).toEqual([
    ['https://github.com/a', '_blank', 'noopener noreferrer'],
    ['https://demo.test/', '_blank', 'noopener noreferrer'],
  ])
})

test('an article shows title, description, picture and HTML', () => {
  const { container } = renderPart(<ProjectArticle project={{ ...project, content: '<p>How it works</p>' }} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A project')
  expect(screen.getByText('What it does')).toBeTruthy()
  expect(container.querySelector('img')?.getAttribute('alt')).toBe('A project')
  expect(screen.getByText('How it works')).toBeTruthy()
})

const measured: ProjectSummary = {
  ...project,
  facts: [{ label: 'Place', value: 'Zaragoza' }],
  results: [
    { label: 'Examination', before: 'Similar', after: 'Similar', note: 'We had hoped for one.' },
    { label: 'Next step', before: '6 min', after: '2 min' },
  ],
}

test('a card shows the first result that changed', () => {
  const { container } = renderPart(<ProjectCard project={measured} heading="h3" sizes="50vw" />)
  expect(container.querySelector('.card-result')?.textContent).toBe('2 min instead of 6 min Next step')
  expect(screen.queryByText('No effect')).toBeNull()
})

test('an article shows facts and results, and a stamp on a result without effect', () => {
  const { container, unmount } = renderPart(<ProjectArticle project={{ ...measured, content: '<p>How</p>' }} />)
  const textsOf = (selector: string) => [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(textsOf('.title-block > div')).toEqual(['PlaceZaragoza'])
  expect(textsOf('.measured > div')).toEqual([
    'ExaminationSimilar No effectWe had hoped for one.',
    'Next step6 min → 2 min',
  ])
  unmount()
  const { container: plain } = renderPart(<ProjectArticle project={{ ...project, content: '<p>How</p>' }} />)
  expect(plain.querySelector('dl')).toBeNull()
})
