import { and, eq, inArray } from 'drizzle-orm'
import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { newslettersApi } from './api'
import { sendDue, untilDue } from './run'
import type { NewsletterSources } from './sources'
import { findableNewsletters } from './findable'
import { newsletterMails, newsletterRuns, newsletters } from './table'
import { storedMail, storedNewsletter } from './stored'

export { namingNewsletters } from './naming'

declare module '#platform/events/events' {
  interface Kinds {
    newsletter: true
  }
}

export const newslettersFeature = (sources: NewsletterSources): Feature => ({
  findable: { rows: [findableNewsletters] },
  api: {
    named: { '/api/newsletters/:id': namedRecord(newsletters, newsletters.id, 'newsletter') },
    routes: newslettersApi(sources),
  },
  content: {
    tables: {
      newsletters: {
        table: newsletters,
        row: storedNewsletter,
        later: ['title', 'body', 'joinedFrom', 'joinedUntil', 'readerState', 'untranslated'],
      },
      newsletterLetters: { table: newsletterMails, row: storedMail },
    },
    passing: [newsletterRuns],
  },
  listeners: [
    {
      on: ['subscriber.unsubscribed'],
      async run(tx, { id, source }) {
        const number = /^newsletter:(\d+)$/.exec(source ?? '')?.[1]
        if (number === undefined) return
        await tx
          .update(newsletterMails)
          .set({ unsubscribed: true })
          .where(and(eq(newsletterMails.newsletterId, Number(number)), eq(newsletterMails.subscriberId, Number(id))))
      },
    },
    {
      // A retried mail is queued again, so that its new result is counted.
      on: ['mail.retried'],
      async run(tx, { id }) {
        const rows = await tx
          .update(newsletterMails)
          .set({ state: 'queued' })
          .where(and(eq(newsletterMails.outboxId, Number(id)), inArray(newsletterMails.state, ['failed', 'bounced'])))
          .returning({ newsletterId: newsletterMails.newsletterId })
        if (rows.length > 0) await tx.insert(newsletterRuns).values(rows).onConflictDoNothing()
      },
    },
  ],
  jobs: [
    {
      name: 'send newsletters',
      every: 500,
      wakes: ['newsletter'],
      untilDue: ({ db }) => untilDue(db),
      runInEach: (services) => sendDue(services, sources),
    },
  ],
})
