import { NotFoundError, ParseError, ValidationError } from 'elysia'
import { databaseFault } from '#platform/db/faults'
import { type ErrorBody, HttpError, invalid, notFound, unavailable } from '#contract/http-error'
import { mostIssues, translateIssues } from '#platform/http/issues'
import { requestId } from '#platform/http/request-facts'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { visitorLanguage } from '#i18n/visitor-language'
import type { Log } from '#platform/log/log'

/**
 * The error response of the API: the envelope, in the visitor's language. The cause of a 500 is logged, and not part of
 * the response.
 */
export function answerError(log: Log, request: Request, thrown: unknown): Response {
  const error = toHttpError(thrown)
  // Refusing writes during a restore is no fault, and may happen often.
  const broken = error.status >= 500 && error.messageId !== 'errors.restoring'
  if (broken)
    log.error('An API request failed', { id: requestId(request), status: error.status, error: withoutInput(thrown) })
  return Response.json(envelope(error, visitorLanguage(request)), {
    status: error.status,
    headers: {
      'Cache-Control': 'no-store',
      Vary: 'Cookie',
      ...(broken ? { 'X-Request-Id': requestId(request) } : {}),
      ...error.options.headers,
    },
  })
}

/** Converts anything thrown into an HTTP error. */
export function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof ValidationError && thrown.type !== 'response') return invalid(validationIssues(thrown))
  if (thrown instanceof NotFoundError) return notFound('route')
  if (thrown instanceof ParseError) return toHttpError(thrown.cause)
  return findHttpError(thrown) ?? fromDatabase(thrown) ?? new HttpError(500, 'errors.unexpected', { cause: thrown })
}

/** Errors of the database layer itself are wrapped by the query builder. */
function findHttpError(thrown: unknown): HttpError | undefined {
  if (thrown instanceof HttpError) return thrown
  return thrown instanceof Error ? findHttpError(thrown.cause) : undefined
}

function fromDatabase(thrown: unknown): HttpError | undefined {
  const fault = databaseFault(thrown)
  if (fault === 'conflict') return new HttpError(409, 'errors.conflict')
  if (fault === 'unstorable') return new HttpError(422, 'errors.invalid')
  if (fault === 'full') return new HttpError(507, 'errors.full', { headers: { 'Retry-After': '60' } })
  return fault === 'away' ? unavailable(thrown) : undefined
}

/** A validation error's text contains the rejected value. */
function withoutInput(thrown: unknown): unknown {
  return thrown instanceof ValidationError
    ? new Error(
        `An answer did not fit its schema: ${validationIssues(thrown)
          .map(({ path }) => path)
          .join(', ')}`,
      )
    : thrown
}

const validationIssues = (error: ValidationError) =>
  error.all.map((issue) => ({
    path: 'path' in issue && issue.path !== 'root' ? String(issue.path) : '',
    message: issue.summary ?? '',
  }))

function envelope({ messageId, options }: HttpError, language: Language): ErrorBody {
  const issues = options.issues && translateIssues(language, options.issues)
  const isInvalid = messageId === 'errors.invalid'
  const only = isInvalid && issues?.length === 1 ? issues[0]?.message : undefined
  const isCut = isInvalid && (issues?.length ?? 0) > mostIssues
  return {
    message:
      only ??
      translate(language, isCut ? 'errors.invalidMany' : messageId, {
        ...options.values,
        ...(isCut ? { count: mostIssues } : {}),
      }),
    ...(issues && issues.length > 0 ? { issues: issues.slice(0, mostIssues) } : {}),
    ...options.told,
  }
}
