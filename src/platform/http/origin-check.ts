import { forbidden } from '#contract/http-error'
import { requestOrigin } from './request-facts'

/** Refuses unsafe cross-site requests (403), by the browser's `Origin` or `Sec-Fetch-Site` header. */
export function checkOrigin(request: Request): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isForeign =
    (origin !== null && origin !== requestOrigin(request)) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  if (isUnsafe(request.method) && isForeign) throw forbidden('errors.foreignOrigin')
}

const isUnsafe = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)
