import { and, eq, ne, lte, type SQL, sql } from 'drizzle-orm'
import { changesTo, emitChanges } from '#platform/events/changes'
import type { Config } from '#platform/config'
import type { Transaction } from '#platform/events/events'
import { type MailContent, outbox, mailPace, mailState } from './table'
import type { Database } from '#platform/db/database'
import { leasedRows } from '#platform/jobs/leased-rows'
import type { Services } from '#platform/services'
import type { MailStatus } from '#contract/system'
import { interval } from '#platform/db/columns'

type NewMail = { kind: string; to: readonly string[]; letter: MailContent; about?: string }

/**
 * Adds a mail to the outbox, a row per recipient, inside the transaction of the change that it reports: it is sent only
 * if that commits. Resolves to the rows.
 */
export async function post(
  tx: Transaction,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { kind, to, letter, about }: NewMail,
): Promise<{ id: number; messageId: string }[]> {
  const rows = await postEach(
    tx,
    { siteUrl },
    to.map((recipient) => ({ kind, to: recipient, letter, about })),
  )
  emitChanges(tx, changesTo('mail', 'created', rows))
  return rows
}

type NewRow = Omit<NewMail, 'to'> & { to: string }

/** The same for many different mails, in their order; notifying open windows is left to the caller. */
export async function postEach(
  tx: Transaction,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  several: readonly NewRow[],
): Promise<{ id: number; messageId: string }[]> {
  if (several.length === 0) return []
  const host = new URL(siteUrl ?? 'http://localhost').hostname
  const values = several.map(({ about, ...mail }) => ({
    ...mail,
    subject: mail.letter.subject,
    messageId: `<${crypto.randomUUID()}@${host}>`,
    about: about ?? null,
  }))
  const rows = await tx.insert(outbox).values(values).returning({ id: outbox.id, messageId: outbox.messageId })
  const ids = new Map(rows.map(({ id, messageId }) => [messageId, id]))
  return values.map(({ messageId }) => ({ id: ids.get(messageId)!, messageId }))
}

/** Deletes the unsent mails about a record. */
export async function withdraw(tx: Transaction, about: string): Promise<void> {
  const rows = await tx
    .delete(outbox)
    .where(and(eq(outbox.about, about), ne(outbox.state, 'sent')))
    .returning({ id: outbox.id })
  emitChanges(tx, changesTo('mail', 'deleted', rows))
}

export async function readMailStatus(db: Database, config: Pick<Config, 'mail'>): Promise<MailStatus> {
  const [last] = await db.select().from(mailState)
  const [counts] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${outbox.state} = 'waiting'))::int`,
      failed: sql<number>`(count(*) filter (where ${outbox.state} = 'failed'))::int`,
    })
    .from(outbox)
  return {
    configured: config.mail !== undefined,
    ok: last?.ok ?? null,
    lastError: last?.lastError ?? null,
    waiting: counts?.waiting ?? 0,
    failed: counts?.failed ?? 0,
  }
}

const isNewsletter = eq(outbox.kind, 'letter')

/** The mails that wait. Newsletters are due when the rate limit lets them be sent. */
export const mails = leasedRows({
  table: outbox,
  isOpen: eq(outbox.state, 'waiting'),
  dueAt: sql`greatest(${outbox.nextAttemptAt},
    case when ${isNewsletter} then (select ${mailPace.nextLetterAt} from ${mailPace}) end)`,
  lease: { seconds: 4, until: 'leasedUntil' },
  claimedBy: 'attempts',
  changed: ({ id }) => ({ kind: 'mail', action: 'updated', id }),
})

/** How to claim the next mail: newsletters come after all other mail, and no faster than `MAIL_RATE`. */
export function nextMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { withNewsletters }: { withNewsletters: boolean },
) {
  const isClaimedNewsletter = sql`from ${outbox} where ${isNewsletter} and ${outbox.id} = (select id from next)`
  return {
    where: withNewsletters ? undefined : ne(outbox.kind, 'letter'),
    orderBy: [isNewsletter, outbox.nextAttemptAt, outbox.id],
    guard: {
      statement: db.$with('paced').as(countNewsletter(db, config, isClaimedNewsletter)),
      where: sql`(${ne(outbox.kind, 'letter')} or exists (select from paced))`,
    },
  }
}

/**
 * Seconds of delay that may be caught up: the outbox is looked at twice a second while newsletters wait. The interval between newsletters is such that
 * no minute exceeds `MAIL_RATE`, catching up included.
 */
const late = 1

const apart = ({ mailRate }: Pick<Config, 'mailRate'>) => (60 + late) / mailRate

/**
 * Counts the mail of a newsletter against the rate limit of all processes; no row when the limit is reached. `where` says whether one waits.
 */
const countNewsletter = (db: Database, config: Pick<Config, 'mailRate'>, where: SQL) => {
  const next = sql`greatest(${mailPace.nextLetterAt}, clock_timestamp() - ${interval(late)}) + ${interval(apart(config))}`
  return db
    .insert(mailPace)
    .select(sql`select 1, clock_timestamp() + ${interval(apart(config))} - ${interval(late)} ${where}`)
    .onConflictDoUpdate({
      target: mailPace.id,
      set: { nextLetterAt: next },
      setWhere: lte(mailPace.nextLetterAt, sql`clock_timestamp()`),
    })
    .returning({ id: mailPace.id })
}
