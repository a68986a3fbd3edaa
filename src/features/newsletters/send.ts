import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { conflict } from '#contract/http-error'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { changesTo, emitChanges } from '#platform/events/changes'
import type { Transaction } from '#platform/events/events'
import type { Config, MailConfig } from '#platform/config'
import { outbox } from '#platform/mail/table'
import { post } from '#platform/mail/outbox'
import type { Services } from '#platform/services'
import { checkVersion, type Expected } from '#platform/writes/commit'
import {
  isEverybody,
  type NewsletterTemplates,
  type Newsletter,
  type NewsletterPreview,
  type SendInput,
} from './contract'
import {
  type NewsletterSources,
  countReaders,
  findRow,
  lockRow,
  type Row,
  segmentOf,
  toNewsletter,
  updateRow,
} from './store'
import { newsletterMails, newsletterRuns as runs } from './table'
import { makeTemplates, ownTexts, textsOfPost, withLeave } from './template'

type Sending = { services: Services; sources: NewsletterSources; id: number }

/**
 * Starts sending, or schedules it for a future time; a cancelled newsletter resumes with the readers who have not got
 * it. Throws 404, 412, and 409 without a mail server, a reader or a live post, and when it is sent or being sent.
 */
export async function sendNewsletter(
  tx: Transaction,
  { services, sources, id, expected }: Sending & { expected: Expected },
  { at, untranslated = 'send' }: SendInput,
): Promise<Newsletter> {
  if (!services.config.mail) throw conflict('errors.noMail')
  const row = await lockRow(tx, id)
  checkVersion(row.version, expected)
  if (row.state === 'sent' || row.state === 'sending') throw conflict('errors.newsletterSent')
  const readers = await countReaders(tx, sources, segmentOf(row))
  if (readers[row.audience] === 0)
    throw conflict(isEverybody(segmentOf(row)) ? 'errors.newsletterNoReader' : 'errors.newsletterNobody')
  const templates = await templatesOf({ ...services, db: tx }, sources, row)
  if (!templates) throw conflict(withoutText(row))
  const included = includedLanguages({ ...row, untranslated }, templates)
  if (included.every((language) => readers[language] === 0)) throw conflict('errors.newsletterNobody')
  const run = { sendAt: at ? new Date(at).toISOString() : sql`now()`, templates: null }
  // Stored timestamps are rounded, up or down.
  const [made] = await tx
    .insert(runs)
    .values({ newsletterId: id, ...run })
    .onConflictDoUpdate({ target: runs.newsletterId, set: run })
    .returning({ sendAt: runs.sendAt, isDue: sql<boolean>`${runs.sendAt} <= now() + interval '1 millisecond'` })
  const { sendAt, isDue } = made!
  const sent = isDue
    ? await beginSending(tx, sources, { row: { ...row, untranslated }, templates })
    : await updateRow(tx, id, { state: 'scheduled', sendAt, untranslated })
  return toNewsletter(tx, sources, sent)
}

/** The languages whose readers get it: without those in which a text is missing, if they are to be left out. */
const includedLanguages = ({ audience, untranslated }: Row, templates: NewsletterTemplates): Language[] =>
  languages.filter(
    (language) =>
      (audience === 'all' || audience === language) &&
      (untranslated === 'send' || templates[language].missing.length === 0),
  )

const withoutText = ({ post: of }: Row) => (of === 0 ? 'errors.newsletterNoText' : 'errors.newsletterNoPost')

/** Adds a mail for each current reader, except for those who already have one (after a cancelled sending). */
export async function beginSending(
  tx: Transaction,
  { readers }: Pick<NewsletterSources, 'readers'>,
  { row, templates }: { row: Row; templates: NewsletterTemplates },
): Promise<Row> {
  await tx.execute(sql`
    insert into ${newsletterMails} (newsletter_id, subscriber_id, language)
    select ${row.id}::int, readers.id, readers.language from (${readers(row.audience, segmentOf(row))}) as readers
    where readers.language = any(${`{${includedLanguages(row, templates).join()}}`}::text[]) order by readers.id
    on conflict do nothing`)
  await tx.update(runs).set({ templates }).where(eq(runs.newsletterId, row.id))
  const total = await tx.$count(
    newsletterMails,
    and(eq(newsletterMails.newsletterId, row.id), sql`${newsletterMails.state} <> 'left'`),
  )
  return updateRow(tx, row.id, { state: 'sending', sendAt: sql`now()`, total, untranslated: row.untranslated })
}

