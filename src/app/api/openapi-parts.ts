import { z } from 'zod'
import { secureSessionCookie, sessionCookieName } from '#auth/sessions/sessions'
import { recordKinds } from '#features/kinds'
import { pageName } from '#features/page-contents/contract'
import { tagOf } from '#records/kind/record'
import { type Refusal, documentedAs } from '#platform/http/operation'
import { tokenPrefix } from '#auth/tokens/token-text'

/** The parts of the OpenAPI document that belong to no single route. */
export const info = (siteName: string) => ({
  info: {
    title: `${siteName} API`,
    version: '0.1.0',
    summary: 'Manages the content, media, waitlist and messages of the site',
    description: [
      'Published content can be read without authentication. All other requests need a session cookie from `POST /api/login`, or an API token (`Authorization: Bearer …`) from `POST /api/tokens`.',
      '',
      '- **Requests:** bodies are JSON of at most 1 MiB (64 KiB without a session) and 64 levels. Unknown fields and query parameters are ignored; more than 50 query parameters return 422.',
      '- **Errors** are `{ "message": string, "issues"?: [{ "path": string, "message": string }] }`, in the language of the `industria-language` cookie (`en` or `es`). The id of a record that does not exist returns 404, even if the request is invalid in other ways.',
      '- **Idempotency:** repeat a write safely by sending the same `Idempotency-Key`. Operations that set cookies do not accept one.',
      '- **Concurrency:** send the `version` of a record as `If-Match`; the request fails with 412 if somebody else has changed the record.',
      '- **API tokens** work for the operations that list `token` under security: tokens with the scope `read` for GET requests, with `write` for all. Other operations return 403, and an invalid token 401. A token takes precedence over a cookie. Each token is limited to 600 requests a minute.',
      '- **Cross-site requests** that are not GET return 403, unless they use an API token.',
    ].join('\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  },
})

export const tags = [
  { name: 'Account', description: 'Login, sessions, and the account of the current user.' },
  { name: 'People', description: 'Administrators and invitations.' },
  { name: 'Tokens', description: 'API tokens for other programs.' },
  ...recordKinds.map((kind) => ({
    name: tagOf(kind),
    description: `${tagOf(kind)} with their drafts, versions, translations and trash.`,
  })),
  { name: 'Built-in pages', description: 'Texts and SEO fields of the built-in pages.' },
  { name: 'Media', description: 'Library of pictures and documents.' },
  { name: 'Waitlist', description: 'Sign-ups for early access and news.' },
  { name: 'Contact', description: 'Messages of the contact form.' },
  { name: 'Privacy', description: 'Export and erasure of personal data.' },
  { name: 'Activity', description: 'Audit log and stream of changes.' },
  { name: 'Mail', description: 'Outgoing mail: queue, deliveries and status.' },
  { name: 'Newsletters', description: 'Newsletters to subscribers, with a post or texts of their own.' },
  { name: 'Webhooks', description: 'HTTP notifications of events to other systems.' },
  { name: 'Visits', description: 'Visit statistics without cookies or personal data.' },
  { name: 'Import', description: 'Import from other systems, and export as Markdown.' },
  { name: 'System', description: 'Status, jobs, backups and restores.' },
  { name: 'Settings', description: 'Settings for the owner.' },
  { name: 'Site', description: 'Name, appearance, navigation and interface texts of the public site.' },
  { name: 'Redirects', description: 'Redirects, and paths that returned 404.' },
  { name: 'Links', description: 'Links in published texts, and their state.' },
  { name: 'Checks', description: 'Possible improvements of texts before they are published.' },
  { name: 'Checklist', description: 'Setup tasks before launch.' },
  { name: 'Presence', description: 'Records that are open in an editor.' },
  { name: 'Preview', description: 'Previews of drafts, and links that share them.' },
  { name: 'Translations', description: 'Missing and outdated translations.' },
  { name: 'Search', description: 'Full-text search of public content.' },
  { name: 'Dashboard', description: 'Counts of records and of pending work.' },
]

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description: `Set by a login (HttpOnly, SameSite=Lax). Sites with https name it \`${secureSessionCookie}\`.`,
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${tokenPrefix}[0-9A-Za-z]{49}`,
    description:
      'An API token from `POST /api/tokens`, or from Integrations in the admin. It acts on behalf of its creator.',
  },
}

export const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the version to change (`"3"`). Returns 412 without changing anything if the record has another version.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of a cached response (`"3"`). Returns 304 if it is still current.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique value for this write, such as a random UUID. Repeating the request with the same key and session within 24 hours returns the stored response without applying it again; a different body returns 422.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  },
}

/** Path parameters by name. */
export const pathParameters: Record<string, z.ZodType> = {
  id: z.int32().min(1).meta({ description: 'The id of the record.', example: 12 }),
  page: pageName.meta({ description: 'The name of a built-in page.', example: 'contact' }),
  version: z.int().min(1).meta({ description: 'The number of the version.', example: 4 }),
  token: z
    .string()
    .meta({ description: 'The token of the link.', example: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k' }),
  window: z
    .string()
    .meta({ description: 'The id that the window chose.', example: '7f6c1de0a94b4f2f8a3d5c8e21b0f7aa' }),
}

/** The `key` of a record: visitors name it by its slug, editors by its id. */
export const slugParameter = z
  .string()
  .meta({ description: 'The slug of the record.', example: 'measuring-before-building' })

/** Query parameters by name, unless their schemas describe them. */
export const queryParameters: Record<string, { description: string; example: unknown }> = {
  language: { description: 'The language of the recipients.', example: 'en' },
  limit: { description: 'The maximum number of entries to return.', example: 20 },
  before: { description: 'The `id` of the last entry that was returned: the list continues behind it.', example: 32 },
}

/** Fields of schemas by name, unless the schema itself describes them. */
const fieldDescriptions: Record<string, string> = {
  alt: 'The alternative text.',
  attempts: 'How many attempts were started.',
  canonical: 'The canonical URL, if it is another one.',
  credential: 'The result of `navigator.credentials` as JSON.',
  decorative: 'Whether the picture says nothing, and needs no alternative text.',
  draft: 'The unpublished changes; null without any.',
  field: 'The path of the field in the record, such as `translations.es.title`.',
  focus: 'The point that stays visible when the picture is cropped, from 0 to 1 of the width and height.',
  issues: 'What is wrong, by field.',
  keywords: 'Separated by commas.',
  metadata: 'SEO fields. Empty ones are derived from the texts of the record and the settings of the site.',
  noindex: 'Whether search engines are asked not to list the page.',
  ogDescription: 'The description where the page is shared.',
  ogImage: 'The picture where the page is shared.',
  ogTitle: 'The title where the page is shared.',
  publishedAt: 'When it was published, or is scheduled to be.',
  savedBy: 'null for the server, or if unknown.',
  slug: 'Identifies it in URLs.',
  status: 'A published record with a `publishedAt` in the future is `scheduled`.',
  translation: 'The state of the translated texts, by language.',
  translations: 'The texts in other languages, by language. Where one is missing, the English text is shown.',
  trashedFrom: 'The status before it was moved to the trash.',
  values: 'The fields of the record.',
  version: 'Incremented by every change; sent as `If-Match`.',
  website: 'A honeypot for robots; leave it empty.',
}

export const headers = {
  ETag: {
    description: 'The version of the record, or a hash of the response.',
    schema: { type: 'string' },
    example: '"3"',
  },
  'X-Total-Count': {
    description: 'The total number of entries, regardless of `limit` and `offset`.',
    schema: { type: 'integer', minimum: 0 },
    example: 24,
  },
  'Set-Cookie': {
    description: 'The session cookie.',
    schema: { type: 'string' },
    example: `${sessionCookieName}=Q2F0…; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  'X-Request-Id': {
    description: 'The id of the request in the log.',
    schema: { type: 'string' },
    example: '4f9d0c1a',
  },
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }

/** The error responses, with the name of each among the components. */
export const refusals: Record<Refusal, { name: string; description: string; example: object; headers?: object }> = {
  400: {
    name: 'Malformed',
    description: 'The Host header is malformed, or the body is not valid JSON or nested too deeply.',
    example: { message: 'The body is not valid JSON' },
  },
  401: {
    name: 'Unauthorized',
    description: 'The session or token is missing, invalid or expired; for a login, the username or password is wrong.',
    example: { message: 'Please log in' },
  },
  403: {
    name: 'Forbidden',
    description:
      'The request is not allowed: it came from another site, the token does not permit this operation, `currentPassword` is wrong or required, the account must add a second factor first, or the setup code is wrong or no longer needed.',
    example: { message: 'This request came from another site' },
  },
  404: { name: 'NotFound', description: 'The record does not exist.', example: { message: 'Blog post not found' } },
  408: {
    name: 'TooSlow',
    description: 'The upload took too long.',
    example: { message: 'The file took too long to arrive' },
  },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with the current state, for example because the slug or path is already in use.',
    example: { message: 'This slug is taken', issues: [{ path: 'slug', message: 'This slug is taken' }] },
  },
  412: {
    name: 'Stale',
    description: 'The version in If-Match is not the current one; nothing was changed.',
    example: { message: 'Somebody else has changed this meanwhile' },
  },
  413: {
    name: 'TooLarge',
    description:
      'The body is larger than the limit of the operation: 1 MiB, or 64 KiB without a session, unless stated otherwise.',
    example: { message: 'The body is too large' },
  },
  414: {
    name: 'AddressTooLong',
    description: 'The path is longer than 2,048 characters, or path and query together than 12,288.',
    example: { message: 'The address is too long' },
  },
  415: {
    name: 'NotJson',
    description: 'The Content-Type is not supported.',
    example: { message: 'Please send JSON, with Content-Type: application/json' },
  },
  421: {
    name: 'Misdirected',
    description: 'The Host header does not name this site.',
    example: { message: 'This site does not answer for that host' },
  },
  422: {
    name: 'Invalid',
    description: 'The body, a parameter or the Idempotency-Key is invalid; `issues` lists the fields.',
    example: { message: 'Title is required', issues: [{ path: 'title', message: 'Title is required' }] },
  },
  429: {
    name: 'TooMany',
    description:
      'Too many requests or failed attempts. Wrong passwords and codes are limited to 10 in 15 minutes per client address and per session.',
    example: { message: 'Too many attempts. Please try again in 30 seconds.' },
    headers: retryAfter,
  },
  500: {
    name: 'Unexpected',
    description: 'An unexpected error on the server.',
    example: { message: 'Something on our side did not work. Please try again in a moment.' },
    headers: requestId,
  },
  503: {
    name: 'Unavailable',
    description: 'The database or another service is unavailable, or the server is overloaded.',
    example: { message: 'The database cannot be reached. Please try again in a moment.' },
    headers: { ...retryAfter, ...requestId },
  },
  507: {
    name: 'Full',
    description: 'The disk is full.',
    example: { message: 'There is no room left to store this' },
    headers: { ...retryAfter, ...requestId },
  },
}

