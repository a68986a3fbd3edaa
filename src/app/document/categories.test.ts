import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testPipeline } from '#test/pipeline'
import { categorySlug } from '#text/slugs/slug'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: { siteUrl: 'https://acme.test' } })
})
beforeEach(async () => {
  await t.reset()
  t.kept.clear()
  await t.services.cacheTags.touch('all')
})
afterAll(() => t.close())

const visit = async (path: string) => {
  const answer = await t.ask(path)
  return [answer.status, answer.headers.get('location')]
}
const titlesAt = async (address: string) =>
  ((await (await t.ask(address)).json()) as { title: string }[]).map(({ title }) => title).toSorted()

const categories: [category: string, slug: string][] = [
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['F♯', 'f-sharp'],
  ['NET', 'net'],
  ['.NET', 'dot-net'],
  ['ASP.NET', 'aspnet'],
  ['A*', 'a-star'],
  ['A+', 'a-plus'],
  ['C++ & C#', 'c-plus-plus-and-c-sharp'],
  ['R&D', 'r-and-d'],
  ['#1 – Top + more', '1-top-more'],
  ['Größe', 'grosse'],
  ['Łódź', 'lodz'],
  ['기계', '기계'],
  ['Машины', 'машины'],
  ['เครื่อง', 'เครื่อง'],
  ['AI\ufeffOps', 'ai-ops'],
  ['Real Estate', 'real-estate'],
]

test('every category has a page of its own, which its posts, the sitemap and the API name', async () => {
  for (const [category, slug] of categories) {
    expect([category, categorySlug(category)]).toEqual([category, slug])
    await t.publish(`post-${categories.findIndex(([name]) => name === category)}`, `About ${category}`, {
      category,
      translations: { es: { title: `Sobre ${category}`, category: 'Máquinas' } },
    })
  }
  const sitemap = await (await t.ask('/sitemap.xml')).text()
  for (const [at, [category, slug]] of categories.entries()) {
    const path = `/blog/category/${encodeURIComponent(slug)}/`
    expect([category, ...(await visit(path))]).toEqual([category, 200, null])
    expect((await (await t.ask(`/es${path}`)).text()).match(/<h1[^>]*>Máquinas</)).not.toBeNull()
    expect(await (await t.ask(`/blog/post-${at}/`)).text()).toContain(`href="${path}"`)
    for (const address of [path, `/es${path}`]) expect(sitemap).toContain(`<loc>https://acme.test${address}</loc>`)
    expect(await titlesAt(`/api/blog?category=${encodeURIComponent(slug)}`)).toEqual([`About ${category}`])
  }
})

test('names that differ in case, accents and punctuation only are one category', async () => {
  await t.publish('a', 'A', { category: 'Robótica' })
  await t.publish('b', 'B', { category: 'ROBOTICA!' })
  await t.publish('c', 'C', { category: 'Robo\u0301tica' })
  expect(await titlesAt('/api/blog?category=robotica')).toEqual(['A', 'B', 'C'])
  expect((await (await t.ask('/sitemap.xml')).text()).match(/<loc>[^<]*\/blog\/category\//g)).toHaveLength(2)
})

test('a category whose URL has changed redirects from the former one, unless another has it', async () => {
  await t.publish('a', 'A', { category: 'C++' })
  await t.publish('b', 'B', { category: 'Größe' })
  expect(await visit('/blog/category/c/?page=2')).toEqual([301, '/blog/category/c-plus-plus/?page=2'])
  expect(await visit('/es/blog/category/groe/')).toEqual([301, '/es/blog/category/grosse/'])
  expect(await visit('/blog/category/gro/')).toEqual([404, null])
  await t.publish('d', 'D', { category: 'AI\ufeffOps' })
  expect(await visit('/blog/category/aiops/')).toEqual([301, '/blog/category/ai-ops/'])
  await t.publish('c', 'C', { category: 'C' })
  expect(await visit('/blog/category/c/')).toEqual([200, null])
})
