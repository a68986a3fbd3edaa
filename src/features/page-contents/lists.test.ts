import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { translated } from '#i18n/translated'
import { parseObject } from '#text/parse-json'
import { previews, recordDrafts, recordRevisions } from '#records/table'
import { testApi } from '#test/api'
import { pageContents } from './table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi()
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const person = (name: string, role: string) => ({ name, role })
const ana = person('Ana', 'Head')
const ben = person('Ben', 'Lead')
const cleo = person('Cleo', 'Design')
const anaEs = person('Ana', 'Directora')
const benEs = person('Ben', 'Jefe')
const cleoEs = person('Cleo', 'Diseño')
const page = (team: object[], spanish: object[]) => ({ team, translations: { es: { team: spanish } } })
/** Stored by an earlier release: Ben was removed only from the English list. */
const drifted = JSON.stringify(page([ana, cleo], [anaEs, benEs, cleoEs]))
const mended = [anaEs, cleoEs, benEs]

const save = (content: object) => t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content } })
const asAdmin = (method: string, path: string, body?: unknown) =>
  t.send(method, `/api/page-contents/about${path}`, { cookie, body })
const contentIn = (answer: { json: unknown }) => parseObject((answer.json as { content: string }).content)
const draftIn = (answer: { json: unknown }) =>
  parseObject((answer.json as { draft: { values: { content: string } } }).draft.values.content)
const spanishTeam = (content: Record<string, unknown>) =>
  (content.translations as { es: { team: unknown } }).es.team as object[]
/** The texts of the Spanish page. */
const shown = (content: Record<string, unknown>) =>
  translated(content, content.translations as Record<string, unknown>, 'es').team as object[]

test('an entry removed, moved or added in English alone is so on the Spanish page', async () => {
  await save(page([ana, ben, cleo], [anaEs, benEs, cleoEs]))
  const removed = contentIn(await save(page([ana, cleo], [anaEs, benEs, cleoEs])))
  expect([spanishTeam(removed), shown(removed)]).toEqual([
    [anaEs, cleoEs],
    [anaEs, cleoEs],
  ])
  const moved = contentIn(await save(page([cleo, ana], [anaEs, cleoEs])))
  expect(spanishTeam(moved)).toEqual([cleoEs, anaEs])
  const added = contentIn(await save(page([cleo, ben, ana], [cleoEs, anaEs])))
  expect([spanishTeam(added), shown(added)]).toEqual([
    [cleoEs, {}, anaEs],
    [cleoEs, ben, anaEs],
  ])
})

test('a draft is aligned by the draft that it replaces, and publishing by the draft it was', async () => {
  await save(page([ana, ben, cleo], [anaEs, benEs, cleoEs]))
  const dora = person('Dora', 'Sales')
  const draft = (team: object[], spanish: object[]) => asAdmin('PUT', '/draft', { content: page(team, spanish) })
  await draft([dora, ana, ben, cleo], [person('Dora', 'Ventas'), anaEs, benEs, cleoEs])
  const spanish = [person('Dora', 'Ventas'), anaEs, benEs, cleoEs]
  expect(spanishTeam(draftIn(await draft([dora, cleo], spanish)))).toEqual([person('Dora', 'Ventas'), cleoEs])
  expect(spanishTeam(contentIn(await save(page([cleo], [person('Dora', 'Ventas'), cleoEs]))))).toEqual([cleoEs])
})

test('content of the last release is read in order: rows, drafts, and restored versions', async () => {
  const { db } = t.services
  const savedBy = { savedById: null, savedByName: null }
  await db.insert(pageContents).values({ page: 'about', content: drifted })
  await db
    .insert(recordDrafts)
    .values({ kind: 'page', recordId: 'about', version: 2, values: { content: drifted }, ...savedBy })
  await db.insert(recordRevisions).values(
    [1, 2].map((version) => ({
      kind: 'page',
      recordId: 'about',
      version,
      action: 'draft',
      head: 0,
      tail: 0,
      text: JSON.stringify({ content: drifted }),
      ...savedBy,
    })),
  )
  const read = contentIn(await t.send('GET', '/api/page-contents/about'))
  expect([spanishTeam(read), shown(read)]).toEqual([mended, [anaEs, cleoEs]])
  expect(spanishTeam(draftIn(await asAdmin('GET', '?status=all')))).toEqual(mended)
  expect(spanishTeam(draftIn(await asAdmin('POST', '/revisions/1/restore')))).toEqual(mended)
  const stored = await save(page([ana, cleo], mended))
  expect([stored.status, spanishTeam(contentIn(stored))]).toEqual([200, mended])
})

test('a client that writes the whole Spanish list, as before, gets back what it wrote', async () => {
  await save(page([ana, ben], [anaEs, benEs]))
  const typed =
    '{ "team" :[{"name":"Ana"},\n{"name":"Ben"}], "translations":{"es":{"team":[ {"name":"B"},{"name":"A"} ]}}}'
  await t.send('POST', '/api/page-contents', { cookie, body: { page: 'about', content: typed } })
  expect((await t.send('GET', '/api/page-contents/about')).json).toMatchObject({ content: typed })
})

test('a preview shows the lists as publishing would store them', async () => {
  await save(page([ana, ben, cleo], [anaEs, benEs, cleoEs]))
  const values = { content: JSON.stringify(page([ben], [anaEs, benEs, cleoEs])) }
  const made = await t.send('POST', '/api/previews', {
    cookie,
    body: { kind: 'page', id: 'about', values, language: 'es' },
  })
  expect(made.status).toBe(201)
  const [preview] = await t.services.db.select().from(previews)
  expect(spanishTeam(contentIn({ json: preview?.answer }))).toEqual([benEs])
})
