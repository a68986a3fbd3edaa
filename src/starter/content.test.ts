import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { projectKind } from '#features/projects/contract'
import { postKind } from '#features/posts/contract'
import { builtInAddress } from '#platform/mail/article'
import { slugify } from '#text/slugs/slug'
import { starterPages, starterPosts, starterProjects } from '#test/content/starter'

const pictures = [
  'post-timetable-solver',
  'post-defect-detection',
  'post-floor-plan-reading',
  'post-strategy-first-90-days',
  'post-private-models',
  'post-teacher-feedback',
  'post-energy-buildings',
  'project-tutor',
  'project-visual-inspection',
  'project-valuation',
  'project-predictive-maintenance',
  'project-lease-reader',
  'project-school-timetables',
  'project-shift-planner',
].map((name) => `/images/${name}.webp`)

/** Pictures in texts and on pages. */
const further = [
  '/images/about-workshop.webp',
  '/images/about-workshop-band.svg',
  '/images/about-map.svg',
  ...[1, 2, 3, 4].map((person) => `/images/about-portrait-${person}.svg`),
  ...['feedback', 'energy', 'forty'].map((chart) => `/images/post-chart-${chart}.svg`),
]

const knownPaths = [
  '/',
  '/projects/',
  '/blog/',
  '/about/',
  '/contact/',
  '/legal/',
  ...starterPosts.map(({ slug }) => `/blog/${slug}/`),
  ...starterProjects.map(({ slug }) => `/projects/${slug}/`),
]

const everyText = [...textsOf(starterPosts), ...textsOf(starterProjects), ...textsOf(starterPages)]
const everyHtml = everyText.filter(({ text }) => text.startsWith('<'))

describe('a record and its translation have the same fields and the same structure', () => {
  for (const record of [...starterPosts, ...starterProjects]) {
    test(record.slug, () => {
      const spanish: Record<string, unknown> = record.translations.es
      const english = Object.fromEntries(Object.entries(record).filter(([field]) => field in spanish))
      expect(Object.keys(spanish)).toEqual(expect.arrayContaining(['title', 'excerpt', 'content']))
      expect(shapeOf(spanish)).toEqual(shapeOf(english))
    })
  }

  for (const [name, page] of Object.entries(starterPages)) {
    test(name, () => {
      const { translations, ...english } = page
      const isText = (path: string) => !/(?:Picture\.src|\.photo|\.year)$/.test(path)
      const shapes = (texts: object) =>
        Object.fromEntries(textsOf(texts).flatMap(({ path, text }) => (isText(path) ? [[path, shapeOf(text)]] : [])))
      expect(shapes(translations.es)).toEqual(shapes(english))
      expect(Object.keys(translations.es).toSorted()).toEqual(Object.keys(english).toSorted())
    })
  }
})

test('no translation is the English sentence', () => {
  const sentences = new Map(everyText.map(({ path, text }) => [path, text]))
  const same = [...sentences].filter(
    ([path, text]) =>
      path.includes('translations.es.') &&
      text.length > 40 &&
      sentences.get(path.replace('translations.es.', '')) === text,
  )
  expect(same).toEqual([])
})

test('every post and project is a draft that the API accepts', () => {
  expect(starterPosts.length).toBeGreaterThanOrEqual(6)
  expect(starterProjects.length).toBeGreaterThanOrEqual(6)
  for (const post of starterPosts) expect(() => postKind.input.parse(post)).not.toThrow()
  for (const project of starterProjects) expect(() => projectKind.input.parse(project)).not.toThrow()
})

test('no text of a card is cut off by its three lines', () => {
  const tooLong = (
    records: { slug: string; translations: { es: object } }[],
    field: string,
    english: number,
    spanish: number,
  ) =>
    records.flatMap((record) => {
      const textIn = (texts: object) => String(Reflect.get(texts, field))
      return [textIn(record).length > english, textIn(record.translations.es).length > spanish].includes(true)
        ? [record.slug]
        : []
    })
  expect(tooLong(starterProjects, 'description', 95, 100)).toEqual([])
  expect(tooLong(starterPosts, 'excerpt', 72, 78)).toEqual([])
})

test('slugs are unique and are those that the title generates', () => {
  for (const records of [starterPosts, starterProjects]) {
    expect(new Set(records.map(({ slug }) => slug)).size).toBe(records.length)
    for (const { slug, title } of records) expect(slug).toBe(slugify(title))
  }
})

