import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { conflict, invalid, notFound } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import type { TotpSetup } from './contract'
import { lockFactors } from './factors'
import { totpSecrets } from './table'

/** RFC 6238 with what every app understands. */
const profile = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new secret, which counts once a code has confirmed it; until then one that is active goes on. */
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

/** Throws 409 when nothing was begun, 422 for a wrong code. */
export async function confirmTotp(tx: Database, userId: number, typed: string): Promise<void> {
  const [row] = await tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))
  const secret = row?.pendingSecret
  if (secret === undefined || secret === null) throw conflict('errors.noTotpSetup')
  const step = stepOf(secret, typed)
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

/** Whether it is a code of now, one step early or late; of those who show the same one at once, one is let in. */
export async function useTotpCode(tx: Database, userId: number, typed: string): Promise<boolean> {
  const [row] = await tx.select({ secret: totpSecrets.secret }).from(totpSecrets).where(eq(totpSecrets.userId, userId))
  const step = row?.secret ? stepOf(row.secret, typed) : undefined
  if (step === undefined) return false
  const rows = await tx
    .update(totpSecrets)
    .set({
      // Older ones are refused by themselves.
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

/** The number of the 30 seconds that a code is of. */
function stepOf(secret: string, typed: string): number | undefined {
  const totp = new TOTP({ ...profile, secret: Secret.fromBase32(secret) })
  const timestamp = Date.now()
  const delta = totp.validate({ token: typed.replace(/\s/g, ''), timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
