import { sql } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { namedRecord } from '#platform/named-record'
import { visitor, type Transaction } from '#platform/events/events'
import type { Feature } from '#platform/feature'
import { sitePaths } from '#i18n/addresses/paths'
import { confirmationPath, unsubscribePath } from '#i18n/addresses/token-paths'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { plainForm } from '#platform/writes/plain-form'
import { join, joinedText, waitlistApi } from './api'
import { postedSignUp } from './contract'
import { confirm, findConfirmation, findLeave, type Pressed, unsubscribe } from './links'
import { personalData } from './personal-data'
import { renewKeys } from './renew-keys'
import type { FindPictures } from './welcome'
import { waitlistLinks, waitlistSubscribers } from './table'
import { storedLink, storedSubscriber } from './stored'

export { addressReaders, markBounced, selectReaders } from './readers'

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