test('posts are dated newest first within the ten months before 15 November 2026', () => {
  const dates = starterPosts.map(({ publishedAt }) => publishedAt)
  expect(dates).toEqual(dates.toSorted().toReversed())
  for (const date of dates) {
    expect(new Date(date).toISOString()).toBe(date)
    expect(date > '2026-01-15' && date < '2026-11-15').toBe(true)
  }
})

test('some projects are featured, and some lack a code or demo link', () => {
  const featured = starterProjects.filter(({ isFeatured }) => isFeatured)
  expect(featured.length).toBeGreaterThanOrEqual(3)
  expect(featured.length).toBeLessThan(starterProjects.length)
  expect(
    new Set(starterProjects.map(({ githubUrl, demoUrl }) => `${Boolean(githubUrl)} ${Boolean(demoUrl)}`)).size,
  ).toBe(4)
})

test('every picture is one that was drawn for the site, and each record has its own', () => {
  const used = [...starterPosts, ...starterProjects].map(({ imageUrl }) => imageUrl)
  expect(used.toSorted()).toEqual(pictures.toSorted())
  const embedded = everyHtml.flatMap(({ text }) => [...text.matchAll(/src="([^"]*)"/g)].map(([, source]) => source))
  expect(embedded.filter((source = '') => !pictures.includes(source) && !further.includes(source))).toEqual([])
  for (const drawing of further) expect([drawing, existsSync(`public${drawing}`)]).toEqual([drawing, true])
})

test('every picture exists as a JPEG at the width of mails', async () => {
  expect(pictures.length).toBeGreaterThan(0)
  const charts = further.filter((source) => source.includes('chart'))
  for (const picture of [...pictures, ...charts, '/images/about-workshop.webp']) {
    const { format, width } = await sharp(`public${builtInAddress(picture)}`).metadata()
    expect([picture, format, width]).toEqual([picture, 'jpeg', 1088])
  }
})

test('every link points to a page of the site or is an email address', () => {
  const links = everyHtml.flatMap(({ text }) => [...text.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? ''))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((target) => !knownPaths.includes(target) && !target.startsWith('mailto:'))).toEqual([])
})

test('the HTML is well formed, its headings start at h2 and skip no level', () => {
  expect(everyHtml.length).toBeGreaterThan(30)
  for (const { path, text } of everyHtml) {
    expect({ path, fault: faultIn(text) }).toEqual({ path, fault: undefined })
    const levels = [...text.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level))
    levels.reduce((before, level) => {
      expect({ path, level, allowed: level >= 2 && level <= before + 1 }).toEqual({ path, level, allowed: true })
      return level
    }, 1)
  }
})

test('posts are long enough to be useful and short enough to be read', () => {
  for (const { slug, content } of starterPosts)
    expect({ slug, words: between(wordsOf(content), 450, 800) }).toEqual({ slug, words: true })
  for (const { slug, content } of starterProjects)
    expect({ slug, words: between(wordsOf(content), 300, 550) }).toEqual({ slug, words: true })
})

test('the SEO fields are empty: titles and descriptions follow the texts', () => {
  expect(everyText.filter(({ path }) => path.includes('metadata'))).toEqual([])
})

/** Nested field names, list lengths and, for HTML, the sequence of its tags with their links and pictures. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, shapeOf(inner)]))
  }
  if (typeof value !== 'string') return typeof value
  expect(value.trim()).not.toBe('')
  return value.startsWith('<') ? value.match(/<[^>]+>/g)?.map((tag) => tag.replace(/ alt="[^"]*"/, '')) : 'text'
}

function textsOf(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => textsOf(inner, path === '' ? field : `${path}.${field}`))
}

/** The first tag that is unexpected, unclosed or closed in the wrong place, or a bare `<` or `&`. */
function faultIn(html: string): string | undefined {
  const open: string[] = []
  for (const [tag, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/g)) {
    if (name === 'img' || name === 'br') continue
    if (end === '') open.push(name)
    else if (open.pop() !== name) return tag
  }
  return open.at(-1) ?? html.replace(/<[^<>]*>/g, '').match(/<|&(?!lt;|gt;|amp;)/)?.[0]
}

function wordsOf(html: string): number {
  return html
    .replace(/<pre>[\s\S]*?<\/pre>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/).length
}

function between(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}
