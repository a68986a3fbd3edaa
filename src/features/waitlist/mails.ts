import { randomToken, tokenHash } from '#auth/sessions/tokens'
import type { Transaction } from '#platform/events/events'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { href } from '#i18n/addresses/href'
import { type Language, defaultLanguage, languages } from '#i18n/language'
import { postNotice } from '#platform/mail/notice'
import { confirmationPath, unsubscribePath } from '#i18n/addresses/token-paths'
import { waitlistLinks, waitlistSubscribers } from './table'
import { mailboxKey } from '#text/email'
import { forgetHits, isWithinLimits } from '#platform/writes/throttle'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Pictures } from '#contract/picture-variants'
import type { WelcomeMail } from '#contract/site'
import { sitePaths } from '#i18n/addresses/paths'
import { translate } from '#i18n/translate'
import { type ArticleContext, articleHtml, withoutFragments, articleText } from '#platform/mail/article'
import { ownSignal, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/site'
import { readWelcome } from '#platform/owner/settings'
import { isHtmlEmpty } from '#text/html-text'

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
  const confirm = href(confirmationPath, { token: await addLink(tx, addressee, 'confirm') })
  const leave = (config.siteUrl ?? '') + href(unsubscribePath, { token: await addLink(tx, addressee, 'unsubscribe') })
  return postNotice(tx, config, {
    kind: 'confirmation',
    to: [email],
    about: nameOf(id),
    group: 'confirmation',
    language,
    paragraphs: ['mail.confirmation.text', ...(alsoNews ? (['mail.confirmation.news'] as const) : [])],
    open: { label: 'mail.confirmation.confirm', url: confirm },
    leave: { label: 'mail.confirmation.unsubscribe', url: leave },
    headers: leaveHeaders(leave),
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
  { id, language, news }: Pick<Addressee, 'id' | 'language' | 'news'>,
  purpose: 'confirm' | 'unsubscribe',
): Promise<string> {
  const token = randomToken()
  await tx.insert(waitlistLinks).values({ tokenHash: tokenHash(token), purpose, subscriberId: id, language, news })
  return token
}

/** Finds the library data of the pictures in a text. */
export type FindPictures = (
  db: Database,
  config: Pick<Config, 'siteUrl'>,
  record: { html: string },
) => Promise<{ pictures?: Pictures }>

/** Sends the welcome mail, if there is one, to a subscriber who has confirmed; nobody gets it twice. */
export async function mailWelcome(
  tx: Transaction,
  { config, findPictures }: { config: Config; findPictures: FindPictures },
  subscriberId: number,
): Promise<void> {
  const welcome = await readWelcome(tx)
  if (!welcome || !config.mail) return
  const { id, email, language, welcomedAt } = waitlistSubscribers
  const [to] = await tx
    .update(waitlistSubscribers)
    .set({ welcomedAt: sql`now()` })
    .where(and(eq(id, subscriberId), isNull(welcomedAt)))
    .returning({ email, language })
  if (!to) return
  const token = await addLink(tx, { id: subscriberId, language: to.language, news: false }, 'unsubscribe')
  const leave = (config.siteUrl ?? '') + href(unsubscribePath, { token })
  const letter = await writeWelcome(tx, { config, findPictures }, { welcome, language: to.language, leave })
  await post(tx, config, {
    kind: 'welcome',
    to: [to.email],
    about: nameOf(subscriberId),
    letter: { ...letter, headers: leaveHeaders(leave) },
  })
}

/** The language in which a subscriber gets the mail: their own if it is written in it, else the first that is. */
const welcomeLanguage = ({ subject, text }: WelcomeMail, wanted: Language): Language =>
  [wanted, ...languages].find((language) => subject[language] !== '' && !isHtmlEmpty(text[language])) ?? defaultLanguage

/** The welcome mail as a subscriber of that language gets it. */
export async function writeWelcome(
  db: Database,
  { config, findPictures }: { config: Config; findPictures: FindPictures },
  { welcome, language: wanted, leave }: { welcome: WelcomeMail; language: Language; leave: string },
) {
  const language = welcomeLanguage(welcome, wanted)
  const html = withoutFragments(welcome.text[language])
  const { site, look } = await readLetterhead(db, config)
  const place: ArticleContext = {
    page: (config.siteUrl ?? '') + href(sitePaths.home, {}, language),
    language,
    signal: (look.signal ?? ownSignal).light,
    pictures: (await findPictures(db, config, { html })).pictures,
  }
  return composeMail({
    language,
    site,
    look,
    subject: welcome.subject[language],
    title: welcome.subject[language],
    paragraphs: [],
    article: { html: articleHtml(html, place), text: await articleText(html, place) },
    foot: translate(language, 'mail.welcome.foot', { site }),
    leave: { label: translate(language, 'mail.confirmation.unsubscribe'), url: leave },
  })
}
