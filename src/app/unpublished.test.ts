import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createApi } from '#app/api/api'
import { documentedRoutes } from '#app/api/openapi'
import { href } from '#i18n/addresses/href'
import { languages } from '#i18n/language'
import { pageNames } from '#features/page-contents/contract'
import { fieldsOf } from '#features/page-contents/page-fields'
import { type Fields, isText, type RowFields } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { seoFields } from '#records/editor/fields/seo-fields'
import { siteRoutes } from '#site/routes'
import { testPipeline } from '#test/pipeline'
import { contentKinds } from './features'

const kinds = contentKinds.flatMap(({ record }) => record ?? [])

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
const slugs: string[] = []
const ids: number[] = []

beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false } })
  cookie = await t.signIn()
  for (const kind of kinds) await fill(kind)
  for (const page of pageNames) await fillPage(page)
})
afterAll(() => t.close())

/** Part of every text that is not public, and of no other. */
const secret = 'unseen'

/** A record with the mark in every field that can contain it. */
function recordOf({ fields }: RecordKind, mark: string, slug: string) {
  const seo = Object.fromEntries(
    seoFields.map((field) => [
      field,
      field === 'canonical' || field === 'ogImage' ? `https://${mark}.example/${field}` : `${mark} ${field}`,
    ]),
  )
  const textOf = (name: string, isHtml: boolean) =>
    isHtml
      ? `<h2>${mark} heading</h2><p>${mark} ${name} <img src="/images/${mark}.webp" alt="${mark} picture"></p>`
      : `${mark} ${name}`
  const rowOf = (entry: RowFields, said: string) =>
    Object.fromEntries(Object.keys(entry).map((name) => [name, `${said} ${name}`]))
  const values = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (isText(field)) return [[name, textOf(name, field.type === 'html')]]
      if (field.type === 'flag') return [[name, true]]
      if (field.type === 'moment') return []
      if (field.type === 'list') return [[name, [rowOf(field.entry, mark)]]]
      if (field.type === 'blocks') return [[name, [{ id: 'text', type: 'text', html: textOf(name, true) }]]]
      return [[name, `https://${mark}.example/${name}.webp`]]
    }),
  )
  const spanish = Object.entries(fields).flatMap(([name, field]) => {
    const said = `${name} en español`
    if (field.type === 'blocks') return [[name, { text: { html: textOf(said, true) } }]]
    return isText(field) && field.translated ? [[name, textOf(said, field.type === 'html')]] : []
  })
  return {
    ...values,
    slug,
    metadata: seo,
    translations: { es: { ...Object.fromEntries(spanish), metadata: seo } },
  }
}

/** One record in each state that is not, or not completely, public. */
async function fill(kind: RecordKind) {
  const api = `/api${kind.api}`
  const create = async (mark: string, slug: string, more: object) => {
    const { id } = await write('POST', api, { ...recordOf(kind, mark, slug), ...more })
    slugs.push(slug)
    ids.push(Number(id))
    return Number(id)
  }
  await create(secret, `${secret}-draft`, { status: 'draft' })
  await create(secret, `${secret}-scheduled`, { publishedAt: '2999-01-01T00:00:00.000Z' })
  await write('POST', `${api}/${await create(secret, `${secret}-trashed`, {})}/trash`)
  await write('PUT', `${api}/${await create(secret, `${secret}-withdrawn`, {})}`, {
    ...recordOf(kind, secret, `${secret}-withdrawn`),
    status: 'draft',
  })
  const live = await create('public', 'public', {})
  await write('PUT', `${api}/${live}/draft`, recordOf(kind, secret, `${secret}-renamed`))
  slugs.push(`${secret}-renamed`)
}

/** Half of the pages are public with a draft; the others have only a draft. */
async function fillPage(page: (typeof pageNames)[number]) {
  const contentOf = (mark: string) => {
    // Values such as the names of sections and icons are none of somebody's words.
    const marked = (fields: Fields | RowFields): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([, { type }]) => type !== 'value')
          .map(([name, field]) => [
            name,
            field.type === 'list'
              ? [marked(field.entry)]
              : field.type === 'group'
                ? marked(field.fields)
                : field.type === 'picture'
                  ? `/images/${mark}-${name}.webp`
                  : field.type === 'html'
                    ? `<p>${mark} ${name}</p>`
                    : `${mark} ${name}`,
          ]),
      )
    const texts = marked(fieldsOf(page))
    const metadata = { title: `${mark} title`, description: `${mark} description`, ogImage: `/images/${mark}.webp` }
    return { ...texts, metadata, translations: { es: { ...texts, metadata } } }
  }
  if (pageNames.indexOf(page) % 2 === 0)
    await write('POST', '/api/page-contents', { page, content: contentOf('public') })
  await write('PUT', `/api/page-contents/${page}/draft`, { content: contentOf(secret) })
}

