import { z } from 'zod'
import { secureSessionCookie, sessionCookieName } from '#auth/sessions/sessions'
import { tokenPrefix } from '#auth/tokens/token-text'
import { recordKinds } from '#features/kinds'
import type { Refusal } from '#platform/http/operation'

/** The parts of the OpenAPI document that belong to no single route. */
export const info = (siteName: string) => ({
  info: {
    title: `${siteName} API`,
    version: '0.1.0',
    summary: 'The content of the site, its waitlist and its messages',
    description: [
      'Reading what the site shows needs nothing. Writing, and reading what visitors sent, needs the session cookie that `POST /api/login` sets, or a token (`Authorization: Bearer …`) that `POST /api/tokens` makes.',
      '',
      '- Bodies are JSON, at most 1 MiB (64 KiB on routes that need no session) and 64 levels deep. Unknown fields are ignored.',
      '- A query has at most 50 different names (422). Unknown ones are ignored.',
      '- Every failure is `{ "message": string, "issues"?: [{ "path": string, "message": string }] }`, in the language of the `industria-language` cookie (`en` or `es`).',
      '- The id of a record that does not exist is a 404, whatever else is wrong with the request.',
      '- An `Idempotency-Key` makes a repeated write apply once. The routes of the account take none: their answers hold cookies.',
      '- Posts, projects and page contents have a `version`; send it as `If-Match` and nothing is overwritten unseen.',
      '- A token opens the routes that name it, `read` the safe ones and `write` all of them; elsewhere it is a 403. It decides also where there is a cookie, and one that is not valid is a 401 everywhere. At most 600 requests a minute with each.',
      '- Unsafe requests that come from a page of another site are refused, but for those with a token.',
    ].join('\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  },
})

export const tags = [
  { name: 'Account', description: 'The administrator and the session.' },
  { name: 'People', description: 'The administrators, and invitations to become one.' },
  { name: 'Tokens', description: 'With which programs use the API.' },
  ...recordKinds.map(({ tag }) => tag),
  { name: 'Page contents', description: 'The texts and SEO fields of the static pages.' },
  { name: 'Media', description: 'Pictures and documents.' },
  { name: 'Waitlist', description: 'Signing up for early access.' },
  { name: 'Contact', description: 'Messages of the contact form.' },
  { name: 'Privacy', description: 'What is held of a person, and its end.' },
  { name: 'Activity', description: 'Who did what.' },
  { name: 'Mail', description: 'The mails that the site sends.' },
  { name: 'Newsletters', description: 'Letters that bring posts to subscribers.' },
  { name: 'Webhooks', description: 'Telling other programs what happens here.' },
  { name: 'Numbers', description: 'How the site is visited, without spying.' },
  { name: 'Import', description: 'What other systems have kept becomes posts and pages.' },
  { name: 'System', description: 'How the site runs.' },
  { name: 'Settings', description: 'What the owner has settled.' },
  { name: 'Site', description: 'What the site is called, looks like and leads to.' },
  { name: 'Redirects', description: 'Addresses that have moved, and those that lead nowhere.' },
  { name: 'Links', description: 'Where published texts lead, and what was found there.' },
  { name: 'Checklist', description: 'What is left to do before the site is ready.' },
  { name: 'Editing', description: 'Who has what open.' },
  { name: 'Preview', description: 'How a draft will look.' },
  { name: 'Translations', description: 'What is left to translate.' },
  { name: 'Search', description: 'Finding what visitors may read.' },
  { name: 'Waiting', description: 'How much is left to do.' },
]

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description: `Set by signing in: HttpOnly, SameSite=Lax. On an https site its name is \`${secureSessionCookie}\`.`,
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${tokenPrefix}[0-9A-Za-z]{49}`,
    description: 'Made by `POST /api/tokens`, or under Integrations in the admin. It acts in the name of its maker.',
  },
}

export const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The version that the change was made on, as the ETag told it (`"3"`). When the record has moved on meanwhile nothing is changed.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the answer that is at hand already (`"3"`).',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names one intended change (a random UUID, say): the same key on the same route by the same session within 24 hours gets the stored answer and changes nothing again; with another body it is a 422.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  },
}

/** Path parameters by name. */
export const pathParameters: Record<string, z.ZodType> = {
  id: z.int32().min(1).meta({ description: 'Its id.', example: 12 }),
  version: z.int().min(1).meta({ description: 'The number of the version.', example: 4 }),
  token: z
    .string()
    .meta({ description: 'The token of the link.', example: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k' }),
  window: z.string().meta({ description: 'The name of the window.', example: '7f6c1de0a94b4f2f8a3d5c8e21b0f7aa' }),
}

export const headers = {
  ETag: { description: 'The version of the record, or a hash of a list.', schema: { type: 'string' }, example: '"3"' },
  'X-Total-Count': {
    description: 'How many there are, of which the answer may be a part.',
    schema: { type: 'integer', minimum: 0 },
    example: 24,
  },
  'Set-Cookie': {
    description: 'The session cookie.',
    schema: { type: 'string' },
    example: `${sessionCookieName}=Q2F0…; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
  },
  'Retry-After': {
    description: 'Seconds until it is worth trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  'X-Request-Id': {
    description: 'The id under which the failure is logged.',
    schema: { type: 'string' },
    example: '4f9d0c1a',
  },
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }

export const refusalNames: Record<Refusal, string> = {
  400: 'Malformed',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'TooSlow',
  409: 'Conflict',
  412: 'Stale',
  413: 'TooLarge',
  414: 'AddressTooLong',
  415: 'NotJson',
  421: 'Misdirected',
  422: 'Invalid',
  429: 'TooMany',
  500: 'Unexpected',
  503: 'Unavailable',
  507: 'Full',
}

const refusals: Record<Refusal, { description: string; example: object; headers?: object }> = {
  400: {
    description: 'The Host header is malformed, or the body is not valid JSON or nested too deeply.',
    example: { message: 'The body is not valid JSON' },
  },
  401: {
    description:
      'There is no living session, or the token is not valid; or, when logging in, name and password do not belong together.',
    example: { message: 'Please log in' },
  },
  403: {
    description:
      'The request came from a page of another site, its token does not open this route, its `currentPassword` is wrong, or missing while the session is not confirmed, or the site requires a second factor that whoever asks has not added yet; or, when registering, the set-up code is wrong or there is an administrator already.',
    example: { message: 'This request came from another site' },
  },
  404: { description: 'There is no such record.', example: { message: 'Blog post not found' } },
  408: {
    description: 'The file came too slowly.',
    example: { message: 'The file took too long to arrive' },
  },
  409: {
    description: 'The slug, or the path, belongs to another record.',
    example: { message: 'This slug is taken', issues: [{ path: 'slug', message: 'This slug is taken' }] },
  },
  412: {
    description: 'The record is not of the version that If-Match names; nothing was changed.',
    example: { message: 'Somebody else has changed this meanwhile' },
  },
  413: {
    description: 'The body is larger than 1 MiB, or than 64 KiB on a route that needs no session.',
    example: { message: 'The body is too large' },
  },
  414: {
    description: 'The path is longer than 2,048 characters, or path and query are longer than 12,288.',
    example: { message: 'The address is too long' },
  },
  415: {
    description: 'The body is not JSON.',
    example: { message: 'Please send JSON, with Content-Type: application/json' },
  },
  421: {
    description: "The request is for another host than the site's.",
    example: { message: 'This site does not answer for that host' },
  },
  422: {
    description: 'The body, a parameter or the Idempotency-Key breaks a rule.',
    example: { message: 'Title is required', issues: [{ path: 'title', message: 'Title is required' }] },
  },
  429: {
    description: 'Too many tries, or too many requests with one token.',
    example: { message: 'Too many attempts. Please try again in 30 seconds.' },
    headers: retryAfter,
  },
  500: {
    description: 'Something broke on the side of the server.',
    example: { message: 'Something on our side did not work. Please try again in a moment.' },
    headers: requestId,
  },
  503: {
    description: 'The database cannot be reached, or the server has too much to do.',
    example: { message: 'The database cannot be reached. Please try again in a moment.' },
    headers: { ...retryAfter, ...requestId },
  },
  507: {
    description: 'There is no room left to store anything.',
    example: { message: 'There is no room left to store this' },
    headers: { ...retryAfter, ...requestId },
  },
}

export const responses = {
  NotModified: {
    description: 'The answer at hand is still the right one.',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  ...Object.fromEntries(
    Object.entries(refusals).map(([status, { example, ...answer }]) => [
      refusalNames[Number(status) as Refusal],
      { ...answer, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } } },
    ]),
  ),
}