/** Throws 404, 412, and 409 for a draft or a sent newsletter. */
export async function cancelNewsletter(
  tx: Transaction,
  sources: NewsletterSources,
  { id, expected }: { id: number; expected: Expected },
): Promise<Newsletter> {
  const row = await lockRow(tx, id)
  checkVersion(row.version, expected)
  if (row.state === 'sent') throw conflict('errors.newsletterSent')
  if (row.state === 'draft') throw conflict('errors.newsletterNotSending')
  if (row.state !== 'cancelled') await takeBack(tx, id)
  const cancelled = row.state === 'cancelled' ? row : await updateRow(tx, id, { state: 'cancelled' })
  return toNewsletter(tx, sources, cancelled)
}

/** Takes queued mails back. Those being sent are never retried, as the mail server may have accepted them. */
async function takeBack(tx: Transaction, id: number): Promise<void> {
  const queued = and(eq(newsletterMails.newsletterId, id), eq(newsletterMails.state, 'queued'))
  const queuedIds = tx.select({ id: newsletterMails.outboxId }).from(newsletterMails).where(queued)
  const rows = await tx
    .delete(outbox)
    .where(and(inArray(outbox.id, queuedIds), eq(outbox.state, 'waiting')))
    .returning({ id: outbox.id, isLeased: gt(outbox.leasedUntil, sql`now()`) })
  const idsOf = (isLeased: boolean) => rows.filter((row) => Boolean(row.isLeased) === isLeased).map((row) => row.id)
  await tx
    .update(newsletterMails)
    .set({ state: 'left' })
    .where(and(queued, inArray(newsletterMails.outboxId, idsOf(true))))
  await tx
    .update(newsletterMails)
    .set({ state: 'waiting', outboxId: null })
    .where(and(queued, inArray(newsletterMails.outboxId, idsOf(false))))
  emitChanges(tx, changesTo('mail', 'deleted', rows))
}

/** Throws 404, and 409 if the post is not public, or a newsletter of its own is written in no language. */
export async function previewNewsletter({ services, sources, id }: Sending): Promise<NewsletterPreview> {
  const row = await findRow(services.db, id)
  const templates = await templatesOf(services, sources, row)
  if (!templates) throw conflict(withoutText(row))
  const leave = `${services.config.siteUrl ?? ''}/`
  const shown = (language: Language) => {
    const letter = withLeave(templates[language], leave)
    const { language: written, missing } = templates[language]
    return { language: written, missing, ...letter, size: Buffer.byteLength(letter.html) }
  }
  return byLanguage(shown)
}

/** Sends a test to `to`, ahead of all queued newsletters. Throws 404 and 409. */
export async function sendTest(
  tx: Transaction,
  { services, sources, id }: Sending,
  { to, language }: { to: string | null; language: Language },
): Promise<{ to: string }> {
  const { config } = services
  if (!config.mail) throw conflict('errors.noMail')
  if (to === null) throw conflict('errors.newsletterNoAddress')
  const row = await findRow(tx, id)
  const templates = await templatesOf({ ...services, db: tx }, sources, row)
  if (!templates) throw conflict(withoutText(row))
  const letter = withLeave(templates[row.audience === 'all' ? language : row.audience], `${config.siteUrl ?? ''}/`)
  const [mail] = await post(tx, config, {
    kind: 'letter',
    to: [to],
    letter: { ...letter, replyTo: replyTo(config.mail), headers: listHeaders(config) },
  })
  await tx
    .update(outbox)
    .set({ nextAttemptAt: sql`now() - interval '1 day'` })
    .where(eq(outbox.id, mail!.id))
  return { to }
}

export const replyTo = ({ to }: MailConfig): string | undefined => to[0]

/** The list id for mail clients (RFC 2919), independent of the site's name. */
export const listHeaders = ({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> => ({
  'List-Id': `<letters.${new URL(siteUrl ?? 'http://localhost').hostname}>`,
})

/** undefined if the post is not public, or a newsletter of its own is written in no language. */
export async function templatesOf(
  { db, config }: { db: Services['db']; config: Config },
  sources: NewsletterSources,
  row: Row,
): Promise<NewsletterTemplates | undefined> {
  const { subject, introduction, readerState } = row
  const written = row.post === 0 ? ownTexts(row) : await textsOfPost(await sources.post({ db, config }, row.post))
  if (!written) return undefined
  const html = Object.values(written.texts).map(({ body }) => body)
  return makeTemplates(db, config, {
    ...written,
    pictures: written.pictures ?? (await sources.pictures({ db, config }, html.join('\n'))),
    subject,
    introduction,
    readerState,
  })
}
