import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { conflict, invalid, notFound } from '#contract/http-error'
import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { checkVersion, type Expected } from '#platform/writes/commit'
import { sanitizeHtml } from '#text/sanitize'
import {
  audiences,
  type Newsletter,
  newsletter,
  type NewsletterInput,
  everybody,
  readerCounts,
  type ReaderCounts,
  type Segment,
  type Audience,
  type ReaderState,
} from './contract'
import { newsletterMails, newsletters } from './table'
import type { Pictures } from '#contract/picture-variants'
import type { RecordPath } from '#i18n/addresses/routing'
import type { Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'

export type Row = typeof newsletters.$inferSelect

/** Newest first. */
export async function listNewsletters(db: Database, sources: NewsletterSources): Promise<Newsletter[]> {
  return toNewsletters(db, sources, await db.select().from(newsletters).orderBy(desc(newsletters.id)))
}

/** Throws 404. */
export async function findNewsletter(db: Database, sources: NewsletterSources, id: number): Promise<Newsletter> {
  return toNewsletter(db, sources, await findRow(db, id))
}

/** Throws 422 for an unknown post. */
export async function addNewsletter(
  tx: Database,
  sources: NewsletterSources,
  input: NewsletterInput,
): Promise<Newsletter> {
  await checkPost(tx, sources, input)
  const [row] = await tx.insert(newsletters).values(columnsOf(input)).returning()
  return toNewsletter(tx, sources, row!)
}

/** Throws 404, 409 once it is being sent, 412, and 422 for an unknown post. */
export async function changeNewsletter(
  tx: Database,
  sources: NewsletterSources,
  { id, input, expected }: { id: number; input: NewsletterInput; expected: Expected },
): Promise<Newsletter> {
  const { state, version } = await lockRow(tx, id)
  checkVersion(version, expected)
  if (state === 'cancelled') throw conflict('errors.newsletterCancelled')
  if (state !== 'draft' && state !== 'scheduled') throw conflict('errors.newsletterSent')
  await checkPost(tx, sources, input)
  return toNewsletter(tx, sources, await updateRow(tx, id, columnsOf(input)))
}

/** Throws 404, 409 when it is not a draft, and 412. */
export async function deleteNewsletter(
  tx: Database,
  sources: NewsletterSources,
  { id, expected }: { id: number; expected: Expected },
): Promise<Newsletter> {
  const row = await lockRow(tx, id)
  checkVersion(row.version, expected)
  if (row.state !== 'draft') throw conflict('errors.newsletterNotDraft')
  const named = await toNewsletter(tx, sources, row)
  await tx.delete(newsletters).where(eq(newsletters.id, id))
  return named
}

/** The number of readers of each audience, in a segment. */
export async function countReaders(
  db: Database,
  { readers }: NewsletterSources,
  segment: Segment = everybody,
): Promise<ReaderCounts> {
  const countOf = (audience: keyof ReaderCounts): SQL =>
    sql`${audience}::text, (select count(*) from (${readers(audience, segment)}) as readers)`
  const counts = sql.join(audiences.map(countOf), sql`, `)
  const [row] = await db
    .select({ counts: sql`counts` })
    .from(sql`(select jsonb_build_object(${counts}) as counts) as counted`)
  return readerCounts.parse(row?.counts)
}

/** Throws 404. */
export async function findRow(db: Database, id: number): Promise<Row> {
  const [row] = await db.select().from(newsletters).where(eq(newsletters.id, id))
  if (!row) throw notFound('newsletter')
  return row
}

/** Locks the row until the end of the transaction. Throws 404. */
export async function lockRow(tx: Database, id: number): Promise<Row> {
  const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, id)).for('update')
  if (!row) throw notFound('newsletter')
  return row
}

/** Updates the row and increments its version. */
export async function updateRow(tx: Database, id: number, change: PgUpdateSetSource<typeof newsletters>): Promise<Row> {
  const [row] = await tx
    .update(newsletters)
    .set({ ...change, version: sql`${newsletters.version} + 1` })
    .where(eq(newsletters.id, id))
    .returning()
  return row!
}

