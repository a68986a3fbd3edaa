import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { postInput, projectInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const plain = 'https://tools.example/a@b?c=d@e#f@g'
const withCredentials = [
  'https://user:pw@tools.example/',
  'http://token@tools.example',
  'HTTPS://:pw@tools.example/x',
  ' https://us%65r:p%40w@tools.example:8443/?q',
]

const label = { en: 'Tools', es: 'Útiles' }
const call = (href: string) => ({ id: 'b1', type: 'call', title: 'Write', action: { label: 'Go', href } })
const logo = (href: string) => ({ src: '/images/a.webp', alt: '', href })
const logos = (href: string) => ({ id: 'b2', type: 'logos', logos: [logo('/'), logo(href)] })

/** Every request that stores a URL, with the path of the field. */
const stores: [method: string, path: string, field: string, body: (url: string) => object][] = [
  ['POST', '/api/blog', 'imageUrl', (url) => postInput({ imageUrl: url })],
  ['POST', '/api/blog', 'metadata.canonical', (url) => postInput({ metadata: { canonical: url } })],
  ['POST', '/api/blog', 'metadata.ogImage', (url) => postInput({ metadata: { ogImage: url } })],
  ['POST', '/api/blog', 'imageUrl', (url) => ({ ...postInput({ imageUrl: url }), status: 'draft' })],
  ['POST', '/api/projects', 'githubUrl', (url) => projectInput({ githubUrl: url })],
  ['POST', '/api/projects', 'demoUrl', (url) => projectInput({ demoUrl: url })],
  ['POST', '/api/projects', 'imageUrl', (url) => projectInput({ imageUrl: url })],
  ['POST', '/api/pages', 'blocks.0.action.href', (url) => ({ title: 'Page', blocks: [call(url)] })],
  ['POST', '/api/pages', 'blocks.0.logos.1.href', (url) => ({ title: 'Page', blocks: [logos(url)] })],
  ['POST', '/api/redirects', 'to', (url) => ({ from: `/old-${crypto.randomUUID()}/`, to: url })],
  ['POST', '/api/webhooks', 'url', (url) => ({ url, events: ['test'] })],
  ['PUT', '/api/site', 'social.0.url', (url) => ({ social: [{ kind: 'github', url }] })],
  ['PUT', '/api/site', 'navigation.0.href', (href) => ({ navigation: [{ label, href }] })],
  [
    'PUT',
    '/api/site',
    'navigation.0.children.0.href',
    (href) => ({ navigation: [{ label, href: '/', children: [{ label, href }] }] }),
  ],
  ['PUT', '/api/site', 'announcement.href', (href) => ({ announcement: { text: label, href } })],
  [
    'POST',
    '/api/page-contents',
    'content.metadata.canonical',
    (url) => ({ page: 'home', content: JSON.stringify({ metadata: { canonical: url } }) }),
  ],
  [
    'POST',
    '/api/page-contents',
    'content.team.0.photo',
    (url) => ({
      page: 'about',
      content: JSON.stringify({ team: [{ name: 'Ada', role: 'Engineer', bio: 'She counts.', photo: url }] }),
    }),
  ],
]

test('no field stores a web address with a user name or a password', async () => {
  for (const [method, path, field, body] of stores) {
    const fine = await t.send(method, path, { cookie, body: body(plain) })
    expect([path, field, fine.status < 300, fine.text.slice(0, 300)]).toEqual([
      path,
      field,
      true,
      fine.text.slice(0, 300),
    ])
    for (const url of withCredentials) {
      const { status, json } = await t.send(method, path, { cookie, body: body(url) })
      expect([path, url, status, json]).toEqual([
        path,
        url,
        422,
        expect.objectContaining({
          issues: [{ path: field, message: expect.stringContaining('without a user name and password') }],
        }),
      ])
    }
  }
})

test('links and pictures in a text lose them when it is saved', async () => {
  const content = `<p><a href="https://user:pw@tools.example/x">tools</a><img src="https://user:pw@tools.example/a.png" srcset="https://user:pw@tools.example/b.png 2x" alt=""></p><blockquote cite="https://user@tools.example/"><p>Said</p></blockquote>`
  const { status, json } = await t.send('POST', '/api/blog', { cookie, body: postInput({ content }) })
  expect(status).toBe(201)
  const stored = (json as { content: string }).content
  expect(stored).toContain('href="https://tools.example/x"')
  expect(stored).toContain('src="https://tools.example/a.png"')
  expect(stored).not.toMatch(/user|pw|@/)
})
