import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { testApi } from '#test/api'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi()
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function preview(body: unknown) {
  const { status, json } = await t.send('POST', '/api/preview', { cookie, body })
  return { status, html: (json as { html?: string }).html ?? '' }
}

const pagePreview = async () => {
  const { json } = await t.send('POST', '/api/preview', {
    cookie,
    body: {
      kind: 'page',
      id: 'home',
      language: 'en',
      draft: { content: '{"heroSubtitle":"A headline","metadata":{"title":"Told"}}' },
    },
  })
  return { html: (json as { html?: string }).html ?? '' }
}

const post = {
  title: 'A draft',
  content: '<h2>Part</h2><p>Body</p>',
  imageUrl: '/images/a.webp',
  publishedAt: '2026-03-02T09:00:00.000Z',
  translations: { es: { title: 'Un borrador', content: '<p>Cuerpo</p>' } },
}

test('a build exists to take the styles from', () => {
  expect(existsSync('dist/manifest.json')).toBe(true)
})

describe('a preview', () => {
  test('shows a draft as its public page, in either language', async () => {
    const english = await preview({ kind: 'post', language: 'en', draft: post })
    expect(english.status).toBe(200)
    expect(english.html).toStartWith('<!DOCTYPE html><html lang="en">')
    for (const part of ['A draft</h1>', 'Part</h2>', 'March 2, 2026', '/images/a.webp', 'rel="stylesheet"'])
      expect(english.html).toContain(part)
    const spanish = await preview({ kind: 'post', language: 'es', draft: post })
    for (const part of [
      '<html lang="es">',
      '<h1 data-field="translations.es.title">Un borrador</h1>',
      '<p>Cuerpo</p>',
      '2 de marzo de 2026',
    ])
      expect(spanish.html).toContain(part)
  })

  test('shows a project with its links', async () => {
    const { html } = await preview({
      kind: 'project',
      language: 'en',
      draft: {
        title: 'A project',
        description: 'In short.',
        content: '{"content":"<p>Body</p>","metadata":{"title":"SEO"}}',
        githubUrl: 'https://github.com/acme/a',
        demoUrl: 'javascript:alert(1)',
      },
    })
    for (const part of [
      '<h1 data-field="title">A project</h1>',
      'In short.',
      '<p>Body</p>',
      'https://github.com/acme/a',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('javascript:')
  })

  test('shows a page with other content, everything else as visitors see it', async () => {
    const { html } = await pagePreview()
    expect((await t.send('GET', '/api/page-contents/home')).status).toBe(404)
    for (const part of ['A headline', '<title>Told</title>', 'rel="stylesheet"', 'id="featured-title"'])
      expect(html).toContain(part)
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)
  })

  test('marks the field of each text or picture, the original where it is not translated', async () => {
    const { html } = await preview({ kind: 'post', language: 'es', draft: { ...post, translations: {} } })
    for (const part of [
      '<h1 lang="en" data-field="title">A draft</h1>',
      /<time datetime="2026-03-02T09:00:00.000Z" data-field="publishedAt">/,
      /<img[^>]* src="\/images\/a.webp"[^>]* data-field="imageUrl"/,
      /class="prose article-body" data-field="content"><!----><h2 id="[\w-]+">/,
    ])
      expect(html).toMatch(part)
    expect(html).not.toMatch(/[\u{100000}-\u{10FFFD}]/u)
  })

  test('marks pages, entries of their lists, and defaults for an empty text too', async () => {
    const content = {
      heroTitle: 'Machines that read the small print',
      features: [{ title: 'First', description: 'Once' }, { title: 'Second' }],
      translations: { es: { features: [{ title: 'Primero' }] } },
    }
    const draft = { content: JSON.stringify(content) }
    const { html } = await preview({ kind: 'page', id: 'home', language: 'en', draft })
    for (const part of [
      /<h1[^>]* data-field="heroTitle">Machines that read the/,
      /<p[^>]* data-field="featuresSubtitle">/,
      '<h3 data-field="features.1.title">Second</h3>',
      '<p data-field="features.0.description">Once</p>',
    ])
      expect(html).toMatch(part)
    const spanish = await preview({ kind: 'page', id: 'home', language: 'es', draft })
    expect(spanish.html).toContain('<h3 data-field="translations.es.features.0.title">Primero</h3>')
    expect(spanish.html).toMatch(/<p[^>]* data-field="translations.es.featuresSubtitle">/)
  })

  test('marks a picture that is shown several times with each of its fields, one of the library too', async () => {
    const form = new FormData()
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="50"><path d="M0 0h80v50z"/></svg>'
    const photo = await sharp(Buffer.from(drawing)).png().toBuffer()
    form.append('file', new File([photo], 'roof.png'))
    const request = { method: 'POST', body: form, headers: { cookie, origin: 'http://localhost' } }
    const { url } = (await (await t.api.handle(new Request('http://localhost/api/media', request))).json()) as {
      url: string
    }
    for (const src of ['/images/a.webp', url]) {
      const blocks = ['top', 'below', 'end'].map((id) => ({ id, type: 'picture', src, alt: 'Slate' }))
      const { html } = await preview({ kind: 'custom-page', language: 'en', draft: { title: 'Roofs', blocks } })
      const led = [...html.matchAll(/<img[^>]* data-field="([^"]+)"/g)].map(([, path]) => path)
      expect([src, ...led]).toEqual([src, 'blocks.top.src', 'blocks.below.src', 'blocks.end.src'])
    }
  })

  test('has the head of the page as publishing would make it', async () => {
    const { json } = await t.send('POST', '/api/blog', {
      cookie,
      body: { ...post, excerpt: 'Short', slug: 'a-draft', status: 'draft' },
    })
    const { id } = json as { id: number }
    const { html } = await t
      .send('POST', '/api/preview', {
        cookie,
        body: {
          kind: 'post',
          id,
          language: 'en',
          draft: { ...post, slug: 'a-draft', excerpt: 'Short', metadata: { title: 'For engines' } },
        },
      })
      .then((answer) => answer.json as { html: string })
    expect(html).toContain('<title>For engines</title>')
    expect(html).toMatch(/<link rel="canonical" href="[^"]*\/blog\/a-draft\/"/)
  })

  test('runs no script, whatever was typed', async () => {
    const nasty = '<script>alert(1)</script><img src=x onerror=alert(1)><p>Safe</p>'
    const { html } = await preview({
      kind: 'post',
      language: 'es',
      draft: {
        title: nasty,
        content: nasty,
        excerpt: nasty,
        imageUrl: 'javascript:alert(1)',
        translations: { es: { content: nasty } },
      },
    })
    expect(html).toContain('<p>Safe</p>')
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|<img[^>]*onerror|javascript:/i)
  })

  test('accepts an empty draft, or any other value', async () => {
    for (const draft of [
      {},
      { title: 5, content: null, publishedAt: 'soon', translations: 'none', imageUrl: [] },
      { title: 'lone \ud800' },
    ]) {
      for (const kind of ['post', 'project']) expect((await preview({ kind, language: 'en', draft })).status).toBe(200)
    }
  })

  test('needs a session, and a kind', async () => {
    expect((await t.send('POST', '/api/preview', { body: { kind: 'post', language: 'en', draft: {} } })).status).toBe(
      401,
    )
    for (const body of [
      {},
      { kind: 'page', language: 'en', draft: {} },
      { kind: 'post', language: 'fr', draft: {} },
      { kind: 'post', language: 'en', draft: [] },
    ])
      expect((await preview(body)).status).toBe(422)
  })
})
