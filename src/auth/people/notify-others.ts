import { and, isNotNull, ne } from 'drizzle-orm'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { EventName, Listener } from '#platform/events/events'
import { oneLine, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/site'
import { readSettings } from '#platform/owner/settings'
import { emailKey } from '#text/email'
import { users } from '#auth/table'

const texts: Partial<Record<EventName, { text: MessageId; screen: string }>> = {
  'user.joined': { text: 'mail.security.joined', screen: adminPaths.people },
  'user.password-changed': { text: 'mail.security.password', screen: adminPaths.people },
  'user.password-reset': { text: 'mail.security.password', screen: adminPaths.people },
  'token.created': { text: 'mail.security.token', screen: adminPaths.integrations },
}

/**
 * Mails the other administrators about a new one, a new token, and a changed password, in the owner's language, so that
 * the use of a stolen session is noticed.
 */
export const notifyOthers: Listener = {
  on: ['user.joined', 'user.password-changed', 'user.password-reset', 'user.renamed', 'token.created'],
  async run(tx, { name, id, title = '', actor, activityActions = [] }, { config }) {
    // A new name and a new password may be saved at once.
    const about =
      name === 'user.renamed' && activityActions.includes('password-changed') ? 'user.password-changed' : name
    const told = texts[about]
    if (!config.mail || !told) return
    const person = actor.is === 'administrator' ? actor.user : { id: 0, username: title }
    const concerned = about.startsWith('user.') ? Number(id) : person.id
    const others = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(isNotNull(users.email), ne(users.id, concerned)))
    const to = new Map(others.flatMap(({ email }) => (email ? [[emailKey(email), email] as const] : [])))
    if (to.size === 0) return
    const { ownerLanguage: language } = await readSettings(tx, config)
    const { site, look } = await readLetterhead(tx, config)
    const values = { name: oneLine(person.username), site, title: oneLine(title) }
    await post(tx, config, {
      kind: 'security',
      to: [...to.values()],
      about: `user:${concerned}`,
      letter: composeMail({
        language,
        site,
        look,
        subject: translate(language, 'mail.security.subject', { site }),
        title: translate(language, 'mail.security.title', { site }),
        paragraphs: [translate(language, told.text, values)],
        action: { label: translate(language, 'mail.security.open'), url: (config.siteUrl ?? '') + href(told.screen) },
        foot: translate(language, 'mail.security.foot'),
      }),
    })
  },
}
