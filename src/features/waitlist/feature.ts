import { sql, asc, eq, inArray, or } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { namedRecord, type Feature } from '#platform/feature'
import { visitor, type Transaction } from '#platform/events/events'
import { sitePaths } from '#i18n/addresses/paths'
import { confirmationPath, unsubscribePath } from '#i18n/addresses/token-paths'
import type { Services } from '#platform/services'
import { commitAs, plainForm } from '#platform/writes/commit'
import { join, joinedText, waitlistApi } from './api'
import { postedSignUp, subscriber, subscriberStates } from './contract'
import { confirm, findConfirmation, findLeave, type Pressed, unsubscribe } from './links'
import { z } from 'zod'
import { changesTo, emitChanges } from '#platform/events/changes'
import { mayBeEmail } from '#platform/db/sql'
import type { PersonalData } from '#platform/personal-data'
import { emailKey, isEmail } from '#text/email'
import { forgetConfirmations, type FindPictures } from './mails'
import { waitlistSubscribers, waitlistLinks } from './table'
import { renewKeys } from './store'
import { languages } from '#i18n/language'
import { storedHash, storedLine } from '#text/stored-schema'

const { id, email, submittedAt, state, news, language, confirmedAt, unsubscribedAt, welcomedAt } = waitlistSubscribers

/** Sign-ups caught by the honeypot are included. */
const personalData: PersonalData = {
  name: 'subscribers',
  kind: 'subscriber',
  shape: subscriber
    .extend({
      confirmedAt: z.iso.datetime().nullable(),
      unsubscribedAt: z.iso.datetime().nullable(),
      welcomedAt: z.iso.datetime().nullable(),
    })
    .meta({ id: 'SubscriberOfPerson' }),
  async find(db, { key }) {
    const rows = await db
      .select({ id, email })
      .from(waitlistSubscribers)
      .where(or(eq(waitlistSubscribers.emailKey, key), mayBeEmail(email, key)))
    return rows.filter((row) => emailKey(row.email) === key).map((row) => row.id)
  },
  read: (db, ids) =>
    db
      .select({ id, email, submittedAt, state, news, language, confirmedAt, unsubscribedAt, welcomedAt })
      .from(waitlistSubscribers)
      .where(inArray(id, [...ids]))
      .orderBy(asc(id)),
  async erase(tx, ids) {
    const rows = await tx
      .delete(waitlistSubscribers)
      .where(inArray(id, [...ids]))
      .returning({ id, email })
    for (const row of rows) await forgetConfirmations(tx, row.email)
    emitChanges(tx, changesTo('subscriber', 'deleted', rows))
    return { subscribers: rows.length }
  },
}

export { addressReaders, markBounced, selectReaders } from './links'

declare module '#platform/events/events' {
  interface Kinds {
    subscriber: true
  }
}

export const waitlistFeature = (findPictures: FindPictures): Feature => ({
  api: {
    named: { '/api/waitlist/:id': namedRecord(waitlistSubscribers, waitlistSubscribers.id, 'subscriber') },
    routes: waitlistApi(findPictures),
    mailedPages: [
      {
        path: confirmationPath,
        ask: { title: 'confirmation.title', text: 'confirmation.text', button: 'confirmation.button' },
        done: { title: 'confirmation.doneTitle', text: 'confirmation.doneText' },
        find: async (db, token) => (await findConfirmation(db, token)).language,
        press: (services, token) =>
          change(services, 'confirmed', (tx) => confirm(tx, { ...services, findPictures }, token)),
      },
      {
        path: unsubscribePath,
        ask: { title: 'unsubscribe.title', text: 'unsubscribe.text', button: 'unsubscribe.button' },
        done: { title: 'unsubscribe.doneTitle', text: 'unsubscribe.doneText' },
        find: async (db, token) => (await findLeave(db, token)).language,
        press: (services, token) => change(services, 'unsubscribed', (tx) => unsubscribe(tx, token)),
      },
    ],
    forms: [
      plainForm({
        path: sitePaths.home,
        name: 'waitlist',
        fields: ['email', 'news'],
        success: joinedText,
        body: postedSignUp,
        submit: join,
      }),
    ],
  },
  content: {
    tables: {
      subscribers: {
        table: waitlistSubscribers,
        row: storedSubscriber,
        later: ['state', 'askedAt', 'confirmedAt', 'unsubscribedAt', 'news', 'language', 'welcomedAt'],
      },
      waitlistLinks: { table: waitlistLinks, row: storedLink, later: ['news', 'source'] },
    },
  },
  privacy: { holds: personalData },
  findable: {
    rows: [
      {
        kind: 'subscriber',
        rows: sql`select ${waitlistSubscribers.id}::text as id, ${waitlistSubscribers.email} as title, '' as text,
          ${waitlistSubscribers.state} as status, ${waitlistSubscribers.language} as language,
          ${waitlistSubscribers.submittedAt} as at,
          find_words(${waitlistSubscribers.email}) as words from ${waitlistSubscribers} where not ${waitlistSubscribers.spam}`,
        href: () => href(adminPaths.waitlist),
      },
    ],
  },
  jobs: [{ name: 'renew address keys', every: 24 * 3_600_000, atStart: true, run: renewKeys }],
})

async function change(
  services: Services,
  verb: 'confirmed' | 'unsubscribed',
  work: (tx: Transaction) => Promise<Pressed | null>,
): Promise<void> {
  await commitAs(
    services,
    visitor,
    (changed: Pressed | null) =>
      changed
        ? { kind: 'subscriber', action: 'updated', verb, id: changed.id, source: changed.source ?? undefined }
        : undefined,
    work,
  )
}

/** The schemas of a subscriber in archives. */
const storedSubscriber = {
  email: z.string().refine(isEmail, 'validation.email'),
  emailKey: storedLine(500).nullable(),
  state: z.enum(subscriberStates),
  language: z.enum(languages),
}

/** The schemas of a link in a mail in archives. */
const storedLink = {
  tokenHash: storedHash,
  purpose: z.enum(['confirm', 'unsubscribe']),
  language: z.enum(languages),
  source: storedLine(100).nullable(),
}
