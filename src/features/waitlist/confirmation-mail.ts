import { randomToken, tokenHash } from '#auth/sessions/tokens'
import type { Transaction } from '#platform/events/events'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { href } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { composeMail } from '#platform/mail/compose-mail'
import { readLetterhead } from '#platform/owner/site'
import { post } from '#platform/mail/outbox'
import { confirmationPath, unsubscribePath } from '#i18n/addresses/token-paths'
import { waitlistLinks } from './table'
import { mailboxKey } from '#text/email'
import { forgetHits, isWithinLimits } from '#platform/writes/throttle'

/** However many tagged addresses a mailbox has (`ada+1@…`, `ada+2@…`), it gets one mail at a time. */
const boxLimits = [{ hits: 1, seconds: 10 * 60 }]

/** The limit of the whole site, because anybody can enter anybody's address in the form. */
const siteLimits = [{ hits: 100, seconds: 3600 }]

/**
 * Counts a confirmation mail; false when it exceeds the rate limit. The sign-up is stored anyway, and a later sign-up
 * of the same address sends the mail.
 */
export async function countConfirmation(tx: Database, config: Config, email: string): Promise<boolean> {
  const isBoxFree = await isWithinLimits(tx, { ...boxOf(email), limits: boxLimits })
  const isSiteFree =
    !config.throttle || (await isWithinLimits(tx, { kind: 'confirmation-site', subject: '', limits: siteLimits }))
  return isBoxFree && isSiteFree
}

/** Resets the mailbox's rate limit, for an erased subscriber. */
export const forgetConfirmations = (tx: Database, email: string): Promise<void> => forgetHits(tx, boxOf(email))

const boxOf = (email: string) => ({ kind: 'confirmation-box', subject: mailboxKey(email) })

/** `news`: whether confirming subscribes them to newsletters; `alsoNews`: in addition to the waitlist. */
export type Addressee = { id: number; email: string; language: Language; news: boolean; alsoNews: boolean }

/** The name of a subscriber in events and mails. */
export const nameOf = (id: number): string => `subscriber:${id}`

/** Sends a subscriber a confirmation mail (double opt-in); resolves to the mail. */
export async function mailConfirmation(
  tx: Transaction,
  config: Config,
  addressee: Addressee,
): Promise<{ id: number }[]> {
  const { id, email, language, alsoNews } = addressee
  const { siteUrl = '' } = config
  const { site, look } = await readLetterhead(tx, config)
  const confirm = siteUrl + href(confirmationPath, { token: await addLink(tx, addressee, 'confirm') })
  const leave = siteUrl + href(unsubscribePath, { token: await addLink(tx, addressee, 'unsubscribe') })
  return post(tx, config, {
    kind: 'confirmation',
    to: [email],
    about: nameOf(id),
    letter: {
      ...composeMail({
        language,
        site,
        look,
        subject: translate(language, 'mail.confirmation.subject', { site }),
        title: translate(language, 'mail.confirmation.title'),
        paragraphs: [
          translate(language, 'mail.confirmation.text', { site }),
          ...(alsoNews ? [translate(language, 'mail.confirmation.news')] : []),
        ],
        action: { label: translate(language, 'mail.confirmation.confirm'), url: confirm },
        foot: translate(language, 'mail.confirmation.foot'),
        leave: { label: translate(language, 'mail.confirmation.unsubscribe'), url: leave },
      }),
      headers: leaveHeaders(leave),
    },
  })
}

/** The headers by which mail clients offer an unsubscribe button (RFC 8058). */
export const leaveHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Creates a link and returns its token, of which only the hash is stored. */
async function addLink(
  tx: Database,
  { id, language, news }: Addressee,
  purpose: 'confirm' | 'unsubscribe',
): Promise<string> {
  const token = randomToken()
  await tx.insert(waitlistLinks).values({ tokenHash: tokenHash(token), purpose, subscriberId: id, language, news })
  return token
}
