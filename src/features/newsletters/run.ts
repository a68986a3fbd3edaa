import { and, asc, count, eq, exists, inArray, isNull, lte, ne, not, notExists, or, sql } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import { system, emit, type NewEvent, type Transaction } from '#platform/events/events'
import type { Config } from '#platform/config'
import type { Services } from '#platform/services'
import { tryLock } from '#platform/jobs/scheduler'
import { untilEarliest } from '#platform/jobs/wakes'
import type { Database } from '#platform/db/database'
import { outbox } from '#platform/mail/table'
import { commitWork } from '#platform/writes/commit'
import { postEach } from '#platform/mail/outbox'
import { beginSending, templatesOf, replyTo, listHeaders } from './send'
import { type NewsletterSources, findRow, lockRow, type Row, subjectOf, updateRow } from './store'
import { newsletterMails, newsletterRuns as runs, newsletters } from './table'
import { withLeave } from './template'

/** Mails per transaction. */
const batch = 50
/** Limits of mails waiting in the outbox: they take up space, and have to be withdrawn when a reader unsubscribes. */
const leastWaiting = 50
const mostWaiting = 200

/** Puts the next batch of mails into the outbox; resolves to whether there is room for more. */
async function queueMails(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { sources, id }: { sources: NewsletterSources; id: number },
): Promise<boolean> {
  const room = await roomInOutbox(tx, config)
  const { mail } = config
  if (room <= 0 || !mail) return false
  const next = await tx
    .select({ id: newsletterMails.id, subscriberId: newsletterMails.subscriberId, language: newsletterMails.language })
    .from(newsletterMails)
    .where(and(eq(newsletterMails.newsletterId, id), eq(newsletterMails.state, 'waiting')))
    .orderBy(asc(newsletterMails.id))
    .limit(Math.min(room, batch))
  const [run] = await tx.select().from(runs).where(eq(runs.newsletterId, id))
  const row = await findRow(tx, id)
  const templates = run?.templates
  if (next.length === 0 || !templates) return false
  const readers = await sources.address(tx, config.siteUrl ?? '', {
    ids: next.map(({ subscriberId }) => subscriberId),
    source: nameOf(id),
    state: row.readerState,
  })
  const waitingOf = new Map(next.map((waiting) => [waiting.subscriberId, waiting]))
  const written = readers.flatMap((reader) => {
    const waiting = waitingOf.get(reader.id)
    return waiting ? [{ reader, waiting }] : []
  })
  const mails = await postEach(
    tx,
    config,
    written.map(({ reader, waiting }) => ({
      kind: 'letter',
      to: reader.email,
      about: reader.about,
      letter: {
        ...withLeave(templates[waiting.language], reader.leave),
        replyTo: replyTo(mail),
        headers: { ...listHeaders(config), ...reader.headers },
      },
    })),
  )
  await note(
    tx,
    written.map(({ waiting }, at) => ({ id: waiting.id, outboxId: mails[at]!.id })),
    next.map(({ id: mailId }) => mailId),
  )
  const last = mails.at(-1)
  if (last) emitChanges(tx, [{ kind: 'mail', action: 'created', id: last.id }])
  return room > batch && next.length === batch
}

async function roomInOutbox(db: Database, { mailRate }: Pick<Config, 'mailRate'>): Promise<number> {
  const most = Math.min(mostWaiting, Math.max(leastWaiting, mailRate))
  return most - (await db.$count(outbox, and(eq(outbox.kind, 'letter'), eq(outbox.state, 'waiting'))))
}

/** The newsletter's name in links and events. */
const nameOf = (id: number): string => `newsletter:${id}`

/** Marks mails that are in the outbox as queued, and those without one as `left`: their readers have unsubscribed. */
async function note(tx: Transaction, queued: readonly { id: number; outboxId: number }[], all: readonly number[]) {
  await tx
    .update(newsletterMails)
    .set({ state: 'left' })
    .where(inArray(newsletterMails.id, [...all]))
  if (queued.length === 0) return
  const pairs = sql.join(
    queued.map(({ id, outboxId }) => sql`(${id}::int, ${outboxId}::int)`),
    sql`, `,
  )
  await tx.execute(sql`
    update newsletter_letters set state = 'queued', outbox_id = mail.outbox_id
    from (values ${pairs}) as mail (id, outbox_id) where mail.id = newsletter_letters.id`)
}

