import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { conflict, unauthorized } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import { users } from '#auth/table'
import type { SecondFactor } from './contract'
import { bareCode, randomCode, tokenHash } from '#auth/sessions/tokens'
import { recoveryCodes, passkeys, totpSecrets } from './table'

/** The second factors of a person. */
export async function readSecondFactor(db: Database, userId: number): Promise<SecondFactor> {
  const totp = await db.$count(totpSecrets, and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.secret)))
  const keys = await db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  const recoveryCodesLeft = await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
  return { totp: totp > 0, passkeys: keys, recoveryCodesLeft }
}

/** SQL: whether the user of a row of `users` has a second factor. */
export const isProtected = sql<boolean>`(
  ${users.id} in (select ${totpSecrets.userId} from ${totpSecrets} where ${totpSecrets.secret} is not null)
  or ${users.id} in (select ${passkeys.userId} from ${passkeys})
)`

export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.select({ isProtected }).from(users).where(eq(users.id, userId))
  return row?.isProtected === true
}

/** Locks a person's row, so that changes of their factors are serialized. Throws 401 when the account is gone. */
export async function lockFactors(tx: Database, userId: number): Promise<void> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  if (!row) throw unauthorized()
}

/** Adds a factor; resolves to recovery codes if it is the first. */
export async function addFactor<Added>(
  tx: Database,
  userId: number,
  add: () => Promise<Added>,
): Promise<{ added: Added; recoveryCodes?: string[] }> {
  await lockFactors(tx, userId)
  const isFirst = !(await hasSecondFactor(tx, userId))
  const added = await add()
  return isFirst ? { added, recoveryCodes: await replaceRecoveryCodes(tx, userId) } : { added }
}

/** Replaces all recovery codes with ten new ones. Throws 409 without a factor. */
export async function renewRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  await lockFactors(tx, userId)
  if (!(await hasSecondFactor(tx, userId))) throw conflict('errors.noFactor')
  return replaceRecoveryCodes(tx, userId)
}

/** Removes a factor, and the recovery codes with the last one. Throws 409 if the last one is required. */
export async function removeFactor(
  tx: Database,
  { userId, isRequired }: { userId: number; isRequired: boolean },
  remove: (tx: Database) => Promise<void>,
): Promise<void> {
  await lockFactors(tx, userId)
  await remove(tx)
  if (await hasSecondFactor(tx, userId)) return
  if (isRequired) throw conflict('errors.lastFactor')
  await removeRecoveryCodes(tx, userId)
}

/** Removes all factors and recovery codes; resolves to whether there was any. */
export async function removeSecondFactor(tx: Database, userId: number): Promise<boolean> {
  await lockFactors(tx, userId)
  const had = await hasSecondFactor(tx, userId)
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await removeRecoveryCodes(tx, userId)
  return had
}

/** Replaces all codes with ten new ones; only their hashes are stored. */
async function replaceRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await removeRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
  return codes
}

async function removeRecoveryCodes(tx: Database, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Consumes a code. Resolves to false for an unknown one, and for all but one of concurrent uses. */
export async function useRecoveryCode(tx: Database, userId: number, typed: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(typed))))
    .returning({ userId: recoveryCodes.userId })
  return rows.length > 0
}

const howMany = 10

/** 80 random bits, too many to find a code by its fast hash. */
const newCode = () => randomCode(16)

const hashOf = (typed: string) => tokenHash(bareCode(typed))
