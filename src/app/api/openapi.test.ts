import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeChange } from '#features/settings/owner/store'
import { post } from '#platform/mail/outbox'
import { today, visitLists } from '#features/visits/contract'
import { sampleRemovals } from '../samples/table'
import { visitCounts } from '#features/visits/table'
import { outbox } from '#platform/mail/table'
import { storeHits } from '#features/redirects/lookup'
import { openExample } from '#records/presence/api'
import { origin, testApi } from '#test/api'
import { documentedRoutes, type OpenApiDocument, toTemplate } from './openapi'

let t: Awaited<ReturnType<typeof testApi>>
let document: OpenApiDocument
const dataDir = mkdtempSync(join(tmpdir(), 'openapi-'))
beforeAll(async () => {
  t = await testApi({ dataDir })
  document = (await t.send('GET', '/swagger/json')).json as OpenApiDocument
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  )

/** The slug in the example of the path's kind. */
const slugIn = (path: string) =>
  path.includes('/blog/')
    ? 'measuring-before-building'
    : path.includes('/pages/')
      ? 'measuring-service'
      : 'lease-reader'

describe('the document', () => {
  test('has every route of the API, and nothing else', () => {
    const routes = documentedRoutes(t.api).map(({ method, path }) => `${method} ${toTemplate(path)}`)
    expect(routes.length).toBeGreaterThanOrEqual(23)
    expect(
      operations()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(routes.toSorted())
    const undocumented = t.api.routes.filter(({ path }) => path.startsWith('/api')).length - routes.length
    expect(undocumented).toBe(0)
  })

  test('resolves every reference, and uses every component', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference ?? '',
    )
    expect(references.length).toBeGreaterThan(100)
    for (const reference of references) expect([reference, resolve(reference)]).toEqual([reference, expect.any(Object)])
    const components = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`))
    expect(components.filter((component) => !references.includes(component))).toEqual([])
  })

  test('describes each operation completely', () => {
    for (const { name, path, operation } of operations()) {
      const answers = Object.entries(operation.responses).map(
        ([status, answer]) => [status, '$ref' in answer ? resolve(String(answer.$ref)) : answer] as const,
      )
      expect([name, operation]).toEqual([
        name,
        expect.objectContaining({
          operationId: expect.any(String),
          summary: expect.stringMatching(/^[A-Z][a-z]+ .*[^.]$/),
          tags: [expect.any(String)],
          security: expect.any(Array),
        }),
      ])
      const { summary, description = '.' } = operation
      expect([name, description.endsWith('.'), description.startsWith(`${summary}.`)]).toEqual([name, true, false])
      for (const [status, answer] of answers) {
        const hasBody = status !== '204' && status !== '304'
        expect([name, status, answer]).toEqual([
          name,
          status,
          expect.objectContaining({
            description: expect.any(String),
            ...(hasBody
              ? {
                  content: {
                    [mediaTypeOf(answer)]: {
                      schema: expect.any(Object),
                      example: expect.anything(),
                    },
                  },
                }
              : {}),
          }),
        ])
      }
      const described = (operation as unknown as { parameters: { name?: string; description?: string }[] }).parameters
      expect([name, described.filter((one) => one.name !== undefined && !one.description)]).toEqual([name, []])
      const parameters = described.map((parameter) => parameter.name)
      for (const [, parameter] of path.matchAll(/\{(\w+)\}/g))
        expect([name, parameters]).toEqual([name, expect.arrayContaining([parameter])])
    }
    const named = new Set(document.tags.map(({ name }) => name))
    expect(operations().filter(({ operation }) => !operation.tags.every((tag) => named.has(tag)))).toEqual([])
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('names the cookie where a session is required', async () => {
    for (const { name, path, method, operation } of operations()) {
      const { security } = operation as unknown as { security: object[] }
      const needsSession = security.some((way) => 'session' in way)
      const takesToken = security.some((way) => 'token' in way)
      const answer = await t.send(method.toUpperCase(), path.replace(/\{\w+\}/, '1'))
      expect([name, answer.status === 401]).toEqual([name, needsSession])
      expect([name, '401' in operation.responses]).toEqual([
        name,
        needsSession ||
          takesToken ||
          (name.startsWith('POST /api/login') && !name.endsWith('options')) ||
          asksForEditors(operation as object),
      ])
    }
  })

  test('documents the conflict of an idempotency key, wherever one is accepted', () => {
    const takers = operations().filter(({ operation }) => takesKey(operation))
    expect(takers.length).toBeGreaterThan(20)
    expect(takers.filter(({ operation }) => !('422' in operation.responses))).toEqual([])
  })

  test('has no examples that name the company of the starter content', () => {
    expect(/industria[ -]ai/i.exec(JSON.stringify([document.paths, document.components]))).toBeNull()
  })

  test('has examples that fit their schemas', () => {
    for (const { method, path, hooks } of documentedRoutes(t.api)) {
      const { requestBody, responses } = document.paths[toTemplate(path)]![method.toLowerCase()]!
      const examples = Object.entries(hooks.response ?? {}).map(
        ([status, schema]) => [schema, responses[status]?.content] as const,
      )
      for (const [schema, content] of [...examples, [hooks.body, requestBody?.content] as const]) {
        const { error } = schema?.safeParse(content?.['application/json']?.example) ?? {}
        expect([method, path, error?.issues]).toEqual([method, path, undefined])
      }
    }
  })

  test('has examples that are valid requests and responses', async () => {
    const cookie = await t.signIn()
    t.services.notFoundHits.add('/old-page/')
    await storeHits(t.services)
    await t.services.db
      .insert(visitCounts)
      .values(visitLists.map((list) => ({ path: '', list, day: today(), key: 'known', views: 2, visitors: 2 })))
    // One is undone below.
    const changes = [{ is: 'texts' as const, before: {}, after: {} }]
    await t.services.db.insert(sampleRemovals).values([1, 2].map((removed) => ({ removed, changes })))
    t.services.meter.jobEnded('send mail', true)
    await t.send('POST', '/api/presence', {
      cookie,
      body: { ...openExample, isHidden: true, window: 'another-window-of-hers' },
    })
    await t.services.db.transaction((tx) =>
      post(collecting(tx), t.services.config, {
        kind: 'message',
        to: ['ada@acme.example'],
        letter: { subject: 'Hello', text: '', html: '' },
      }),
    )
    await t.services.db.update(outbox).set({ attempts: 2, lastError: '451 Later' })
    await t.services.db.transaction((tx) =>
      storeChange(
        collecting(tx),
        {
          siteUrl: 'https://acme.example',
          mailServer: { host: 'smtp.acme.example', port: 587, security: 'starttls', username: 'site', password: null },
          mailFrom: 'site@acme.example',
          mailTo: ['ada@acme.example'],
          securityContact: 'mailto:security@acme.example',
          timeZone: 'Europe/Madrid',
        },
        [],
      ),
    )
    expect(await addPicture(cookie)).toBe(201)
    const welcome = { subject: { en: 'Hello', es: '' }, text: { en: '<p>Welcome.</p>', es: '' } }
    expect((await t.send('PUT', '/api/settings', { cookie, body: { welcome } })).status).toBe(200)
    expect(
      (await t.send('PUT', '/api/site', { cookie, body: { accent: '#0057ff', hidden: ['version'] } })).status,
    ).toBe(200)
    let redirect = ''
    let token = ''
    const order = ['post', 'get', 'put', 'delete']
    const inOrder = operations()
      // Account and session routes would end the test's own session, and event streams never end: they have tests of
      // their own.
      .filter(
        ({ name }) =>
          !/login|logout|register|check|accept|resets|retry|events|(POST|PUT|DELETE) .*account|DELETE .*(users|sessions)/.test(
            name,
          ) &&
          // Their bodies are files, or come from elsewhere; a backup is slow.
          !/^POST .*media|backups\/\{id\}|restores|imports/.test(name) &&
          // These need a mail server or DNS.
          !/newsletters\/\{id\}\/(?:send|test|cancel)|welcome\/test|mail\/(?:domain|test)/.test(name),
      )
      .toSorted(
        (a, b) =>
          order.indexOf(a.method) - order.indexOf(b.method) ||
          // The restored version of the site is to be the newest, and the first questions change the site, too.
          Number(a.name.startsWith('POST /api/site/revisions')) -
            Number(b.name.startsWith('POST /api/site/revisions')) ||
          (a.method === 'delete' ? b.path.length - a.path.length : 0),
      )
    expect(inOrder.length).toBeGreaterThanOrEqual(19)
    for (const { name, path, method, operation } of inOrder) {
      const body = operation.requestBody?.content['application/json']?.example
      const isReply = path.endsWith('/replies')
      if (isReply)
        t.services.config.mail = { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['ada@acme.example'] }
      const key = path.includes('/redirects/')
        ? redirect
        : path.includes('/previews/')
          ? token
          : method === 'get' && !/media|revisions|translations|contact|deliveries|newsletters/.test(path)
            ? slugIn(path)
            : '1'
      const address = path
        .replace('{page}', 'contact')
        .replace('{version}', path.startsWith('/api/site/') ? '2' : '1')
        .replace(/\{\w+\}/, key)
        .replace(/\/search$/, '/search?q=measuring')
        .replace(/\/find$/, '/find?q=measuring')
      const headers = { 'idempotency-key': 'x'.repeat(129) }
      const misnamed = await t.send(method.toUpperCase(), address, { cookie, body, headers })
      expect([name, misnamed.status === 422]).toEqual([name, takesKey(operation)])
      const answer = await t.send(method.toUpperCase(), address, { cookie, body })
      if (isReply) {
        t.services.config.mail = undefined
        await t.services.db.update(outbox).set({ attempts: 2, lastError: '451 Later' })
      }
      if (name === 'POST /api/redirects') redirect = String((answer.json as { id: number }).id)
      if (name === 'POST /api/previews') token = (answer.json as { token: string }).token
      const example = operation.responses[answer.status]?.content?.['application/json']?.example
      expect([name, answer.status, answer.status < 300]).toEqual([name, answer.status, true])
      expect([name, Object.keys(operation.responses)]).toEqual([name, expect.arrayContaining([String(answer.status)])])
      if (example !== undefined) expect([name, shapeOf(answer.json)]).toEqual([name, shapeOf(example)])
    }
  })
})

const mediaTypeOf = (answer: unknown) =>
  ['text/event-stream', 'text/html', 'application/octet-stream'].find((type) =>
    JSON.stringify(answer).includes(`"${type}":`),
  ) ?? 'application/json'

async function addPicture(cookie: string): Promise<number> {
  const body = new FormData()
  body.append('file', new File(['<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'], 'plan.svg'))
  const request = new Request(`${origin}/api/media`, { method: 'POST', headers: { origin, cookie }, body })
  return (await t.api.handle(request)).status
}

const takesKey = (operation: object) => JSON.stringify(operation).includes('/IdempotencyKey"')

/** Reads with a status are for editors only. */
const asksForEditors = ({ parameters = [] }: { parameters?: { name?: string }[] }) =>
  parameters.some(({ name }) => name === 'status')

describe('the page', () => {
  test('loads nothing from other hosts and runs nothing inline', async () => {
    const page = await t.send('GET', '/swagger')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
    expect(page.text).not.toMatch(/https?:\/\/|<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
    const files = [...page.text.matchAll(/(?:src|href)="(\/swagger[^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files.length).toBe(4)
    for (const file of files) expect([file, (await t.send('GET', file)).status]).toEqual([file, 200])
  })
})

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      document,
    )
}

/**
 * The field names and value types of a value; translations, metadata and maps by field name may contain any of theirs.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : []
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      ['translations', 'metadata', 'fields', 'changes', 'usedIn'].includes(name) ? 'object' : shapeOf(part),
    ]),
  )
}