export async function toNewsletter(db: Database, sources: NewsletterSources, row: Row): Promise<Newsletter> {
  const [one] = await toNewsletters(db, sources, [row])
  return one!
}

async function toNewsletters(db: Database, sources: NewsletterSources, rows: readonly Row[]): Promise<Newsletter[]> {
  const titles = await sources.titles(db, [...new Set(rows.flatMap(({ post }) => (post === 0 ? [] : [post])))])
  const left = await db
    .select({ id: newsletterMails.newsletterId, count: count() })
    .from(newsletterMails)
    .where(
      and(
        newsletterMails.unsubscribed,
        inArray(
          newsletterMails.newsletterId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(newsletterMails.newsletterId)
  const unsubscribed = new Map(left.map((one) => [one.id, one.count]))
  return rows.map((row) =>
    newsletter.parse({
      ...row,
      post: row.post === 0 ? null : row.post,
      subject: subjectOf(row, row.title ?? titles.get(row.post)),
      segment: segmentOf(row),
      hasOwnSubject: row.subject !== null,
      unsubscribed: unsubscribed.get(row.id) ?? 0,
    }),
  )
}

export const segmentOf = ({ joinedFrom, joinedUntil, readerState }: Row): Segment => ({
  joinedFrom,
  joinedUntil,
  state: readerState,
})

/** The subject in each language, or that of the first language that has one; without a subject, the title. */
export const subjectOf = (
  { subject }: Pick<Row, 'subject'>,
  title: LanguageTexts = byLanguage(() => ''),
): LanguageTexts => byLanguage((language) => orOther(subject ?? title, language))

/** The text in a language, or else in the first one that has it. */
export const orOther = (texts: LanguageTexts, language: Language): string =>
  [language, ...languages].map((one) => texts[one]).find((text) => text !== '') ?? ''

function columnsOf({ post, title, subject, introduction, body, audience, segment }: NewsletterInput) {
  const { joinedFrom, joinedUntil, state } = segment ?? everybody
  return {
    post: post ?? 0,
    title: post ? null : (title ?? null),
    subject: orNull(subject),
    introduction: orNull(introduction),
    body: post ? null : byLanguage((language) => sanitizeHtml(body?.[language] ?? '')),
    audience,
    joinedFrom,
    joinedUntil,
    readerState: state,
  }
}

const orNull = (texts: LanguageTexts | null | undefined): LanguageTexts | null =>
  texts && Object.values(texts).some(Boolean) ? texts : null

async function checkPost(tx: Database, { titles }: NewsletterSources, { post }: NewsletterInput): Promise<void> {
  if (post && !(await titles(tx, [post])).has(post)) throw invalid([{ path: 'post', message: 'validation.post' }])
}

/** The content and the recipients of newsletters, provided by other features. */
export type NewsletterSources = {
  /** The titles of existing posts, public or not. */
  titles(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, LanguageTexts>>
  /** The public post; undefined if it is not public. */
  post(services: Pick<Services, 'db' | 'config'>, id: number): Promise<NewsletterPost | undefined>
  /** The library data of the pictures in a text. */
  pictures(services: Pick<Services, 'db' | 'config'>, html: string): Promise<Pictures | undefined>
  /** Selects the `id` and the `language` of an audience's readers. */
  readers(audience: Audience, segment: Segment): SQL
  /** Those of these subscribers who still want newsletters, each with unsubscribe links that identify the `source`. */
  address(
    tx: Database,
    siteUrl: string,
    of: { ids: readonly number[]; source: string; state: ReaderState },
  ): Promise<Addressed[]>
  /** Mails to them have bounced, because there is no such mailbox. */
  markBounced(tx: Transaction, ids: readonly number[]): Promise<void>
}

/** `about` identifies the subscriber in mails. */
type Addressed = { id: number; about: string; email: string; leave: string; headers: Record<string, string> }

type PostTexts = { slug?: string; title?: string; excerpt?: string; content?: string }
export type NewsletterPost = Required<PostTexts> & {
  page: RecordPath
  version: number
  imageUrl: string
  translations: Partial<Record<Language, PostTexts>>
  pictures?: Pictures
}
