import { doneOrLeft, type Feature, namedRecord } from '#platform/feature'
import { checkServer, mostConcurrent, sendDue, tryAllNow } from '#platform/mail/send'
import { mails } from '#platform/mail/outbox'
import { mailPace, mailState, outbox as table } from '#platform/mail/table'
import type { Services } from '#platform/services'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { outboxApi } from './api'
import { personalData, countFailed } from './store'

declare module '#platform/events/events' {
  interface Kinds {
    mail: true
  }
}

/** The mail server with which each process has begun to send. */
const begun = new WeakMap<Services, string>()

export const outbox: Feature = {
  api: {
    named: { '/api/outbox/:id': namedRecord(table, table.id, 'mail') },
    routes: outboxApi,
    figures: { failed: countFailed },
  },
  content: { passing: [table, mailPace, mailState] },
  privacy: { holds: personalData },
  checklist: [
    { key: 'mail', left: async ({ config }) => doneOrLeft(config.mail !== undefined, href(adminPaths.outbox)) },
  ],
  // Mails in parallel, so that slow ones do not block others.
  jobs: [
    {
      name: 'send mail',
      every: 500,
      wakes: ['mail', 'settings'],
      untilDue: (services) => (services.config.mail && !services.config.demo ? mails.untilDue(services) : Infinity),
      runInEach: sendMail,
      atOnce: mostConcurrent,
    },
  ],
}

/** Mail is sent within a second of the commit. Without a mail server it waits. */
async function sendMail(services: Services): Promise<void> {
  const { mail, demo } = services.config
  if (!mail || demo) return
  // A start, and another server, may have fixed the problem.
  if (begun.get(services) !== mail.url) {
    await tryAllNow(services.db)
    begun.set(services, mail.url)
    void checkServer(services, mail)
  }
  await sendDue(services)
}
