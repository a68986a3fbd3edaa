import { z } from 'zod'
import { isAdminGuard } from '#auth/admin-only'
import { type AnswerHeader, type operation, type Refusal, documentedAs, givenExample } from '#platform/http/operation'
import { revalidated } from '#platform/http/revalidated'
import { isRecord } from '#text/parse-json'
import {
  pathParameters,
  queryParameters,
  refusals,
  slugParameter,
  nameOf,
  parameterSchema,
  toJsonSchema,
  toReference,
} from './openapi-parts'
import { neededScope } from './token-scopes'

const user = { id: 1, username: 'ada' }

/** Example values by field name, for schemas without an example. */
const values: Record<string, unknown> = {
  address: '203.0.113.7',
  authenticated: true,
  by: user,
  body: 'Good morning Ada,\nwe would love to.',
  challenge: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  code: '123456',
  createdBy: user,
  currentPassword: 'correct horse battery',
  device: 'Firefox, Windows',
  email: 'ada@acme.example',
  excerpt: 'Two weeks with a stopwatch saved one client a year of software.',
  expiresAt: '2026-03-09T09:00:00.000Z',
  id: 12,
  page: 'contact',
  password: 'correct horse battery',
  recordId: '7',
  recoveryCodes: 'ABCD-EFGH-JKLM-NPQR',
  savedBy: user,
  setupCode: 'ABCD-EFGH-JKLM',
  slug: 'measuring-before-building',
  subject: 'An engine for our school',
  title: 'Measuring before building',
  to: 'ada@acme.example',
  updatedAt: '2026-03-02T09:00:00.000Z',
  token: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  user,
  username: 'ada',
}

/** The example of a schema, merged over examples of its fields; optional fields are left out. */
function exampleOf(schema: z.ZodType, name = ''): unknown {
  const documented = documentedAs.get(schema) ?? schema
  const given = givenExample(documented)
  if (documented instanceof z.ZodObject && !(name in values))
    return { ...exampleOfFields(documented.shape), ...Object(given) }
  if (given !== undefined) return given
  if (documented instanceof z.ZodArray) return [exampleOf(documented.element as z.ZodType, name)]
  if (name in values) return values[name]
  return exampleOfType(documented, name)
}

const exampleOfFields = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !(field as z.ZodType).isOptional())
      .map(([name, field]) => [name, exampleOf(field as z.ZodType, name)]),
  )

function exampleOfType(schema: z.ZodType, name: string): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional) return exampleOf(schema.unwrap() as z.ZodType, name)
  // In unions for editors and visitors, that of visitors is the last.
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options.at(-1) as z.ZodType, name)
  if (schema instanceof z.ZodPipe)
    return exampleOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, name)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodISODateTime) return '2026-03-02T09:00:00.000Z'
  if (schema instanceof z.ZodISODate) return '2026-03-02'
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 1
  return schema instanceof z.ZodRecord ? {} : name
}

type Hook = { fn: unknown }
/** A route as stored by Elysia. */
export type Route = {
  method: string
  path: string
  hooks: {
    detail: ReturnType<typeof operation> & { tags?: string[]; hide?: boolean }
    parse?: Hook[]
    mapResponse?: Hook[]
    body?: z.ZodType
    query?: z.ZodObject
    response?: Record<number, z.ZodType>
  }
}

/** The OpenAPI operation of a route. `routes` are those of the whole API. */
export function describeRoute(route: Route, routes: readonly Route[]) {
  const needsMatch = takesVersion(route, routes)
  const { tags, operationId, summary, description } = route.hooks.detail
  return {
    operationId,
    tags,
    summary,
    description: description || undefined,
    security: securityOf(route),
    parameters: parametersOf(route, needsMatch),
    ...bodyOf(route),
    responses: {
      ...answersOf(route),
      ...(isRevalidated(route) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
      ...Object.fromEntries(
        refusalsOf(route, needsMatch).map((status) => [
          status,
          { $ref: `#/components/responses/${refusals[status].name}` },
        ]),
      ),
    },
  }
}

const factsOf = ({ hooks }: Route) => hooks.detail.facts
const needsSession = ({ hooks }: Route) => (hooks.parse ?? []).some(({ fn }) => isAdminGuard(fn))
/** A token is optional where neither a session nor a token is needed. */
function securityOf(route: Route): object[] {
  const scope = neededScope(route)
  const token = scope ? [{ token: [scope] }] : []
  if (needsSession(route)) return [{ session: [] }, ...token]
  return scope ? [{}, ...token] : []
}

const isUnsafe = ({ method }: Route) => method !== 'GET'
const takesKey = (route: Route) => isUnsafe(route) && factsOf(route).idempotent !== false
/** Writes of versioned records: the resource that the path names has a version, and a response shows the new one. */
function takesVersion(route: Route, routes: readonly Route[]): boolean {
  const resource = route.path.replace(/(:\w+).*/, '$1')
  const isVersioned = ({ method, path, hooks }: Route) =>
    method === 'GET' && path === resource && hasVersion(hooks.response?.[200])
  const shows = route.method === 'DELETE' || Object.values(route.hooks.response ?? {}).some(hasVersion)
  return factsOf(route).ifMatch ?? (isUnsafe(route) && shows && routes.some(isVersioned))
}

const hasVersion = (schema?: z.ZodType): boolean =>
  schema instanceof z.ZodUnion
    ? schema.options.some((option) => hasVersion(option as z.ZodType))
    : schema instanceof z.ZodObject && schema.shape.version instanceof z.ZodNumber

const isRevalidated = ({ hooks }: Route) => (hooks.mapResponse ?? []).some(({ fn }) => fn === revalidated)
const namesIn = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

function parametersOf(route: Route, needsMatch: boolean) {
  const key = needsSession(route) ? pathParameters.id! : slugParameter
  const known: Record<string, z.ZodType> = { ...pathParameters, key, ...factsOf(route).parameters }
  return [
    ...namesIn(route).map((name) => ({ ...parameter(name, known[name] ?? z.string()), in: 'path', required: true })),
    ...Object.entries(route.hooks.query?.shape ?? {}).map(([name, schema]) => ({
      ...parameter(name, schema as z.ZodType),
      in: 'query',
      required: !(schema as z.ZodType).isOptional(),
    })),
    ...(needsMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(isRevalidated(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function parameter(name: string, schema: z.ZodType) {
  const common = queryParameters[name]
  const { description = common?.description, example = common?.example, ...rest } = parameterSchema(schema)
  return { name, description, schema: rest, example: example ?? rest.default }
}

function bodyOf(route: Route) {
  const { example, upload } = factsOf(route)
  const { body } = route.hooks
  if (upload) {
    const instead = example === undefined ? {} : { 'application/json': { schema: { type: 'object' }, example } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: oneFile }, ...instead } } }
  }
  if (!body) return {}
  const content = { 'application/json': { schema: toReference(body), example: example ?? exampleOf(body) } }
  return { requestBody: { required: !body.isNullable(), content } }
}

const oneFile = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
}

/** The success responses. A route without schemas returns 204. */
function answersOf(route: Route) {
  const { answers = {} } = factsOf(route)
  const schemas = route.hooks.response ?? {}
  const codes = [...Object.keys(schemas), ...Object.keys(answers)].map(Number)
  const statuses = codes.some((status) => status < 300) ? codes : [204]
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, answerOf(route, status)]))
}

