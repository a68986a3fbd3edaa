import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { tokenHash } from '#auth/sessions/tokens'
import { recoveryCodes } from './table'

const howMany = 10

/** Replaces all codes with ten new ones; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await removeRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
  return codes
}

export async function removeRecoveryCodes(tx: Database, userId: number): Promise<void> {
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

/** Without letters and digits that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 80 random bits, too many to find a code by its fast hash. */
function newCode(): string {
  const code = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('')
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Ignores case, hyphens and spaces. */
const hashOf = (code: string) => tokenHash(code.toUpperCase().replace(/[\s-]/g, ''))
