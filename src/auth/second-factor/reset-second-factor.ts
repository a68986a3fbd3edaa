import { eq } from 'drizzle-orm'
import { notFound } from '#contract/http-error'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import { type Actor, system, type Transaction } from '#platform/events/events'
import { composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/site'
import { readSettings } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { changeAccount } from '#auth/people/people'
import { endSessions } from '#auth/sessions/sessions'
import { findUser } from '#auth/store'
import { users } from '#auth/table'
import { removeSecondFactor } from './factors'

type Person = { id: number; username: string; email: string | null }
type Taken = Person & { had: boolean }

/** Removes a locked-out person's second factor, by another administrator; the password stays. Throws 404. */
export async function resetSecondFactor(services: Services, by: Actor, userId: number): Promise<void> {
  await commitAs(
    services,
    by,
    ({ id, username: title, had }: Taken) =>
      had ? { kind: 'user', action: 'updated', activityActions: ['factors-removed'], id, title } : undefined,
    async (tx) => {
      const [person] = await tx
        .select({ id: users.id, username: users.username, email: users.email })
        .from(users)
        .where(eq(users.id, userId))
      if (!person) throw notFound('user')
      const had = await removeSecondFactor(tx, userId)
      if (had) await endSessionsAndNotify(tx, services.config, person, 'mail.factor.taken')
      return { ...person, had }
    },
  )
}

/** The same by an operator of the server, with a new password. Resolves to the name; throws 404. */
export async function resetAdministrator(services: Services, username: string, passwordHash: string): Promise<string> {
  const reset = await commitAs(
    services,
    system,
    ({ id, username: title, had }: Taken) => ({
      kind: 'user',
      action: 'updated',
      activityActions: ['password-reset', ...(had ? (['factors-removed'] as const) : [])],
      id,
      title,
    }),
    async (tx) => {
      const person = await findUser(tx, username)
      if (!person) throw notFound('user')
      const had = await removeSecondFactor(tx, person.id)
      await changeAccount(tx, person.id, { passwordHash })
      await endSessionsAndNotify(tx, services.config, person, 'mail.factor.reset')
      return { ...person, had }
    },
  )
  return reset.username
}

/** Ends all sessions of the person and notifies them by mail, if they have an address. */
async function endSessionsAndNotify(
  tx: Transaction,
  config: Config,
  { id, username, email }: Person,
  text: 'mail.factor.taken' | 'mail.factor.reset',
): Promise<void> {
  await endSessions(tx, id)
  if (!config.mail || email === null) return
  const { ownerLanguage: language } = await readSettings(tx, config)
  const { site, look } = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'second-factor',
    to: [email],
    about: `user:${id}`,
    letter: composeMail({
      language,
      site,
      look,
      subject: translate(language, 'mail.factor.subject', { site }),
      title: translate(language, 'mail.factor.title'),
      paragraphs: [translate(language, text, { name: username, site })],
      foot: translate(language, 'mail.factor.foot'),
    }),
  })
}
