import type { MessageId, MessageValues } from '#i18n/messages'
import { z } from 'zod'

/**
 * An error of one field: `path` like `sections.0.title` ('' = the whole body), `message` is a message id until the
 * response is translated, with `values` as its arguments.
 */
export type Issue = { path: string; message: string; values?: MessageValues }

/**
 * An error response. `messageId` is a text of the catalogs, translated into the visitor's language by the one error
 * handler; `headers` are sent with it (`Retry-After`).
 */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly messageId: MessageId,
    readonly options: {
      values?: MessageValues
      issues?: Issue[]
      headers?: Record<string, string>
      /** Additional properties of the response body. */
      told?: Readonly<Record<string, unknown>>
      cause?: unknown
    } = {},
  ) {
    super(messageId, { cause: options.cause })
    this.name = 'HttpError'
  }
}

/** `what`: a kind of record, or any other name in `errors.…NotFound`. */
export const notFound = (what: string) => new HttpError(404, `errors.${what}NotFound` as MessageId)

export const unauthorized = () => new HttpError(401, 'errors.unauthorized')

export const forbidden = (messageId: MessageId = 'errors.forbidden', issues?: Issue[]) =>
  new HttpError(403, messageId, { issues })

export const conflict = (messageId: MessageId, issues?: Issue[]) => new HttpError(409, messageId, { issues })
export const stale = () => new HttpError(412, 'errors.stale')
export const invalid = (issues: Issue[]) => new HttpError(422, 'errors.invalid', { issues })

export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'errors.unavailable', { headers: { 'Retry-After': '1' }, cause })

/** `seconds` until a retry may succeed. */
export function tooMany(seconds: number): HttpError {
  const whole = Math.max(1, Math.ceil(seconds))
  return new HttpError(429, 'errors.tooMany', { values: { seconds: whole }, headers: { 'Retry-After': String(whole) } })
}

/** The body of every error response of `/api/*`. */
const errorBody = z
  .object({
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' })

export type ErrorBody = z.infer<typeof errorBody>

/** The response to a form of the public site. */
export const messageBody = z.object({ message: z.string() }).meta({ id: 'Notice' })

export type MessageBody = z.infer<typeof messageBody>
