import type { AnyElysia } from 'elysia'
import { HttpError, notFound } from '#contract/http-error'

/**
 * The response to a request without a matching route: OPTIONS gets the allowed methods. Throws 405 where the path has
 * other methods, 404 otherwise.
 */
export function answerUnrouted(app: AnyElysia, request: Request): Response {
  const methods = methodsOf(app, new URL(request.url).pathname)
  if (methods.length === 0) throw notFound('route')
  const headers = { Allow: methods.join(', ') }
  if (request.method !== 'OPTIONS') throw new HttpError(405, 'errors.methodNotAllowed', { headers })
  return new Response(null, { status: 204, headers })
}

function methodsOf(app: AnyElysia, path: string): string[] {
  const found = app.routes.filter((route) => toPattern(route.path).test(path)).map(({ method }) => method)
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => found.includes(method))
  return methods.length === 0
    ? []
    : [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`)