/**
 * Advances scheduled newsletters and those being sent, one process at a time. Each step is one transaction, so that a
 * killed process leaves none half done.
 */
export async function sendDue(services: Services, sources: NewsletterSources): Promise<void> {
  const { db, stopping } = services
  await inTurn(services, (tx) => begin(tx, services, sources))
  const underWay = await db
    .select({ id: runs.newsletterId })
    .from(runs)
    .innerJoin(newsletters, and(eq(newsletters.id, runs.newsletterId), ne(newsletters.state, 'scheduled')))
    .orderBy(asc(runs.newsletterId))
  for (const { id } of underWay) {
    await inTurn(services, (tx) => settle(tx, sources, id))
    for (let isMore = true; isMore && !stopping.aborted;) {
      const begun = performance.now()
      isMore = await inTurn(services, (tx) => queueNext(tx, services, { sources, id }))
      if (isMore) await Bun.sleep(performance.now() - begun)
    }
  }
}

/** Milliseconds until there is something to advance; Infinity until a mail of the outbox ends or something is scheduled. */
export async function untilDue({ db, config }: Pick<Services, 'db' | 'config'>): Promise<number> {
  const mailIs = (state: typeof newsletterMails.$inferSelect.state) =>
    and(eq(newsletterMails.newsletterId, newsletters.id), eq(newsletterMails.state, state))
  const some = () => db.select({ id: newsletterMails.id }).from(newsletterMails)
  const isWaiting = and(eq(newsletters.state, 'sending'), exists(some().where(mailIs('waiting'))))!
  const hasEnded = exists(
    some()
      .leftJoin(outbox, isOutboxRow)
      .where(and(mailIs('queued'), hasResult)),
  )
  const mayAdvance = or(
    hasEnded,
    config.mail && (await roomInOutbox(db, config)) > 0 ? isWaiting : undefined,
    and(not(isWaiting), notExists(some().where(mailIs('queued')))),
  )
  const isDue = or(isRestored(db), and(ne(newsletters.state, 'scheduled'), exists(runsOf(db)), mayAdvance))
  if ((await db.$count(newsletters, isDue)) > 0) return 0
  const isScheduled = exists(
    db
      .select({ id: newsletters.id })
      .from(newsletters)
      .where(and(eq(newsletters.id, runs.newsletterId), eq(newsletters.state, 'scheduled'))),
  )
  return untilEarliest(db, runs, { moment: sql`${runs.sendAt}`, where: isScheduled })
}

const runsOf = (db: Database) =>
  db.select({ id: runs.newsletterId }).from(runs).where(eq(runs.newsletterId, newsletters.id))

/** Scheduled or being sent without a run: it comes from an archive. */
const isRestored = (db: Database) => and(inArray(newsletters.state, ['scheduled', 'sending']), notExists(runsOf(db)))

const isOutboxRow = eq(outbox.id, newsletterMails.outboxId)
/** Of a mail that was queued: it was sent, has failed, or was withdrawn. */
const hasResult = or(isNull(outbox.id), ne(outbox.state, 'waiting'))

const inTurn = <Result>(services: Services, work: (tx: Transaction) => Promise<Result>): Promise<Result | false> =>
  commitWork(services, system, async (tx) => (await tryLock(tx, 'letters')) && work(tx))

async function begin(tx: Transaction, services: Services, sources: NewsletterSources): Promise<void> {
  await endRestored(tx)
  const due = await tx
    .select({ row: newsletters })
    .from(runs)
    .innerJoin(newsletters, eq(newsletters.id, runs.newsletterId))
    .where(and(eq(newsletters.state, 'scheduled'), lte(runs.sendAt, sql`now()`)))
    .for('update')
  for (const { row } of due) {
    const templates = await templatesOf({ ...services, db: tx }, sources, row)
    if (templates) await beginSending(tx, sources, { row, templates })
    else await updateRow(tx, row.id, { state: 'cancelled' })
    emit(tx, done(row.id, templates?.en.subject ?? subjectOf(row).en, templates ? 'sent' : 'failed'))
  }
}