export const responses = {
  NotModified: {
    description: 'The cached response is still current.',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  ...Object.fromEntries(
    Object.values(refusals).map(({ name, example, ...answer }) => [
      name,
      { ...answer, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } } },
    ]),
  ),
}

/** References a named schema, and inlines an unnamed one. */
export function toReference(schema: z.ZodType): object {
  const name = nameOf(schema)
  if (name) return { $ref: uri(name) }
  if (schema instanceof z.ZodArray) return { type: 'array', items: toReference(schema.element as z.ZodType) }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => toReference(option as z.ZodType)) }
  return z.toJSONSchema(schema, { io: 'input' })
}

export const nameOf = (schema: z.ZodType) => z.globalRegistry.get(documentedAs.get(schema) ?? schema)?.id
const uri = (name: string) => `#/components/schemas/${name}`

/**
 * The schema of a parameter: its parsed type (a number, say), or its text form where JSON Schema cannot express that.
 */
export function parameterSchema(schema: z.ZodType): JsonSchema {
  const read = toJsonSchema(schema, 'output')
  return 'type' in read || 'enum' in read ? read : toJsonSchema(schema, 'input')
}

type JsonSchema = { description?: string; example?: unknown; [key: string]: unknown }

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain })
  return { ...rest }
}

/**
 * All schemas named by `.meta({ id })`: in the input form if a route has it as its body, otherwise in the output form.
 */
export function namedSchemas(bodies: z.ZodType[]): Record<string, object> {
  const sent = new Set(bodies.map(nameOf))
  const [inputs, outputs] = [allSchemas('input'), allSchemas('output')]
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => {
      const { $schema: _, $id: __, ...schema } = (sent.has(name) && inputs[name]) || output
      return [name, withDescriptions(schema)]
    }),
  )
}

/** A JSON Schema with descriptions of the fields that are known by name. */
function withDescriptions(schema: z.core.JSONSchema.JSONSchema): z.core.JSONSchema.JSONSchema {
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (typeof field === 'object' && fieldDescriptions[name]) field.description ??= fieldDescriptions[name]
  for (const part of [...Object.values(schema.properties ?? {}), schema.items, ...(schema.anyOf ?? [])])
    if (typeof part === 'object' && !Array.isArray(part)) withDescriptions(part)
  return schema
}

const allSchemas = (io: 'input' | 'output') =>
  z.toJSONSchema(z.globalRegistry, { io, uri, unrepresentable: 'any', override: plain }).schemas

/** Without what `format` implies, and without the bounds of every integer. */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
