import { eq } from 'drizzle-orm'
import { notFound } from '#contract/http-error'
import type { Config } from '#platform/config'
import { type Actor, system, type Transaction } from '#platform/events/events'
import { postNotice } from '#platform/mail/notice'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { changeAccount } from '#auth/people/people'
import { endSessions } from '#auth/sessions/sessions'
import { aboutUser, findUser } from '#auth/store'
import { users } from '#auth/table'
import { removeSecondFactor } from './factors'

type Person = { id: number; username: string; email: string | null }
type Taken = Person & { had: boolean }

/** Removes a locked-out person's second factor, by another administrator; the password stays. Throws 404. */
export async function resetSecondFactor(services: Services, by: Actor, userId: number): Promise<void> {
  await commitAs(
    services,
    by,
    (person: Taken) => (person.had ? aboutUser('factors-removed')(person) : undefined),
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
    (person: Taken) => aboutUser('password-reset', ...(person.had ? (['factors-removed'] as const) : []))(person),
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
  const mail = { kind: 'second-factor', to: [email], about: `user:${id}` }
  await postNotice(tx, config, { ...mail, group: 'factor', values: { name: username }, paragraphs: [text] })
}
