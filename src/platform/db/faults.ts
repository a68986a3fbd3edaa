import { databaseErrorCode } from './database'

/** Categories of database errors, by their response. */
type DatabaseFault = 'conflict' | 'unstorable' | 'full' | 'away'

const byCode: Record<string, DatabaseFault> = {
  23505: 'conflict',
  // A referenced row was deleted meanwhile, for example by a restore: a retry reads the current state.
  23503: 'away',
  23502: 'unstorable',
  23514: 'unstorable',
  22001: 'unstorable',
  22003: 'unstorable',
  22007: 'unstorable',
  22008: 'unstorable',
  22021: 'unstorable',
  '22P02': 'unstorable',
  '22P05': 'unstorable',
  54000: 'unstorable',
  53100: 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  25006: 'away',
  40001: 'away',
  '40P01': 'away',
  53200: 'away',
  53300: 'away',
  55000: 'away',
  '55P03': 'away',
  58030: 'away',
  57014: 'away',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  CONNECTION_CLOSED: 'away',
  CONNECTION_ENDED: 'away',
  CONNECTION_DESTROYED: 'away',
  CONNECT_TIMEOUT: 'away',
}

/** Reads SQLSTATE and driver codes, including those of wrapped errors. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const code = databaseErrorCode(error) ?? ''
  return byCode[code] ?? (code.length === 5 && code.startsWith('08') ? 'away' : byWords(error))
}

export const isUniqueViolation = (error: unknown): boolean => databaseFault(error) === 'conflict'

/** The embedded database reports some errors only by their message. */
function byWords(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (/no space left on device/i.test(error.message)) return 'full'
  if (/PGlite is clos(?:ed|ing)/i.test(error.message)) return 'away'
  return byWords(error.cause)
}