/** A restored site does not know what was sent since its backup, so nothing of it is sent automatically. */
async function endRestored(tx: Transaction): Promise<void> {
  const found = await tx
    .select({ id: newsletters.id, state: newsletters.state })
    .from(newsletters)
    .where(isRestored(tx))
  for (const { id, state } of found) {
    await updateRow(tx, id, state === 'scheduled' ? { state: 'draft', sendAt: null } : { state: 'cancelled' })
    emitChanges(tx, [changed(id)])
  }
}

/** Records the results of the mails in the outbox. */
async function settle(tx: Transaction, sources: NewsletterSources, id: number): Promise<void> {
  const queued = and(eq(newsletterMails.newsletterId, id), eq(newsletterMails.state, 'queued'))
  const ended = await tx
    .select({
      id: newsletterMails.id,
      subscriberId: newsletterMails.subscriberId,
      state: outbox.state,
      error: outbox.lastError,
    })
    .from(newsletterMails)
    .leftJoin(outbox, isOutboxRow)
    .where(and(queued, hasResult))
  const byResult = Map.groupBy(ended, ({ state, error }) =>
    state === 'sent' ? 'sent' : state === null ? 'left' : isNoMailbox(error) ? 'bounced' : 'failed',
  )
  // Subscribers before mails, the lock order of unsubscribing.
  await sources.markBounced(
    tx,
    (byResult.get('bounced') ?? []).map(({ subscriberId }) => subscriberId),
  )
  for (const [state, rows] of byResult) {
    const ids = rows.map((one) => one.id)
    await tx
      .update(newsletterMails)
      .set({ state })
      .where(and(queued, inArray(newsletterMails.id, ids)))
  }
}

/** RFC 3463: the mailbox does not exist. */
const isNoMailbox = (error: string | null): boolean => /^5\d\d[ -]#?5\.1\.\d{1,3}(?!\d)/.test(error ?? '')

/** Queues the next batch of mails and stores the progress; resolves to whether there is room for more. */
async function queueNext(
  tx: Transaction,
  services: Services,
  { sources, id }: { sources: NewsletterSources; id: number },
): Promise<boolean> {
  const { state } = await lockRow(tx, id)
  const isMore = state === 'sending' && (await queueMails(tx, services, { sources, id }))
  await countUp(tx, await findRow(tx, id))
  return isMore
}

/** Stores the progress, and whether it is complete. */
async function countUp(tx: Transaction, { id, state, total, sent, failed, bounced }: Row): Promise<void> {
  const rows = await tx
    .select({ state: newsletterMails.state, count: count() })
    .from(newsletterMails)
    .where(eq(newsletterMails.newsletterId, id))
    .groupBy(newsletterMails.state)
  const of = (wanted: (typeof rows)[number]['state']) => rows.find((row) => row.state === wanted)?.count ?? 0
  const isOver = of('queued') === 0 && (state !== 'sending' || of('waiting') === 0)
  const counts = {
    total: rows.reduce((sum, row) => sum + (row.state === 'left' ? 0 : row.count), 0),
    sent: of('sent'),
    failed: of('failed'),
    bounced: of('bounced'),
  }
  const isSame = Bun.deepEquals(counts, { total, sent, failed, bounced })
  if (isOver) await tx.delete(runs).where(eq(runs.newsletterId, id))
  if (isOver && state === 'sending') await updateRow(tx, id, { ...counts, state: 'sent' })
  else if (!isSame) await tx.update(newsletters).set(counts).where(eq(newsletters.id, id))
  if (isOver || !isSame) emitChanges(tx, [changed(id)])
}

const changed = (id: number) => ({ kind: 'newsletter', action: 'updated', id }) as const

const done = (id: number, title: string, action: 'sent' | 'failed'): NewEvent => ({
  kind: 'newsletter',
  action: 'updated',
  id,
  title,
  activityActions: [action],
})
