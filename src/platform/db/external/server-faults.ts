import { DrizzleQueryError } from 'drizzle-orm/errors'
import { HttpError } from '#contract/http-error'

/** Whether waiting may mend it. */
export const isPassing = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof HttpError ? cause.status === 503 : ['lost', 'overtaxed'].includes(faultOf(cause))
}

/**
 * `answered`: the statement was refused (a full disk, 53100, too). `overtaxed`: the server lives but cannot now.
 * `lost`: the connection or the server is gone; a refusal to write too (25006), unless the server `isReadOnly`, as is
 * known.
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
