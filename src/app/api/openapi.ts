import type { AnyElysia } from 'elysia'
import { describeRoute, type Route } from './openapi-operation'
import { headers, info, parameters, responses, securitySchemes, tags, namedSchemas } from './openapi-parts'
import { mostNames } from '#platform/http/parameters'

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Content = Record<string, { schema?: object; example?: unknown }>

export type OpenApiDocument = {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** The OpenAPI document, made from the routes: what a route does not tell is in its `detail`. */
export function describeApi(app: AnyElysia, siteName: string): OpenApiDocument {
  const routes = documentedRoutes(app)
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    (paths[toTemplate(route.path)] ??= {})[route.method.toLowerCase()] = describeRoute(route, routes)
  return {
    openapi: '3.1.1',
    ...info(siteName),
    servers: [{ url: '/', description: 'This site' }],
    tags,
    paths,
    components: {
      schemas: namedSchemas(routes.flatMap(({ hooks: { body } }) => body ?? [])),
      securitySchemes,
      parameters,
      headers,
      responses,
    },
  } as OpenApiDocument
}

export const documentedRoutes = (app: AnyElysia): Route[] =>
  app.routes.filter(({ hooks }) => hooks.detail?.hide !== true)

export const toTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/**
 * The query of a read without the names that its route does not declare, so that they do not make another response:
 * the same query as it was sent, if it has no others.
 */
export function createDeclaredNames(app: AnyElysia): (path: string, search: string) => string {
  const routes = documentedRoutes(app)
    .filter(({ method }) => method === 'GET')
    .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
    .map(({ path, hooks }) => ({
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      names: new Set(Object.keys(hooks.query?.shape ?? {})),
    }))

  return (path, search) => {
    if (search === '') return search
    const parts = search.slice(1).split('&')
    const route = routes.find(({ pattern }) => pattern.test(path))
    // So many names are refused by the API.
    if (!route || parts.length > mostNames) return search
    const known = parts.filter((part) => route.names.has(nameOf(part)))
    if (known.length === parts.length) return search
    return known.length === 0 ? '' : `?${known.join('&')}`
  }
}

const nameOf = (part: string) => new URLSearchParams(part).keys().next().value ?? ''