function answerOf(route: Route, status: number) {
  const schema = route.hooks.response?.[status]
  const { description, example, stream, file, page, headers = [] } = factsOf(route).answers?.[status] ?? {}
  const tagged: AnswerHeader[] = schema && hasETag(route, schema) ? ['ETag'] : []
  const named = [...new Set([...tagged, ...headers])]
  const content = schema
    ? { 'application/json': { schema: toReference(schema), example: over(exampleOf(schema), example) } }
    : stream
      ? { 'text/event-stream': { schema: { type: 'string' }, example: stream } }
      : page
        ? { 'text/html': { schema: { type: 'string' }, example: page } }
        : file && { 'application/octet-stream': { schema: oneFile.properties.file, example: file } }
  return {
    description: description ?? describeAnswer(status, schema),
    ...(named.length > 0
      ? { headers: Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
      : {}),
    ...(content ? { content } : {}),
  }
}

/** Merges the route's own values over the example of an object. */
const over = (example: unknown, own: unknown) =>
  isRecord(example) && isRecord(own) ? { ...example, ...own } : (own ?? example)

/** Reads with `revalidated` have an ETag, and versioned records; old versions do not. */
const hasETag = (route: Route, schema: z.ZodType) =>
  isRevalidated(route) || (hasVersion(schema) && !route.path.endsWith('/:version'))

function describeAnswer(status: number, schema?: z.ZodType): string {
  if (status === 202) return 'Accepted. The work continues in the background.'
  if (!schema) return 'Success. The response has no body.'
  return schema instanceof z.ZodArray
    ? `A list of ${describeSchema(schema.element as z.ZodType)} objects.`
    : `The ${describeSchema(schema)} object.`
}

const describeSchema = (schema: z.ZodType): string =>
  schema instanceof z.ZodUnion
    ? schema.options.map((option) => describeSchema(option as z.ZodType)).join(' or ')
    : `\`${nameOf(schema)}\``

function refusalsOf(route: Route, needsMatch: boolean): Refusal[] {
  const { upload, finds = true } = factsOf(route)
  const { body, query, detail } = route.hooks
  const all: Refusal[] = [
    ...namedRefusals(detail.description),
    ...(needsSession(route) ? ([401, 403] as const) : []),
    ...(neededScope(route) ? ([401, 429] as const) : []),
    ...(asksForPassword(body) ? ([429] as const) : []),
    ...(isUnsafe(route) ? ([403, 413, 415, 507] as const) : []),
    ...(finds && namesIn(route).length > 0 ? ([404] as const) : []),
    ...(needsMatch ? ([412] as const) : []),
    ...(upload ? ([408] as const) : []),
    ...(body || query || takesKey(route) ? ([422] as const) : []),
    400,
    414,
    421,
    500,
    503,
  ]
  return [...new Set(all)].toSorted((a, b) => a - b)
}

/** Wrong passwords are limited. */
const asksForPassword = (body?: z.ZodType) =>
  body !== undefined && JSON.stringify(toJsonSchema(body, 'input')).includes('"currentPassword"')

/** The statuses that sentences of a description begin with: *Returns 409 if …, and 429 after …*. */
const namedRefusals = (description: string): Refusal[] =>
  description
    .split('. ')
    .filter((sentence) => /^Returns \d{3} /.test(sentence))
    .flatMap((sentence) => sentence.match(/\b[45]\d\d\b/g) ?? [])
    .map((status) => Number(status) as Refusal)
