import { and, eq, inArray, sql } from 'drizzle-orm'
import { namedRecord } from '#platform/named-record'
import type { Feature, FindableRows } from '#platform/feature'
import { newslettersApi } from './api'
import { sendDue, untilDue } from './run'
import type { NewsletterSources } from './sources'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { newsletters, newsletterMails, newsletterRuns } from './table'
import { storedMail, storedNewsletter } from './stored'

/** Newsletters with a subject or a title of their own, in each language; one that only sends a post is found as the post. */
const findableNewsletters: FindableRows = {
  kind: 'newsletter',
  rows: sql`select ${newsletters.id}::text as id, title.text as title,
    concat_ws(' ', ${newsletters.title} ->> title.language, ${newsletters.introduction} ->> title.language, ${newsletters.body} ->> title.language) as text,
    ${newsletters.state} as status, title.language as language, ${newsletters.createdAt} as at,
    find_words(concat_ws(' ', title.text, ${newsletters.title} ->> title.language, ${newsletters.introduction} ->> title.language, ${newsletters.body} ->> title.language)) as words
    from ${newsletters}, jsonb_each_text(coalesce(${newsletters.subject}, ${newsletters.title})) as title (language, text)
    where title.text <> ''`,
  href: (id) => `${href(adminPaths.newsletters)}?letter=${id}`,
}

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
      wakes: ['newsletter', 'mail', 'settings'],
      untilDue,
      runInEach: (services) => sendDue(services, sources),
    },
  ],
})
