import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { testApi } from '#test/api'

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

const asAdmin = (method: string, path: string, body?: unknown) =>
  t.send(method, `/api/page-contents${path}`, { cookie, body })
const save = (content: object) => asAdmin('POST', '', { page: 'about', content })
type TranslationJson = { state: string; fields: Record<string, string> }
const told = async () =>
  ((await asAdmin('GET', '/about?status=all')).json as { translation: { es: TranslationJson } }).translation.es

const person = (role: string, name = 'Ana') => ({ name, role })
const page = (english: object, es: object = {}) => ({ ...english, translations: { es } })

test('a page reports its translation status, to editors alone, entry by entry in its lists', async () => {
  await save(
    page({ title: 'About', vision: '', team: [person('Engineer')] }, { title: 'Sobre', team: [{ name: 'Ana' }] }),
  )
  expect(await told()).toEqual({
    state: 'partial',
    fields: { title: 'complete', 'team.0.name': 'complete', 'team.0.role': 'missing' },
  })
  expect((await asAdmin('GET', '?status=all')).json).toMatchObject([
    { page: 'about', translation: { es: { state: 'partial' } } },
  ])
  expect((await asAdmin('GET', '')).text).not.toContain('"translation"')
  expect((await t.send('GET', '/api/page-contents/about')).json).not.toHaveProperty('translation')
})

test('a page without any text has nothing left to translate', async () => {
  await save({})
  expect(await told()).toEqual({ state: 'complete', fields: {} })
})

test('entries stay translated when they are moved, and are outdated when their English changes', async () => {
  const es = [person('Ingeniera'), person('Directora', 'Eva')]
  await save(page({ team: [person('Engineer'), person('Director', 'Eva')] }, { team: es }))
  await save(page({ team: [person('Director', 'Eva'), person('Engineer')] }, { team: es.toReversed() }))
  expect((await told()).state).toBe('complete')
  await save(page({ team: [person('Managing director', 'Eva'), person('Engineer')] }, { team: es.toReversed() }))
  expect((await told()).fields).toMatchObject({ 'team.0.role': 'outdated', 'team.1.role': 'complete' })
  await save(
    page(
      { team: [person('Managing director', 'Eva'), person('Engineer'), person('Engineering')] },
      { team: [...es.toReversed(), person('Ingeniera')] },
    ),
  )
  expect((await told()).fields).toMatchObject({ 'team.0.role': 'outdated', 'team.2.role': 'complete' })
  const answer = await asAdmin('POST', '/about/translations/es/confirm', { fields: ['team.0.role'] })
  expect([answer.status, (await told()).state]).toEqual([200, 'complete'])
})

test('its draft has a translation of its own, and its changes can be read', async () => {
  await save(page({ title: 'About' }, { title: 'Sobre' }))
  await asAdmin('PUT', '/about/draft', { content: page({ title: 'About us' }, { title: 'Sobre' }) })
  expect((await told()).state).toBe('complete')
  expect((await asAdmin('GET', '/about/translations/es')).json).toEqual({
    state: 'complete',
    fields: { title: 'complete' },
    changes: {},
    draft: {
      state: 'outdated',
      fields: { title: 'outdated' },
      changes: { title: { before: 'About', after: 'About us' } },
    },
  })
  await save(page({ title: 'About us' }, { title: 'Sobre' }))
  expect((await told()).state).toBe('outdated')
  await asAdmin('POST', '/about/revisions/1/restore')
  expect((await asAdmin('GET', '/about/translations/es')).json).toMatchObject({ draft: { state: 'complete' } })
})

test('only its texts can be confirmed', async () => {
  await save(page({ title: 'About', team: [person('Engineer')] }, { title: 'Sobre' }))
  const confirm = async (fields: unknown, name = 'about') =>
    (await asAdmin('POST', `/${name}/translations/es/confirm`, { fields })).status
  expect([
    await confirm(['metadata']),
    await confirm(['team.4.role']),
    await confirm(['title', 'team']),
    await confirm(['title'], 'legal'),
    await confirm(['title'], 'nowhere'),
  ]).toEqual([422, 422, 200, 404, 404])
  expect((await asAdmin('GET', '/nowhere/translations/es')).status).toBe(404)
})
