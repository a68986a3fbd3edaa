import type { z } from 'zod'

/** What the OpenAPI document says of a route, beside what its schemas say already. */
export type OperationText = {
  id: string
  tag: string
  summary: string
  description: string
  /** Needs the session cookie. */
  session?: boolean
  /** Of the path, unless they are `optional` ones of the query. */
  parameters?: Record<string, { description: string; schema?: object; example: string | number; optional?: boolean }>
  /** Of the request's body. */
  example?: unknown
  /** `stream` is an example of server-sent events, in the place of JSON. */
  answers: Record<number, { description: string; example?: unknown; stream?: string; headers?: AnswerHeader[] }>
  /** Beside those that every answer of its kind may be: any operation's, a write's, an administrator's. */
  refusals?: Refusal[]
  /** Changes something. */
  unsafe?: boolean
  ifMatch?: boolean
  idempotent?: boolean
  revalidates?: boolean
}

export type AnswerHeader = 'ETag' | 'SetCookie' | 'TotalCount'

const headerNames: Record<AnswerHeader, string> = {
  ETag: 'ETag',
  SetCookie: 'Set-Cookie',
  TotalCount: 'X-Total-Count',
}
export type Refusal = 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 414 | 415 | 421 | 422 | 429 | 500 | 503 | 507

/** As Elysia keeps it beside the route (`detail`), in OpenAPI's own words. */
export function operation(text: OperationText) {
  const { id, tag, summary, description, session = false, parameters = {}, example, answers } = text
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: session ? [{ session: [] }] : [],
    parameters: [
      ...Object.entries(parameters).map(([name, { optional = false, ...parameter }]) => ({
        name,
        in: optional ? 'query' : 'path',
        required: !optional,
        schema: { type: 'string' },
        ...parameter,
      })),
      ...(text.ifMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      ...(text.revalidates ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(text.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(example === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { example } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)])),
      ...(text.revalidates ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
      ...Object.fromEntries(
        refusalsOf(text).map((status) => [status, { $ref: `#/components/responses/${refusalNames[status]}` }]),
      ),
    },
  }
}

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

function refusalsOf({ refusals = [], session, example, unsafe = false, idempotent = false }: OperationText): Refusal[] {
  const all: Refusal[] = [
    ...refusals,
    ...(session ? ([401] as const) : []),
    ...(unsafe ? ([403, 413, 415, 507] as const) : []),
    ...(example !== undefined || idempotent ? ([422] as const) : []),
    400,
    414,
    421,
    500,
    503,
  ]
  return [...new Set(all)].toSorted((a, b) => a - b)
}

function toResponse({ description, example, stream, headers = [] }: OperationText['answers'][number]) {
  return {
    description,
    ...(headers.length > 0
      ? {
          headers: Object.fromEntries(
            headers.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]),
          ),
        }
      : {}),
    ...(example === undefined ? {} : { content: { 'application/json': { example } } }),
    ...(stream === undefined
      ? {}
      : { content: { 'text/event-stream': { schema: { type: 'string' }, example: stream } } }),
  }
}

/** Schemas that read more forms than the document tells: it shows another in their place. */
export const documentedAs = new WeakMap<z.ZodType, z.ZodType>()
