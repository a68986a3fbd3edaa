import { DrizzleQueryError } from 'drizzle-orm/errors'
import { StartError } from '#platform/start-error'
import { type Inspection, serverLimits } from './servers'

/** `server_version_num` of the oldest supported version. */
const oldestVersion = 140_000

/** Throws a StartError for a server that is too old. */
export function checkServerVersion({ version }: Pick<Inspection, 'version'>): void {
  if (version < oldestVersion)
    throw new StartError(
      `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: the site needs ${oldestVersion / 10_000} or newer.`,
    )
}

/** Errors that prevent a start; a running site waits for its server whatever the error. */
export function faultOfStart(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error
  return untrusted(error) ?? refusal(error) ?? refusedParameter(error)
}

/**
 * An unknown database or role, a wrong password, no right to connect, a database that accepts no connections, a URL
 * parameter unknown to the server; and no right to read the migrations table.
 */
export function refusal(error: unknown): StartError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return undefined
  return cause.severity === 'FATAL' ? refusing(/^(?:0A|22|28|3D|42)|^55000$/, cause) : refusing(/^42501$/, cause)
}

const refusing = (codes: RegExp, { code, message }: Error & { code?: unknown }) =>
  codes.test(String(code)) ? new StartError(`The server that DATABASE_URL leads to refuses: ${message}`) : undefined

function untrusted(error: unknown): StartError | undefined {
  return error instanceof Error && 'code' in error && /CERT|ISSUER|ALTNAME/.test(String(error.code))
    ? new StartError(
        `The certificate of the server that DATABASE_URL leads to is not trusted: ${error.message} (${String(error.code)}). NODE_EXTRA_CA_CERTS names a file of authorities to trust; sslmode=require asks for none.`,
      )
    : undefined
}

/** A permanent error: a pooler has to accept the connection's timeout parameters. */
function refusedParameter(error: unknown): StartError | undefined {
  const name = error instanceof Error ? /startup parameter[^:]*: "?(\w+)/.exec(error.message)?.[1] : undefined
  return name === undefined
    ? undefined
    : new StartError(
        `DATABASE_URL leads to a pooler that refuses the parameter ${name}: let it ignore ${Object.keys(serverLimits).join(', ')} (PgBouncer: ignore_startup_parameters).`,
      )
}
