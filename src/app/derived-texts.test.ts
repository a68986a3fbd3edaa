import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testPipeline } from '#test/pipeline'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn()
})
afterAll(() => t.close())

async function send(method: string, path: string, body: unknown) {
  const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: JSON.stringify(body) })
  expect([path, response.status < 300]).toEqual([path, true])
}
const page = (name: string, content: object) =>
  send('POST', '/api/page-contents', { page: name, content: JSON.stringify(content) })
const html = async (path: string) => (await t.ask(path)).text()

async function headOf(path: string) {
  const text = await html(path)
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]
  return {
    title: /<title>([^<]*)</.exec(text)?.[1],
    description: meta('description'),
    keywords: meta('keywords'),
    ogTitle: meta('og:title'),
    ogImage: meta('og:image'),
  }
}

test('titles, descriptions and pictures follow name, heading and subtitle until they are typed', async () => {
  await send('PUT', '/api/site', { name: 'Acme Cranes', footer: { en: 'We lift.', es: 'Elevamos.' } })
  await page('about', {
    title: 'Who we are',
    subtitle: 'Nine people.',
    translations: { es: { title: 'Quiénes somos' } },
  })
  expect(await headOf('/about/')).toEqual({
    title: 'Who we are · Acme Cranes',
    description: 'Nine people.',
    keywords: 'Who we are, Acme Cranes',
    ogTitle: 'Who we are · Acme Cranes',
    ogImage: 'http://acme.test/og.png',
  })
  expect(await headOf('/es/about/')).toMatchObject({
    title: 'Quiénes somos · Acme Cranes',
    ogImage: 'http://acme.test/es/og.png',
  })
  expect(await headOf('/')).toMatchObject({ title: 'Acme Cranes Home', description: 'We lift.' })
  expect(await html('/es/')).toContain('Elevamos.')

  await page('about', { title: 'Who we are', metadata: { title: 'Typed', description: 'Also typed.', keywords: 'a' } })
  expect(await headOf('/about/')).toMatchObject({ title: 'Typed', description: 'Also typed.', keywords: 'a' })
})

test('the site defaults reach every page, the search and those that are missing, and change with them', async () => {
  const paths = [
    '/about/',
    '/contact/',
    '/blog/',
    '/search/',
    '/search/?q=crane',
    '/none/at/all/',
    '/none/',
    '/blog/none/',
  ]
  for (const words of ['Cranes for everyone.', 'Cranes for some.']) {
    await page('home', {
      metadata: { description: words },
      translations: { es: { metadata: { description: `${words} es` } } },
    })
    for (const path of paths) {
      expect([path, (await headOf(path)).description]).toEqual([path, words])
      expect([path, (await headOf(`/es${path}`)).description]).toEqual([path, `${words} es`])
    }
  }
})

test('version, industries, badge and waitlist are switched off and on, and renamed', async () => {
  const parts = ['v.0.1.0', 'footer-industries', 'Coming Soon!', 'id="waitlist"']
  await page('home', { heroTitle: 'Cranes', heroCta: 'Sign up' })
  const found = async () => {
    const text = await html('/')
    return [...parts, '#waitlist'].filter((part) => text.includes(part))
  }
  expect(await found()).toEqual([...parts, '#waitlist'])
  await send('PUT', '/api/site', { hidden: ['version', 'industries', 'badge', 'waitlist'] })
  expect(await found()).toEqual([])
  await send('PUT', '/api/site', { hidden: null })
  await send('PUT', '/api/site/texts', { 'footer.version': { en: 'Edition 7' }, 'hero.badge': { en: 'Open now' } })
  const text = await html('/')
  for (const words of ['Edition 7', 'Open now']) expect(text).toContain(words)
  const refused = await t.ask('/api/site', {
    method: 'PUT',
    headers: { cookie, origin: 'http://acme.test', 'content-type': 'application/json' },
    body: JSON.stringify({ hidden: ['logo'] }),
  })
  expect([refused.status, await refused.json()]).toMatchObject([422, { issues: [{ path: 'hidden.0' }] }])
})
