import { HttpError } from '#contract/http-error'
import { codeOf } from '#platform/storage/faults'

/** Why a backup failed, as the catalogs name it (`backup.fault.…`). */
export const backupFaultCodes = [
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

/** `detail` is what the system or the store says of it. */
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

/** What anything thrown is to whoever asked for a backup. */
export function toBackupFault(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error
  const code = String(codeOf(error) ?? '')
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

/** One line of what the system or a store says; stores answer XML. */
export function detailOf(error: unknown): string {
  const code = String(codeOf(error) ?? '')
  const told = error instanceof Error ? error.message.replaceAll(/<[^>]*>|\s+/g, ' ').trim() : ''
  return [code, told.startsWith(code) ? told.slice(code.length).replace(/^\W+/, '') : told]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 300)
}
