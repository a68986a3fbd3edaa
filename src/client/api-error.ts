import type { ErrorBody } from '#contract/http-error'
import { randomKey } from '#contract/random-key'
import { parseJson } from '#text/parse-json'

/**
 * A non-OK response. `message` is `STATUS: text`; `text` is the envelope's message, or the body, or the status text.
 * `hasServerText`: the text is the envelope's, so it was written for the visitor.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly issues: NonNullable<ErrorBody['issues']> = [],
    readonly hasServerText = false,
  ) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
  }
}

export type Write = {
  body?: unknown
  /**
   * The version that the change is based on, with that of its draft where needed (`5.2`); a stale one is refused with
   * 412.
   */
  version?: number | string
  /** Retries of one change share one key, so that it is applied once. */
  idempotencyKey?: string
}

/**
 * Sends an unsafe request with the session cookie; resolves to the response's JSON (undefined without a body), throws
 * `ApiError`.
 */
export async function send<Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  write: Write = {},
): Promise<Answer> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'idempotency-key': write.idempotencyKey ?? randomKey(),
  }
  if (write.body !== undefined) headers['content-type'] = 'application/json'
  if (write.version !== undefined) headers['if-match'] = `"${write.version}"`
  return readAnswer(
    await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      body: write.body === undefined ? undefined : JSON.stringify(write.body),
    }),
  )
}

/** Rejects with a plain `Error`, so that the global handling of `ApiError` does not replace a screen that works without the answer. */
export const withPlainError = <Answer>(
  answer: Promise<Answer>,
  messageOf: (cause: unknown) => string,
): Promise<Answer> =>
  answer.catch((cause: unknown) => {
    throw new Error(messageOf(cause), { cause })
  })

/** The JSON of a response; a non-OK one is thrown as `ApiError`. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  if (!response.ok) throw toApiError(response, text)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

function toApiError(response: Response, text: string): ApiError {
  const envelope = readEnvelope(text)
  if (envelope) return new ApiError(response.status, envelope.message, envelope.issues, true)
  return new ApiError(response.status, text || response.statusText)
}

function readEnvelope(text: string): ErrorBody | undefined {
  const parsed = parseJson(text)
  const isEnvelope =
    typeof parsed === 'object' && parsed !== null && 'message' in parsed && typeof parsed.message === 'string'
  return isEnvelope ? (parsed as ErrorBody) : undefined
}
