import { createApi } from '#app/api/api'
import type { Route } from '#app/api/openapi-operation'
import { createServices } from '#app/services'
import type { Database } from '#platform/db/database'
import { createCacheTags } from '#platform/cache/cache-tags'
import { createChanges } from '#platform/events/changes'
import { createLog } from '#platform/log/log'
import { testConfig } from '../api'

type Documented = { method: string; pattern: RegExp; names: number; responses: NonNullable<Route['hooks']['response']> }
type StandInAnswer = { status?: number | undefined; json?: unknown }

let documented: Documented[] | undefined

/**
 * The response's status, by default the documented one of success. Throws when the API could not respond to `method`
 * `address` this way: no such route, no such status, or a body that its schema rejects. Errors (4xx, 5xx) have the same
 * envelope everywhere.
 */
export function checkAnswer(method: string, address: string, { status, json }: StandInAnswer): number {
  const path = new URL(address, 'http://localhost').pathname
  documented ??= documentedRoutes()
  const route = documented.find((each) => each.method === method && each.pattern.test(path))
  if (!route) throw new Error(`The API has no ${method} ${path}`)
  const told = status ?? Number(Object.keys(route.responses)[0] ?? 204)
  if (told >= 400 || (told === 204 && json === undefined)) return told
  const schema = route.responses[told]
  if (!schema) throw new Error(`${method} ${path} never answers ${told} with a body`)
  const { error } = schema.safeParse(json)
  if (error) throw new Error(`No answer to ${method} ${path}: ${error.message}`)
  return told
}

/** Most specific first: a fixed segment before a parameter. */
function documentedRoutes(): Documented[] {
  const services = createServices({
    config: testConfig,
    db: {} as Database,
    cacheTags: createCacheTags(),
    changes: createChanges(),
    log: createLog('silent', false),
  })
  return (createApi(services).routes as unknown as Route[])
    .map(({ method, path, hooks }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
      names: path.split(':').length - 1,
      responses: hooks.response ?? {},
    }))
    .toSorted((one, other) => one.names - other.names)
}
