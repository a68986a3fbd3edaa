import { visitor, type Transaction } from '#platform/events/events'
import type { Feature } from '#platform/feature'
import { confirmationPath, sitePaths, unsubscribePath } from '#i18n/addresses/paths'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { plainForm } from '#platform/writes/plain-form'
import { join, joinedText, waitlistApi } from './api'
import { signUp } from './contract'
import { confirm, findConfirmation, findLeave, unsubscribe } from './links'
import { personalData } from './personal-data'
import { waitlistLinks, waitlistSubscribers } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    subscriber: true
  }
}

export const waitlist: Feature = {
  api: {
    routes: waitlistApi,
    mailedPages: [
      {
        path: confirmationPath,
        ask: { title: 'confirmation.title', text: 'confirmation.text', button: 'confirmation.button' },
        done: { title: 'confirmation.doneTitle', text: 'confirmation.doneText' },
        find: async (db, token) => (await findConfirmation(db, token)).language,
        press: (services, token) => change(services, 'confirmed', (tx) => confirm(tx, token)),
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
        fields: ['email'],
        success: joinedText,
        body: signUp,
        submit: join,
      }),
    ],
  },
  content: {
    tables: {
      subscribers: { table: waitlistSubscribers, later: ['state', 'askedAt', 'confirmedAt', 'unsubscribedAt'] },
      waitlistLinks: { table: waitlistLinks },
    },
  },
  privacy: { holds: personalData },
}

async function change(
  services: Services,
  verb: 'confirmed' | 'unsubscribed',
  work: (tx: Transaction) => Promise<{ id: number } | null>,
): Promise<void> {
  await commitAs(
    services,
    visitor,
    (changed: { id: number } | null) =>
      changed ? { kind: 'subscriber', action: 'updated', verb, id: changed.id } : undefined,
    work,
  )
}
