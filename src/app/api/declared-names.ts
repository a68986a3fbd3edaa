import type { AnyElysia } from 'elysia'
import { mostNames } from '#platform/http/parameters'
import { documentedRoutes } from './openapi'

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
