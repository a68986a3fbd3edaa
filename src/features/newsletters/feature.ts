import { and, eq, inArray, sql } from 'drizzle-orm'
import { namedRecord, type Feature, type FindableRows, type Naming } from '#platform/feature'
import { newslettersApi } from './api'
import { sendDue, untilDue } from './run'
import { type NewsletterSources, orOther } from './store'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { newsletters, newsletterMails, newsletterRuns, mailStates } from './table'
import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { languages, defaultLanguage } from '#i18n/language'
import { plainText } from '#text/schema'
import { storedCount } from '#text/stored-schema'
import { audiences, newsletter, readerStates, untranslatedChoices } from './contract'

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

const texts = (max: number) => z.object(byLanguage(() => plainText(max).default(''))).nullable()

/** The schemas of a newsletter in archives; characters of two units count twice. */
const storedNewsletter = {
  /** 0: a newsletter of its own. */
  post: storedCount,
  title: texts(400),
  subject: texts(400),
  introduction: texts(10_000),
  body: texts(1_000_000),
  audience: z.enum(audiences),
  joinedFrom: z.iso.date({ error: 'validation.date' }).nullable(),
  joinedUntil: z.iso.date({ error: 'validation.date' }).nullable(),
  readerState: z.enum(readerStates),
  untranslated: z.enum(untranslatedChoices),
  state: newsletter.shape.state,
  total: storedCount,
  sent: storedCount,
  failed: storedCount,
  bounced: storedCount,
}

/** The schemas of the mail to one reader in archives. */
const storedMail = { language: z.enum(languages), state: z.enum(mailStates) }

/** The media uses of newsletters of their own. */
export const namingNewsletters: Naming = {
  kind: 'newsletter',
  versions: sql`select ${newsletters.id}::text, ${newsletters.version} from ${newsletters} where ${newsletters.post} = 0`,
  async read(db, id) {
    const [row] = await db
      .select()
      .from(newsletters)
      .where(eq(newsletters.id, Number(id)))
    if (!row) return undefined
    const { version, title, subject, body, state } = row
    return {
      version,
      title: orOther(subject ?? title ?? byLanguage(() => ''), defaultLanguage),
      visibility: state === 'draft' ? 'draft' : 'live',
      values: { body: body ?? {} },
    }
  },
  fields: (values) => values,
}

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
