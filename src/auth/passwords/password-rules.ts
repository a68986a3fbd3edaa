import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { isCommonPassword } from './common-passwords'
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
