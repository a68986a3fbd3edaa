import { toOpenAPISchema } from '@elysiajs/openapi/openapi'
import type { AnyElysia } from 'elysia'
import { z } from 'zod'
import { isRecord } from '#base/text/parse-json'
import { documentedAs } from '#base/http/operation'
import { headers, info, parameters, responses, securitySchemes, tags } from './openapi-parts'

export type Operation = {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Content = Record<string, { schema?: object; example?: unknown }>

export type OpenApiDocument = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const version = '3.1.1'

/**
 * The OpenAPI document, made from the routes by `@elysiajs/openapi`. Where a route has schemas it says no more than
 * they do, so what stands beside the route (its `detail`: refusals, headers, examples) is laid over what it makes.
 */
export function describeApi(app: AnyElysia, siteName: string): OpenApiDocument {
  const { paths } = toOpenAPISchema(app, undefined, undefined, { zod: toReference }, version)
  return {
    openapi: version,
    ...info(siteName),
    servers: [{ url: '/', description: 'This site' }],
    tags,
    paths: documentedRoutes(app).reduce<object>(
      (described, { method, path, hooks }) =>
        merge(described, { [toTemplate(path)]: { [method.toLowerCase()]: told(hooks) } }),
      paths,
    ),
    components: { schemas: namedSchemas(app), securitySchemes, parameters, headers, responses },
  } as OpenApiDocument
}

export const documentedRoutes = (app: AnyElysia) => app.routes.filter(({ hooks }) => hooks.detail?.hide !== true)

export const toTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

type Hooks = { body?: z.ZodType; detail: object }

/** Bodies are read by functions of our own, of which the maker cannot know that they read JSON and nothing else. */
const told = ({ body, detail }: Hooks): object =>
  body ? merge(detail, { requestBody: { content: { 'application/json': { schema: toReference(body) } } } }) : detail

/** A named schema is referred to; what has no name is written out. */
function toReference(schema: z.ZodType): object {
  const name = nameOf(schema)
  if (name) return { $ref: uri(name) }
  if (schema instanceof z.ZodArray) return { type: 'array', items: toReference(schema.element as z.ZodType) }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => toReference(option as z.ZodType)) }
  return z.toJSONSchema(schema, { io: 'input' })
}

const nameOf = (schema: z.ZodType) => z.globalRegistry.get(documentedAs.get(schema) ?? schema)?.id
const uri = (name: string) => `#/components/schemas/${name}`

/**
 * Every schema that was named with `.meta({ id })`: as it is sent where it is some route's body, else as it is
 * answered.
 */
function namedSchemas(app: AnyElysia): Record<string, object> {
  const sent = new Set(documentedRoutes(app).map(({ hooks }: { hooks: Hooks }) => hooks.body && nameOf(hooks.body)))
  const [inputs, outputs] = [toJsonSchemas('input'), toJsonSchemas('output')]
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => {
      const { $schema: _, $id: __, ...schema } = (sent.has(name) && inputs[name]) || output
      return [name, schema]
    }),
  )
}

const toJsonSchemas = (io: 'input' | 'output') =>
  z.toJSONSchema(z.globalRegistry, {
    io,
    uri,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }).schemas

/** What `over` says wins; objects are merged, lists replaced. */
function merge(under: object, over: object): object {
  const merged = new Map<string, unknown>(Object.entries(under))
  for (const [name, value] of Object.entries(over)) {
    const before = merged.get(name)
    merged.set(name, isRecord(before) && isRecord(value) ? merge(before, value) : value)
  }
  return Object.fromEntries(merged)
}
