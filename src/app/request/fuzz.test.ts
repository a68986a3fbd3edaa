import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { origin, testApi } from '#test/api'
import { postInput, projectInput } from '#test/inputs'
import { tries } from '#test/tries'
import type { OpenApiDocument, Operation } from '#app/api/openapi'

const runs = tries(2000)
const secret = 'Tr0ub4dor-secret'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let document: OpenApiDocument
beforeAll(async () => {
  t = await testApi({
    throttle: false,
    mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['ada@acme.example'] },
  })
  cookie = await t.signIn()
  document = (await t.send('GET', '/swagger/json')).json as OpenApiDocument
  await t.send('POST', '/api/blog', { cookie, body: postInput() })
  await t.send('POST', '/api/projects', { cookie, body: projectInput() })
})
afterAll(() => t.close())

test(
  'no unusual request breaks anything, and every answer is documented',
  async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(oddRequest(), async ({ operation, method, path, headers, body }) => {
        const answer = await t.send(method, path, { headers, ...(body === undefined ? {} : { body }) })
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) {
          expect(answer.json).toEqual(expect.objectContaining({ message: expect.any(String) }))
          expect(
            Object.keys(answer.json as object).filter((field) => field !== 'message' && field !== 'issues'),
          ).toEqual([])
          expect(answer.text).not.toContain(secret)
          expect(answer.text).not.toMatch(
            /drizzle|postgres|pglite|syntax error|\bselect\b.*\bfrom\b|\binsert into\b|node_modules|\.ts\b|^\s*at /im,
          )
        }
        // A slug with a slash, or a dot segment (`.`, `..`), leads to another route, which may have other responses.
        if (!/%2f/i.test(path) && staysAsItIs(path))
          expect(Object.keys(operation.responses)).toContain(String(answer.status))
      }),
      runs,
    )
    expect([...seen.keys()].toSorted()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 415, 422]))
    expect(t.logged.filter(({ level }) => level === 'error')).toEqual([])
  },
  runs.numRuns * 60,
)

const staysAsItIs = (path: string) => new URL(path, origin).pathname === path.replace(/\?.*/s, '')

type Odd = { operation: Operation; method: string; path: string; headers: Record<string, string>; body?: string }

function oddRequest(): fc.Arbitrary<Odd> {
  const operations = Object.entries(document.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    // One would end the session, the other's response never ends.
    .filter(({ operation }) => !['logout', 'streamEvents'].includes(operation.operationId))
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    return fc.record({
      operation: fc.constant(operation),
      method: fc.constant(method),
      path: fc.tuple(oddSegment, oddQuery).map(([segment, query]) => path.replace(/\{\w+\}/, segment) + query),
      headers: oddHeaders,
      body:
        method === 'GET'
          ? fc.constant(undefined)
          : fc.oneof({ weight: 8, arbitrary: oddBody(schema) }, { weight: 1, arbitrary: oddText }),
    })
  })
}

const oddStrings = [
  '',
  ' ',
  '\0',
  'a\u{D800}',
  '😀',
  'مرحبا',
  '‮gnirts',
  "'; drop table posts; --",
  '<script>alert(1)</script>',
  '{"content":"x","metadata":{"canonical":"javascript:1"}}',
  '{"content":',
  '[]',
  '{}',
  'javascript:alert(1)',
  '/a.webp',
  'https://example.com',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  'NaN',
  '1e400',
  '2026-02-30',
  '2026-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999+23:59',
  'home',
  'featured',
  'ada@example.com',
  secret,
]
const oddString = fc.oneof(
  fc.constantFrom(...oddStrings),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddString,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 0.5, 1e308, 2 ** 53, [], {}),
)
const oddSegment = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '0',
    '-1',
    '1e3',
    '0x10',
    '99999999999',
    '%00',
    '%E0%A4%A',
    '%ED%A0%80',
    '..%2f..',
    'first-light',
    'home',
    'featured',
    'x'.repeat(3000),
  ),
  oddString.filter((text) => text.isWellFormed() && text !== '').map(encodeURIComponent),
)
const oddQuery = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '?limit=3',
      '?limit=0',
      '?limit=1e2',
      '?limit[]=1',
      '?limit=1&limit=2',
      '?limit=%00',
      '?limit=%E0%A4%A',
      '?__proto__=1',
      '?',
      '?=',
      '?%',
    ),
  },
)
const oddText = fc.oneof(
  fc.constantFrom(
    '{',
    '[',
    'null',
    '""',
    '{"a":1,}',
    '['.repeat(70),
    '{"__proto__":{"a":1}}',
    '{"title":1,"title":2}',
    '\u{FEFF}{}',
  ),
  fc.string({ unit: 'binary' }),
)

const visible = (text: string) => /^[\x20-\x7e]*$/.test(text)
const oddHeaders = fc
  .record({
    session: fc.constantFrom('own', 'own', 'own', 'none', 'forged'),
    more: fc.dictionary(
      fc.constantFrom(
        'if-match',
        'if-none-match',
        'idempotency-key',
        'origin',
        'sec-fetch-site',
        'content-type',
        'accept',
        'x-forwarded-for',
        'x-forwarded-host',
      ),
      fc.oneof(
        fc.constantFrom(
          '"1"',
          '*',
          'W/"2", "x"',
          'application/json',
          'text/plain',
          'cross-site',
          'same-origin',
          origin,
          'null',
          'key',
          '1, 2',
          ',',
        ),
        oddString.filter(visible),
      ),
      { maxKeys: 2 },
    ),
  })
  .map(({ session, more }): Record<string, string> => ({
    ...more,
    ...(session === 'none'
      ? {}
      : { cookie: session === 'own' ? cookie : 'industria-session=forged; industria-language=es' }),
  }))

/** Valid bodies with some parts replaced or missing. */
function oddBody(schema: object | undefined): fc.Arbitrary<string> {
  return (schema ? fromSchema(schema) : oddValue).map((value) => JSON.stringify(value) ?? '')
}

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  enum?: unknown[]
  maxLength?: number
}

function fromSchema(part: object): fc.Arbitrary<unknown> {
  const schema: Schema = part
  if (schema.$ref) return fromSchema(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  return fc.oneof({ weight: 8, arbitrary: fitting(schema) }, { weight: 1, arbitrary: oddValue })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromSchema))
  if (schema.type === 'object')
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, fromSchema(property)]),
      ),
      { requiredKeys: schema.required ?? [] },
    )
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer()
  return schema.type === 'string'
    ? fc.oneof(oddString, fc.constantFrom('/a.webp', 'ada@example.com', 'Plain words', '<p>HTML</p>'))
    : oddValue
}
