import type { AnyElysia } from 'elysia'
import { z } from 'zod'
import { authCheck, credentials, registration, setup, user } from '#auth/contract'
import { errorBody, messageBody } from '#base/http/envelope'
import { message, messageDraft, messageState } from '#features/messages/contract'
import { pageContent, pageContentDraft } from '#features/pages/contract'
import { post, postDraft, postSummary } from '#features/posts/contract'
import { project, projectDraft, projectSummary } from '#features/projects/contract'
import { signUp, subscriber } from '#features/waitlist/contract'
import { preview, previewDraft } from './preview'
import { headers, info, parameters, responses, securitySchemes, tags } from './openapi-parts'

/** What the routes answer and take, by the names that the document gives them. */
const schemas = {
  AuthCheck: authCheck, Setup: setup, User: user,
  Post: post, PostSummary: postSummary,
  Project: project, ProjectSummary: projectSummary,
  PageContent: pageContent, Message: message, Subscriber: subscriber,
  Answer: messageBody, Error: errorBody, Preview: preview,
}
const drafts = {
  Credentials: credentials, Registration: registration,
  PostDraft: postDraft, ProjectDraft: projectDraft, PageContentDraft: pageContentDraft,
  MessageDraft: messageDraft, MessageState: messageState, SignUp: signUp, PreviewDraft: previewDraft,
}

export type Operation = {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Content = Record<string, { schema?: object; example?: unknown }>

export type OpenApiDocument = { openapi: string; paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }

/** The OpenAPI 3.1 document, made from the routes themselves: their schemas, and the `detail` that stands beside them. */
export function describeApi(app: AnyElysia, siteName: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of documentedRoutes(app)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route.hooks) }
  }
  return {
    openapi: '3.1.1',
    ...info(siteName),
    servers: [{ url: '/', description: 'This site' }],
    tags,
    paths,
    components: {
      schemas: {
        ...mapValues(schemas, (schema) => toJsonSchema(schema, 'output')),
        ...mapValues(drafts, (schema) => toJsonSchema(schema, 'input')),
      },
      securitySchemes, parameters, headers, responses,
    },
  } as OpenApiDocument
}

export const documentedRoutes = (app: AnyElysia) => app.routes.filter(({ hooks }) => hooks.detail?.hide !== true)

type Hooks = { body?: z.ZodType; response?: Record<string, z.ZodType>; detail: Operation }

function toOperation({ body, response = {}, detail }: Hooks): Operation {
  const example = detail.requestBody?.content['application/json']
  return {
    ...detail,
    ...(body && example ? { requestBody: { ...detail.requestBody, content: { 'application/json': { schema: reference(body), ...example } } } } : {}),
    responses: mapValues(detail.responses, (answer, status) => {
      const schema = response[status]
      return schema ? { ...answer, content: { 'application/json': { schema: reference(schema), ...answer.content?.['application/json'] } } } : answer
    }),
  }
}

const names = new Map<z.core.$ZodType, string>(Object.entries({ ...schemas, ...drafts }).map(([name, schema]) => [schema, name]))

function reference(schema: z.ZodType): object {
  if (schema instanceof z.ZodArray) return { type: 'array', items: reference(schema.element as z.ZodType) }
  const name = names.get(schema)
  if (!name) throw new Error('A route takes or answers something that the document has no name for')
  return { $ref: `#/components/schemas/${name}` }
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const name = Object.is(zodSchema, schema) ? undefined : names.get(zodSchema)
      if (name) replaceWith(jsonSchema, { $ref: `#/components/schemas/${name}` })
      // What a preprocessing step takes cannot be told; what it makes of it can.
      if (io === 'input' && zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform) Object.assign(jsonSchema, toJsonSchema(zodSchema.out as z.ZodType, io))
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return json
}

function replaceWith(target: object, replacement: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key)
  Object.assign(target, replacement)
}

const mapValues = <Value, Result>(record: Record<string, Value>, change: (value: Value, name: string) => Result): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
