import { databaseErrorCode } from './database'

/** Categories of database errors, by their response. */
type DatabaseFault = 'conflict' | 'unstorable' | 'full' | 'away'

const codes: Record<DatabaseFault, string> = {
  conflict: '23505',
  unstorable: '23502 23514 22001 22003 22007 22008 22021 22P02 22P05 54000',
  full: '53100 ENOSPC EDQUOT',
  away: [
    // A referenced row was deleted meanwhile, for example by a restore: a retry reads the current state.
    '23503',
    '25006 40001 40P01 53200 53300 55000 55P03 58030 57014 57P01 57P02 57P03 57P05',
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH',
    'CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED CONNECT_TIMEOUT',
  ].join(' '),
}

const byCode = new Map(
  Object.entries(codes).flatMap(([fault, list]) => list.split(' ').map((code) => [code, fault as DatabaseFault])),
)

/** Reads SQLSTATE and driver codes, including those of wrapped errors. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const code = databaseErrorCode(error) ?? ''
  return byCode.get(code) ?? (code.length === 5 && code.startsWith('08') ? 'away' : byWords(error))
}

export const isUniqueViolation = (error: unknown): boolean => databaseFault(error) === 'conflict'

/** The embedded database reports some errors only by their message. */
function byWords(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (/no space left on device/i.test(error.message)) return 'full'
  if (/PGlite is clos(?:ed|ing)/i.test(error.message)) return 'away'
  return byWords(error.cause)
}
