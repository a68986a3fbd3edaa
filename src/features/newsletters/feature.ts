import { and, eq, inArray } from 'drizzle-orm'
import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { newslettersApi } from './api'
import { bringOn, untilDue } from './run'
import type { LetterSources } from './sources'
import { findableNewsletters } from './findable'
import { newsletterLetters as letters, newsletterRuns, newsletters } from './table'
import { storedLetter, storedNewsletter } from './stored'

export { namingNewsletters } from './naming'

declare module '#platform/events/events' {
  interface Kinds {
    newsletter: true
  }
}

export const newslettersFeature = (sources: LetterSources): Feature => ({
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
      newsletterLetters: { table: letters, row: storedLetter },
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
          .update(letters)
          .set({ unsubscribed: true })
          .where(and(eq(letters.newsletterId, Number(number)), eq(letters.subscriberId, Number(id))))
      },
    },
    {
      // A retried letter is queued again, so that its new result is counted.
      on: ['mail.retried'],
      async run(tx, { id }) {
        const rows = await tx
          .update(letters)
          .set({ state: 'queued' })
          .where(and(eq(letters.outboxId, Number(id)), inArray(letters.state, ['failed', 'bounced'])))
          .returning({ newsletterId: letters.newsletterId })
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
      runInEach: (services) => bringOn(services, sources),
    },
  ],
})
