import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { conflict, invalid, notFound } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import type { TotpSetup } from './contract'
import { lockFactors } from './factors'
import { totpSecrets } from './table'

/** RFC 6238 with the parameters that every app supports. */
const profile = { algorithm: 'SHA1', digits: 6, period: 30 }

/** Creates a secret that becomes active once a code has confirmed it; until then the active one stays valid. */
export async function startTotp(
  tx: Database,
  { id: userId, username }: { id: number; username: string },
  issuer: string,
): Promise<TotpSetup> {
  const secret = new Secret({ size: 20 })
  await lockFactors(tx, userId)
  await tx
    .insert(totpSecrets)
    .values({ userId, pendingSecret: secret.base32 })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: { pendingSecret: secret.base32 } })
  const uri = new TOTP({ ...profile, issuer, label: username, secret }).toString()
  return { secret: secret.base32, uri, qr: renderSVG(uri, { border: 4 }) }
}

/** Throws 409 without a pending secret, 422 for a wrong code. */
export async function confirmTotp(tx: Database, userId: number, typed: string): Promise<void> {
  const [row] = await tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))
  const secret = row?.pendingSecret
  if (secret === undefined || secret === null) throw conflict('errors.noTotpSetup')
  const step = stepOf(secret, typed, Date.now())
  if (step === undefined) throw invalid([{ path: 'code', message: 'errors.totpCode' }])
  await tx
    .update(totpSecrets)
    .set({ secret, pendingSecret: null, usedSteps: [step] })
    .where(eq(totpSecrets.userId, userId))
}

/** Throws 404 when none is active. */
export async function removeTotp(tx: Database, userId: number): Promise<void> {
  const rows = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.secret)))
    .returning({ userId: totpSecrets.userId })
  if (rows.length === 0) throw notFound('totp')
}

/**
 * Verifies and consumes a code of the current step, or of the one before or after. Of concurrent uses of one code, one
 * succeeds.
 */
export async function useTotpCode(tx: Database, userId: number, typed: string, at = Date.now()): Promise<boolean> {
  const [row] = await tx.select({ secret: totpSecrets.secret }).from(totpSecrets).where(eq(totpSecrets.userId, userId))
  const step = row?.secret ? stepOf(row.secret, typed, at) : undefined
  if (step === undefined) return false
  const rows = await tx
    .update(totpSecrets)
    .set({
      // Older steps are refused anyway.
      usedSteps: sql`array(select used from unnest(${totpSecrets.usedSteps}) as used where used > ${step - 4}) || ${step}::int`,
    })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        eq(totpSecrets.secret, row!.secret!),
        sql`not ${step} = any(${totpSecrets.usedSteps})`,
      ),
    )
    .returning({ userId: totpSecrets.userId })
  return rows.length > 0
}

/** The number of the 30-second step of a code that is typed at `timestamp`, in milliseconds. */
function stepOf(secret: string, typed: string, timestamp: number): number | undefined {
  const totp = new TOTP({ ...profile, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: typed.replace(/\s/g, ''), timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
