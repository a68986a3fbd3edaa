import { afterAll, beforeAll, expect, test } from 'bun:test'
import { testPipeline } from '#test/pipeline'
import { messageInput, projectInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>
let headers: Record<string, string>

beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false } })
  headers = { cookie: await t.signIn(), origin: 'http://acme.test', 'content-type': 'application/json' }
})
afterAll(() => t.close())

async function publish(path: string, body: object) {
  const answer = await t.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(201)
}

const get = async (path: string) => {
  const answer = await t.ask(path)
  return { status: answer.status, text: await answer.text(), cache: answer.headers.get('cache-control') }
}
const subjectIn = (html: string) => /<input[^>]* name="subject"[^>]*>/.exec(html)?.[0] ?? ''

test('a project ends with an invitation to write about it, in the language of the page', async () => {
  await publish('/api/projects', projectInput({ title: 'R&D "x"', translations: { es: { title: 'Año I' } } }))
  const link = (html: string) =>
    /<a href="([^"]*)" class="button button-signal"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  const english = link((await get('/projects/r-and-d-x/')).text) ?? ''
  const spanish = link((await get('/es/projects/r-and-d-x/')).text) ?? ''
  expect([english, spanish]).toEqual(['/contact/?subject=About+R%26D+%22x%22', '/es/contact/?subject=Sobre+A%C3%B1o+I'])
  expect(subjectIn((await get(english)).text)).toContain('value="About R&amp;D &quot;x&quot;"')
  expect(subjectIn((await get(spanish)).text)).toContain('value="Sobre Año I"')
})

test('the query fills the subject of the form, for one visitor alone', async () => {
  const asked = await get('/contact/?subject=%3Cscript%3Ealert(1)%3C/script%3E')
  expect([asked.status, asked.cache]).toEqual([200, 'no-store'])
  expect(asked.text).not.toContain('<script>alert')
  expect(subjectIn(asked.text)).toContain('value="&lt;script&gt;alert(1)&lt;/script&gt;"')
  const plain = await get('/contact/')
  expect(plain.cache).toBe('no-cache')
  expect(subjectIn(plain.text)).not.toContain('alert')
  expect(plain.text).toContain('<link rel="canonical" href="http://acme.test/contact/"')
})

test('a subject is truncated to the length of the field, on one line, in whole characters', async () => {
  const valueOf = async (subject: string) =>
    /value="([^"]*)"/.exec(subjectIn((await get(`/contact/?subject=${subject}`)).text))?.[1]
  expect(await valueOf('a%0D%0Ab%00c')).toBe('a b c')
  expect(await valueOf('x'.repeat(3000))).toBe('x'.repeat(200))
  expect(await valueOf(`${'x'.repeat(199)}${encodeURIComponent('🏭')}`)).toBe('x'.repeat(199))
  expect((await get('/contact/?subject=%F0%9F')).status).toBe(200)
})

test('what was typed stays when the form is returned, whatever the query proposed', async () => {
  const body = new URLSearchParams({ ...messageInput({ subject: 'Typed', email: 'no' }) })
  const answer = await t.ask('/contact/?subject=Proposed', {
    method: 'POST',
    headers: { origin: 'http://acme.test', 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  expect(subjectIn(await answer.text())).toContain('value="Typed"')
})
