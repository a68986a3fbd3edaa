import { HttpError } from '#contract/http-error'
import { codeOf } from '#platform/start-error'

/** Reasons of failed backups; their texts are `backup.fault.…` in the catalogs. */
const backupFaultCodes = [
  'full',
  'away',
  'refused',
  'damaged',
  'files',
  'stopped',
  'crashed',
  'database',
  'other',
] as const
export type BackupFaultCode = (typeof backupFaultCodes)[number]

/** `detail` is the message of the system or the store. */
export class BackupFault extends Error {
  constructor(
    readonly code: BackupFaultCode,
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options)
    this.name = 'BackupFault'
  }
}

/** Converts any error of a backup. */
export function toBackupFault(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error
  const code = codeOf(error)
  const detail = detailOf(error)
  const options = { cause: error }
  if (error instanceof HttpError && error.status === 404) return new BackupFault('files', '', options)
  if (error instanceof HttpError && error.messageId === 'errors.filesAway')
    return new BackupFault('files', detailOf(error.cause), options)
  if (error instanceof HttpError && error.status === 503) return new BackupFault('database', '', options)
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) || (error instanceof HttpError && error.status === 507))
    return new BackupFault('full', detail, options)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code))
    return new BackupFault('refused', detail, options)
  return new BackupFault('other', detail, options)
}

/** The response while the store of backups does not answer. */
export const backupsAway = (cause: unknown): HttpError =>
  new HttpError(503, 'errors.backupsAway', { headers: { 'Retry-After': '10' }, cause })

/** One line from the error of the system or the store; stores return XML. */
export function detailOf(error: unknown): string {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message.replaceAll(/<[^>]*>|\s+/g, ' ').trim() : ''
  return [code, message.startsWith(code) ? message.slice(code.length).replace(/^\W+/, '') : message]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 300)
}
