import { requestOrigin } from '#platform/http/request-facts'
import { idempotencyKey } from '#platform/writes/idempotency'
import { derivedToken } from './sessions'
import { randomToken } from './tokens'

/**
 * A secret that a write returns. With an idempotency key it is derived from the key and the session cookie: retries
 * return it again, although it must not be in the response that is stored for them.
 */
export function requestSecret(request: Request, purpose: string): string {
  const key = idempotencyKey(request)
  return key === undefined
    ? randomToken()
    : derivedToken(request.headers.get('cookie'), requestOrigin(request), `${purpose} ${key}`)
}
