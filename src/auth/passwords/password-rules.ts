import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { commonPasswordList } from './common-password-list' with { type: 'macro' }
import { userNames } from '#auth/store'

/**
 * Throws 422 at `path` for an easily guessed password: a common one, the person's own name, or the site's. The length
 * is checked by the contract.
 */
export async function refuseGuessable(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { password, username, path }: { password: string; username: string; path: string },
): Promise<void> {
  const fault = await faultOf(password, username, await readSiteName(db, config))
  if (fault) throw invalid([{ path, message: fault }])
}

async function faultOf(password: string, username: string, siteName: string): Promise<MessageId | undefined> {
  const typed = folded(password)
  if (await isCommonPassword(password)) return 'validation.passwordCommon'
  if (typed === userNames(username).usernameKey) return 'validation.passwordName'
  return typed === folded(siteName) ? 'validation.passwordSite' : undefined
}

const folded = (text: string) => userNames(text).usernameKey

const tails = ['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678']
const rows = ['1234567890123456', 'abcdefghijklmnop', 'qwertyuiopasdfgh', 'qazwsxedcrfvtgby']
const oneSign = /^([0-9a-z])\1{11,15}$/

/** Whether a password of the least length or more is in the list of common ones, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { long, first } = await commonPasswordList()
  const lower = password.normalize('NFC').toLowerCase()
  return (
    long.includes(lower) ||
    oneSign.test(lower) ||
    rows.some((row) => row.startsWith(lower)) ||
    // How people stretch a common password to the least length: typed twice, or followed by digits.
    first.some((word) => lower === word + word || tails.some((tail) => lower === word + tail))
  )
}
