import { isRead } from '#app/visit'
import { answerChallenge } from '#platform/owner/address-challenge'
import { dataHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'
import type { Handler } from './handler'

/** By its answer a new address is recognized as this site's, before its host is accepted. */
export function createChallenge(services: Services): Handler {
  return async ({ path, method }) => {
    const answer = isRead(method) ? await answerChallenge(services.db, path) : undefined
    if (answer === undefined) return undefined
    const headers = {
      ...dataHeaders(services.config),
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    }
    return new Response(method === 'HEAD' ? null : answer, { headers })
  }
}
