import { DrizzleQueryError } from 'drizzle-orm/errors'
import { HttpError } from '#contract/http-error'

/** Whether a retry may succeed. */
export const isPassing = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof HttpError ? cause.status === 503 : ['lost', 'overtaxed'].includes(faultOf(cause))
}

/**
 * `answered`: the statement was refused, also for a full disk (53100). `overtaxed`: the server runs but is overloaded.
 * `lost`: the connection or the server is gone; also a refused write (25006), unless the server is known to be
 * read-only.
 */
export function faultOf(error: unknown, isReadOnly = false): 'answered' | 'overtaxed' | 'lost' | 'other' {
  if (!(error instanceof Error) || error instanceof HttpError || !('code' in error) || typeof error.code !== 'string')
    return 'other'
  const { code } = error
  if (!('severity' in error)) return /^CONNECT|^E[A-Z]+$|CERT|TLS/.test(code) ? 'lost' : 'other'
  if (code === '25006') return isReadOnly ? 'overtaxed' : 'lost'
  if (/^57P|^08/.test(code)) return 'lost'
  return /^53(?!100)|^57014$|^55P03$|^40/.test(code) ? 'overtaxed' : 'answered'
}
