import { isRead, type Visit } from '#app/visit'
import { HttpError, forbidden } from '#contract/http-error'
import type { Config } from '#platform/config'
import { largestDemoUpload } from '#platform/demo'

/**
 * What a try-out refuses: whatever would lock out the next visitor, look into another server, or outlast the reset. The
 * settings refuse theirs themselves.
 */
const refused = [
  '/api/account',
  '/api/backups',
  '/api/invitations',
  '/api/links/check',
  '/api/media/fetch',
  '/api/password-resets',
  '/api/register',
  '/api/restores',
  '/api/sessions',
  '/api/settings/backups',
  '/api/tokens',
  '/api/users',
  '/api/webhooks',
]
/** Reads with secrets of the machine, or of other visitors. */
const secret = ['/api/backups', '/api/sessions']

/** Bytes of the fields and headers around a file. */
const mostBeside = 4096

/** Throws 403 for what a public try-out does not do, and 413 for a large body. */
export function createDemoGuard({ demo }: Pick<Config, 'demo'>): (visit: Visit) => undefined {
  if (!demo) return () => undefined
  return ({ path, method, request }) => {
    const isWithin = (start: string) => path === start || path.startsWith(`${start}/`)
    if (isRead(method)) {
      if (secret.some((start) => isWithin(start) && path !== start)) throw forbidden('errors.demo')
      return undefined
    }
    if (refused.some(isWithin) && !path.startsWith('/api/account/confirm')) throw forbidden('errors.demo')
    if (Number(request.headers.get('content-length') ?? 0) > largestDemoUpload + mostBeside)
      throw new HttpError(413, 'errors.demoUpload')
    return undefined
  }
}