async function write(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await t.ask(path, {
    method,
    headers: { cookie, origin: 'http://acme.test', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  expect([method, path, response.status]).toEqual([method, path, response.status < 300 ? response.status : 200])
  return (await response.json()) as Record<string, unknown>
}

/** Every public path, whatever exists. */
function addresses(): string[] {
  const pages = siteRoutes.flatMap(({ path }) =>
    languages.flatMap((language) => fillIn(path).map((filled) => href(filled, {}, language))),
  )
  const reads = documentedRoutes(createApi(t.services))
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => fillIn(path))
  const queried = reads.flatMap((path) => [
    ...['limit=3', 'limit=2&offset=1', `category=${secret}-category`, 'sort=title&q=excerpt'].map(
      (query) => `${path}?${query}`,
    ),
    ...['q=heading', 'q=content', 'q=title&language=es'].map((query) => `${path}?${query}`),
  ])
  const files = [
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/sitemap-post-1.xml',
    '/blog/feed.xml',
    '/es/blog/feed.xml',
  ]
  const searches = ['/search/', '/es/search/'].map((path) => `${path}?q=heading`)
  return [...new Set([...pages, ...reads, ...queried, ...files, ...searches, `/blog/category/${secret}-category/`])]
}

const fillIn = (path: string): string[] => {
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  const fillings = name === 'page' ? pageNames : [...new Set([...slugs, ...ids.map(String), `${secret}-category`])]
  return fillings.flatMap((filling) => fillIn(path.replace(`:${name}`, filling)))
}

const open = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  identity: (bytes: Uint8Array) => bytes,
} as const

/** The whole response, including headers. */
async function told(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const response = await t.ask(path, { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (!(encoding in open)) throw new Error(`${path} came in ${encoding}`)
  const body = new TextDecoder().decode(open[encoding as keyof typeof open](bytes))
  return { status: response.status, text: `${JSON.stringify([...response.headers])}\n${body}` }
}

/** Repeating the requested path is no leak. */
async function leaks(path: string, headers: Record<string, string>): Promise<boolean> {
  const { text } = await told(path, headers)
  const known = path.match(new RegExp(`${secret}-\\w+`, 'g')) ?? []
  return known.reduce((rest, slug) => rest.replaceAll(slug, ''), text).includes(secret)
}

describe('an unpublished record', () => {
  test('exists, so that it could be revealed', async () => {
    const { text } = await told('/api/blog?status=all', { cookie })
    expect(text).toContain(`${secret} excerpt`)
    expect((await told('/api/page-contents/projects?status=all', { cookie })).text).toContain(secret)
    expect((await told('/blog/public/', {})).text).toContain('public content')
    expect(addresses().length).toBeGreaterThan(100)
  })

  test('is under no public address, in no encoding, however often it is requested', async () => {
    const found: string[] = []
    let answered = 0
    for (const path of addresses()) {
      for (const encoding of ['zstd', 'br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        if (await leaks(path, headers)) found.push(`${path} (${encoding})`)
        answered++
      }
    }
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(400)
  }, 120_000)

  test('is not shown to administrators either, where they read as visitors', async () => {
    const asVisitors: string[] = []
    for (const path of addresses()) if ((await told(path, {})).status === 200) asVisitors.push(path)
    expect(asVisitors.length).toBeGreaterThan(20)
    const found: string[] = []
    for (const path of asVisitors) if (await leaks(path, { cookie })) found.push(path)
    expect(found).toEqual([])
  }, 60_000)

  test('is answered like one that does not exist', async () => {
    for (const kind of kinds) {
      const page = kind.page.replace('/:slug/', '')
      for (const state of ['draft', 'scheduled', 'trashed', 'withdrawn', 'renamed', 'nothing']) {
        const slug = `${secret}-${state}`
        expect([slug, (await told(`${page}/${slug}/`, {})).status]).toEqual([slug, 404])
        expect([slug, (await told(`/api${kind.api}/${slug}`, {})).status]).toEqual([slug, 404])
      }
      const [draft, nothing] = await Promise.all(
        ['draft', 'nothing'].map((state) => told(`/api${kind.api}/${secret}-${state}`, {})),
      )
      expect(draft?.text).toBe(nothing?.text ?? '')
    }
  })
})
