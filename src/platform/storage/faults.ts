import { HttpError } from '#contract/http-error'

/** Maps a failed file operation to an HTTP error: 507 when the disk is full. */
export function fileFault(error: unknown): unknown {
  return isFull(error) ? new HttpError(507, 'errors.full', { headers: { 'Retry-After': '60' }, cause: error }) : error
}

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)))
/** The system's error code: `ENOENT`. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
