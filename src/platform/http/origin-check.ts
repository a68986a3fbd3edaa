import { forbidden } from '#contract/http-error'
import { requestOrigin } from './request-facts'

/**
 * Refuses unsafe requests that a page of another site made (403): the browser says so in `Origin` or `Sec-Fetch-Site`.
 */
export function checkOrigin(request: Request): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isForeign =
    (origin !== null && origin !== requestOrigin(request)) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  if (isUnsafe(request.method) && isForeign) throw forbidden('errors.foreignOrigin')
}

const isUnsafe = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)
