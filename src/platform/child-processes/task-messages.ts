import { HttpError, type Issue } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'

/** The request and response messages of a child process. */
export type Order = { name: string; given: unknown[] }
export type Answer = { made: unknown } | { fault: Fault }
type Fault = {
  message: string
  status?: number
  messageId?: MessageId
  issues?: Issue[]
  headers?: Record<string, string>
  code?: string
}

/** The serializable part of an error. */
export function faultOf(error: unknown): { fault: Fault } {
  if (error instanceof HttpError) {
    const { status, messageId, options } = error
    const { issues, headers, cause } = options
    return { fault: { message: messageOf(cause ?? error), status, messageId, issues, headers } }
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { fault: { message: messageOf(error), code } }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
