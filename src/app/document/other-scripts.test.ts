import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { postInput } from '#test/inputs'
import { testPipeline } from '#test/pipeline'

const site = 'https://acme.test'
let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: { siteUrl: site } })
})
beforeEach(async () => {
  await t.reset()
  t.kept.clear()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn(site)
})
afterAll(() => t.close())

type Answer = { id: number; slug: string; issues?: { path: string }[] }

async function send(method: string, path: string, body: unknown): Promise<Answer & { status: number }> {
  const answer = await t.ask(path, {
    method,
    headers: { cookie, origin: site, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ...((await answer.json()) as Answer), status: answer.status }
}
const create = (body: object) => send('POST', '/api/blog', postInput(body))
const textOf = async (path: string) => (await t.ask(path)).text()
const visit = async (path: string) => {
  const answer = await t.ask(path)
  return [answer.status, answer.headers.get('location')]
}

const titles: [title: string, slug: string, translated: string, slugThere: string][] = [
  ['한국어 제목', '한국어-제목', 'Título coreano', 'titulo-coreano'],
  ['Привет, мир', 'привет-мир', '日本語', '日本語'],
  ['نمسته दुनिया', 'نمسته-दुनिया', 'ไทยทำน้ำ', 'ไทยทำน้ำ'],
  ['Ελλάδα', 'ελλάδα', '𠀋', '𠀋'],
]
for (const [title, slug, translated, slugThere] of titles)
  test(`'${title}' has an address of its own letters, percent-encoded wherever it is named`, async () => {
    const made = await create({ title, translations: { es: { title: translated, slug: slugThere } } })
    expect([made.status, made.slug]).toEqual([201, slug])
    const english = `/blog/${encodeURIComponent(slug)}/`
    const spanish = `/es/blog/${encodeURIComponent(slugThere)}/`
    for (const path of [english, spanish]) {
      expect(await visit(path)).toEqual([200, null])
      expect(await visit(path.slice(0, -1))).toEqual([308, path])
      const html = await textOf(path)
      expect(html).toContain(`<link rel="canonical" href="${site}${path}"`)
      for (const [language, address] of [
        ['en', english],
        ['es', spanish],
        ['x-default', english],
      ])
        expect(html).toContain(`hrefLang="${language}" href="${site}${address}"`)
      expect(html).toContain(`"url":"${site}${path}"`)
      const [, picture = ''] = /property="og:image" content="https:\/\/acme\.test([^"]+)"/.exec(html) ?? []
      expect(picture).toMatch(/^\/social\/blog\/[\w%-]+\//)
      expect((await t.ask(picture)).status).toBe(200)
      const markdown = await t.ask(`${path}index.md`)
      expect(markdown.status).toBe(200)
      expect(await markdown.text()).toContain(`canonical: "${site}${path}"`)
      expect(await textOf('/sitemap.xml')).toContain(`<loc>${site}${path}</loc>`)
    }
    expect(await textOf('/blog/feed.xml')).toContain(`href="${site}${english}"`)
    expect(await textOf('/es/blog/feed.xml')).toContain(`href="${site}${spanish}"`)
    expect(await textOf('/blog/')).toContain(`href="${english}"`)
    for (const name of [slug, slug.normalize('NFD')])
      expect((await t.ask(`/api/blog/${encodeURIComponent(name)}`)).status).toBe(200)
    expect((await t.ask(`/api/blog/${encodeURIComponent(slugThere)}?slugs=all`)).status).toBe(200)
    expect(await visit(`/blog/${encodeURIComponent(slugThere)}/`)).toEqual([301, english])

    const moved = await send('PUT', `/api/blog/${made.id}`, postInput({ title, slug: `${slug}-2` }))
    expect([moved.status, moved.slug]).toEqual([200, `${slug}-2`])
    expect(await visit(`${english}?a=b`)).toEqual([301, `/blog/${encodeURIComponent(slug)}-2/?a=b`])
  })

test('equal titles get numbered slugs in every script, and a copied one keeps its number', async () => {
  expect((await create({ title: '日本語' })).slug).toBe('日本語')
  const second = await create({ title: '日本語'.normalize('NFD') })
  expect(second.slug).toBe('日本語-2')
  expect((await send('PUT', `/api/blog/${second.id}`, postInput({ title: '日本語' }))).slug).toBe('日本語-2')
})

test('a typed slug is composed and stripped of invisible characters; symbols, accents on Latin letters and long ones are refused', async () => {
  const typed = await create({ slug: `Cafe\u200b-\u200f${'서울'.normalize('NFD')}_ɣ` })
  expect([typed.status, typed.slug]).toEqual([201, 'Cafe-서울_ɣ'])
  expect((await create({ slug: 'Cafe-서울_ɣ' })).status).toBe(409)
  for (const slug of [
    'a b',
    'smile😀',
    'a/b',
    'a.b',
    'ñ',
    'straße',
    'cafe\u0301',
    '\u0301',
    'ﬁ',
    'ไทย'.repeat(60),
    '한%',
  ]) {
    const refused = await create({ slug })
    expect([slug, refused.status, refused.issues?.[0]?.path]).toEqual([slug, 422, 'slug'])
  }
})

test('a preview shows the address that publishing would make', async () => {
  const answer = await send('POST', '/api/previews', {
    kind: 'post',
    values: postInput({ title: '한국어' }),
    language: 'en',
  })
  expect(answer.status).toBe(201)
  const { pathname } = new URL((answer as unknown as { url: string }).url)
  const shown = await t.ask(pathname)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain(`href="${site}/blog/${encodeURIComponent('한국어')}/"`)
})
