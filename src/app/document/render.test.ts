import { describe, expect, test } from 'bun:test'
import { HttpError } from '#contract/http-error'
import { testSite } from '#test/screens/site'
import { type Page, renderPage } from './render'
import { matchSite } from '#app/shell/routes'

const site = testSite
const post = {
  id: 1,
  slug: 'a',
  title: 'A post',
  excerpt: 'Short.',
  imageUrl: '/a.webp',
  category: '',
  publishedAt: '2026-01-01T00:00:00.000Z',
  translations: {},
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  content: '<p>Body</p>',
  metadata: {},
}

const page = (path: string, search = ''): Page => ({
  site,
  language: 'en',
  path,
  search,
  match: matchSite(path, search),
  head: '<link rel="stylesheet" href="/a.css">',
})

type Answers = Record<string, unknown>

/** Paths without a response are 404. */
function answering(answers: Answers, asked: string[] = []) {
  return async (path: string) => {
    asked.push(path)
    const answer = answers[path]
    if (answer instanceof Response) return answer
    return answer === undefined ? Response.json({ message: 'No' }, { status: 404 }) : Response.json(await answer)
  }
}

const lists = {
  '/api/blog?limit=3': [],
  '/api/projects/featured': [],
  '/api/blog?limit=24': [post],
  '/api/projects?limit=24': [],
  '/api/blog-categories': [],
  '/api/page-contents/people': { people: [] },
}

async function htmlOf(path: string, answers: Answers, asked?: string[]): Promise<string> {
  const rendered = await renderPage(page(path), answering(answers, asked))
  if (!('html' in rendered)) throw new Error('The page streams')
  return rendered.html
}

const islandOf = (html: string) =>
  JSON.parse(
    /<script type="application\/json" id="island"(?: data-incomplete)?>(.*?)<\/script><\/body><\/html>$/s.exec(
      html,
    )?.[1] ?? '',
  ) as { queries: [string[], unknown][]; missing: boolean }

describe('a page with its data loaded', () => {
  test('is complete, and includes its data', async () => {
    const asked: string[] = []
    const html = await htmlOf('/blog/', lists, asked)
    expect(html).toContain('A post')
    expect(html).toContain('<link rel="stylesheet" href="/a.css"></head>')
    expect(islandOf(html).queries).toEqual([
      [['/api/page-contents', 'home'], null],
      [['/api/page-contents', 'blog'], null],
      [['/api/blog', { limit: 24 }], { rows: [post], total: 1 }],
      [['/api/blog-categories'], []],
      [['/api/page-contents', 'people'], { people: [] }],
    ] as never)
    expect(asked.toSorted()).toEqual([
      '/api/blog-categories',
      '/api/blog?limit=24',
      '/api/page-contents/blog',
      '/api/page-contents/home',
      '/api/page-contents/people',
    ])
  })

  test('escapes its data', async () => {
    const nasty = '</script><script>alert(1)</script><!--\u2028\u2029'
    const html = await htmlOf('/blog/', { ...lists, '/api/blog?limit=24': [{ ...post, title: nasty }] })
    const inside = /id="island">(.*?)<\/script><\/body>/s.exec(html)?.[1] ?? ''
    expect(inside).not.toMatch(/[<\u2028\u2029]/)
    expect(islandOf(html).queries).toContainEqual([
      ['/api/blog', { limit: 24 }],
      { rows: [{ ...post, title: nasty }], total: 1 },
    ] as never)
    expect(html).not.toContain('<script>alert')
  })

  test('is a 404 when its record does not exist', async () => {
    const rendered = await renderPage(page('/blog/nope/'), answering({}))
    expect(rendered.missing).toBe(true)
    if (!('html' in rendered)) throw new Error('The page streams')
    expect(rendered.html).toContain('Blog post not found')
    expect(islandOf(rendered.html).missing).toBe(true)
  })
})

describe('a page with late data', () => {
  const streamed = async (answers: Answers, begun = () => {}) => {
    const rendered = await renderPage(page('/blog/'), answering(answers))
    if (!('stream' in rendered)) throw new Error('The page is whole')
    begun()
    return { nonce: rendered.nonce, html: await new Response(rendered.stream).text() }
  }

  test('needs no inline style, also when it is the first page a process renders', () => {
    const script = `
      const { renderPage } = await import('#app/document/render')
      const { matchSite } = await import('#app/shell/routes')
      const late = Promise.withResolvers()
      const lists = ${JSON.stringify(lists)}
      const answer = async (path) =>
        path === '/api/blog?limit=3' ? Response.json(await late.promise)
        : lists[path] ? Response.json(lists[path]) : Response.json({ message: 'No' }, { status: 404 })
      const page = { site: ${JSON.stringify(site)}, language: 'en', path: '/', match: matchSite('/'), head: '' }
      const { stream } = await renderPage(page, answer)
      late.resolve([])
      console.log(await new Response(stream).text())`
    const { stdout, stderr } = Bun.spawnSync(['bun', '-e', script], { cwd: process.cwd(), timeout: 60_000 })
    expect(stderr.toString()).toBe('')
    expect(stdout.toString()).toContain('class="hero-drawing"')
    expect(stdout.toString()).not.toMatch(/<[^>]* style=/)
  })

  test('starts streaming with what is there, and allows its own inline scripts', async () => {
    const late = Promise.withResolvers<unknown>()
    const { html, nonce } = await streamed({ ...lists, '/api/blog?limit=24': late.promise }, () => late.resolve([post]))
    expect(html).toContain('Loading blog posts')
    expect(html).toContain('A post')
    expect(html.match(/<\/head>/g)).toHaveLength(1)
    expect(html).toContain('<link rel="stylesheet" href="/a.css"></head>')
    expect(html).toEndWith('</script></body></html>')
    const inline = [...html.matchAll(/<script(?![^>]*(src|application\/(?:ld\+)?json))[^>]*>/g)].map(([tag]) => tag)
    expect(inline.length).toBeGreaterThan(0)
    expect(inline.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    expect(islandOf(html).queries).toContainEqual([['/api/blog', { limit: 24 }], { rows: [post], total: 1 }] as never)
  })

  test('leaves a failed part to the browser, which retries', async () => {
    const { html } = await streamed({
      ...lists,
      '/api/blog?limit=24': new Response('{"message":"No"}', { status: 500 }),
    })
    expect(html).toContain('Loading blog posts')
    expect(html).toContain(' data-incomplete>')
    expect(islandOf(html).queries.map(([key]) => key[0])).not.toContain('/api/blog')
  })
})

test('without the database there is no page', async () => {
  const away = () => Promise.resolve(Response.json({ message: 'Away' }, { status: 503 }))
  const outcome = renderPage(page('/'), away)
  await expect(outcome).rejects.toMatchObject({ status: 503 })
})

test('nor is there one when the database is slow, and then unreachable', async () => {
  const late = async (path: string) => {
    if (!path.startsWith('/api/search')) return Response.json({ message: 'None' }, { status: 404 })
    // Longer than a page waits for its secondary parts.
    await Bun.sleep(500)
    return Response.json({ message: 'Away' }, { status: 503 })
  }
  const outcome = renderPage(page('/search/', '?q=sensor'), late)
  await expect(outcome).rejects.toBeInstanceOf(HttpError)
})
