import { and, eq, isNull, sql } from 'drizzle-orm'
import { randomToken, tokenHash } from '#auth/sessions/tokens'
import type { Pictures } from '#contract/picture-variants'
import type { WelcomeMail } from '#contract/site'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { unsubscribePath } from '#i18n/addresses/token-paths'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Transaction } from '#platform/events/events'
import { type ArticleContext, articleHtml, withoutFragments, articleText } from '#platform/mail/article'
import { ownSignal, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/site'
import { readWelcome } from '#platform/owner/settings'
import { isHtmlEmpty } from '#text/html-text'
import { leaveHeaders, nameOf } from './confirmation-mail'
import { waitlistLinks, waitlistSubscribers } from './table'

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
  const token = randomToken()
  await tx
    .insert(waitlistLinks)
    .values({ tokenHash: tokenHash(token), purpose: 'unsubscribe', subscriberId, language: to.language })
  const leave = (config.siteUrl ?? '') + href(unsubscribePath, { token })
  const { letter } = await writeWelcome(tx, { config, findPictures }, { welcome, language: to.language, leave })
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
  const letter = composeMail({
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
  return { language, letter }
}
