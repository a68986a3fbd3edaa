import { and, eq, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { emitChanges, withChanges } from '#platform/events/changes'
import type { Database } from '#platform/db/database'
import { requestPublic, type Network } from '#platform/http/public-network'
import { untilEarliest } from '#platform/scheduler/until-earliest'
import type { Services } from '#platform/services'
import { system, type Transaction } from '#platform/events/events'
import { commitAs } from '#platform/writes/commit'
import { allowedNetwork } from '#platform/http/allowed-network'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import { oneLine, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/letterhead'
import { readSettings } from '#platform/owner/settings'
import { faultOf } from './delivery-faults'
import { signedHeaders } from './signature'
import { validFormerSecrets } from './store'
import { webhookDeliveries as deliveries, webhooks } from './table'

const second = 1
const minute = 60 * second
const hour = 60 * minute

/** Seconds between attempts; after the last one a delivery has failed. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
const longestAsked = 24 * hour

/**
 * Seconds until the next attempt after so many; undefined if there is none. `retryAfter` is the header of the response.
 */
export function pauseAfter(tries: number, retryAfter: string | undefined, now = Date.now()): number | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : Math.max(pause, Math.min(longestAsked, askedPause(retryAfter, now)))
}

/** Seconds, or a date. */
function askedPause(retryAfter: string | undefined, now: number): number {
  const text = (retryAfter ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}

type Row = typeof deliveries.$inferSelect
/** `error` is the stored one, null if the event was accepted. */
type Answer = { status: number | null; error: string | null; retryAfter?: string }

/** Response timeout, in milliseconds. */
const longestAnswer = 15_000
/** The lease of a delivery being sent, during which other processes skip it: longer than the response timeout. */
const lease = sql`now() + interval '25 seconds'`
const mostSending = 32
const fewest = 2

/**
 * Maximum concurrent deliveries of one webhook: half of the free slots. So bursts of events are delivered at once, and
 * a slow receiver does not block the others.
 */
const mostOfOne = (underWay: number): number => Math.max(fewest, Math.floor((mostSending - underWay) / 2))

type DeliveryOptions = { network?: Network; longest?: number }

/** The number of running deliveries of each webhook in each process. */
const busy = new WeakMap<AbortSignal, Map<number, number>>()

/** Sends deliveries until none is due; safe to run concurrently, in several processes as well as in one. */
export async function sendDeliveries(services: Services, options: DeliveryOptions = {}): Promise<void> {
  const sending = busy.get(services.stopping) ?? new Map<number, number>()
  busy.set(services.stopping, sending)
  const begun: Promise<void>[] = []
  for (let row = await next(services, sending); row; row = await next(services, sending))
    begun.push(sendOneByOne(services, row, { sending, options }))
  await Promise.all(begun)
}

type Sending = { sending: Map<number, number>; options: DeliveryOptions }

async function sendOneByOne(services: Services, first: Row, { sending, options }: Sending): Promise<void> {
  for (let row: Row | undefined = first; row; row = await next(services, sending)) {
    try {
      await deliver(services, row, options)
    } finally {
      sending.set(row.webhookId, (sending.get(row.webhookId) ?? 1) - 1)
    }
  }
}

async function next({ db, stopping }: Services, sending: Map<number, number>): Promise<Row | undefined> {
  const underWay = [...sending.values()].reduce((sum, some) => sum + some, 0)
  if (stopping.aborted || underWay >= mostSending) return undefined
  const most = mostOfOne(underWay)
  const full = [...sending].filter(([, count]) => count >= most).map(([id]) => id)
  const row = await claim(db, full)
  if (row) sending.set(row.webhookId, (sending.get(row.webhookId) ?? 0) + 1)
  return row
}

const isWaiting = (db: Database) =>
  and(
    eq(deliveries.state, 'waiting'),
    or(
      deliveries.isAsked,
      inArray(deliveries.webhookId, db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.enabled, true))),
    ),
  )

/** Milliseconds until a delivery that waits can be claimed; Infinity if none waits. */
export const untilDue = (db: Database): Promise<number> =>
  untilEarliest(db, deliveries, {
    moment: sql`greatest(${deliveries.nextAttemptAt}, ${deliveries.leasedUntil})`,
    where: isWaiting(db),
  })

/** Leases the oldest delivery of a webhook that is not `full` to this process. */
async function claim(db: Database, full: readonly number[]): Promise<Row | undefined> {
  const isDue = and(
    isWaiting(db),
    lte(deliveries.nextAttemptAt, sql`now()`),
    or(isNull(deliveries.leasedUntil), lt(deliveries.leasedUntil, sql`now()`)),
    notInArray(deliveries.webhookId, [...full]),
  )
  const first = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(isDue)
    .orderBy(deliveries.nextAttemptAt, deliveries.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(deliveries)
    .set({ leasedUntil: lease, attempts: sql`${deliveries.attempts} + 1` })
    .where(eq(deliveries.id, sql`(${first})`))
    .returning()
  return row
}

async function deliver(services: Services, row: Row, options: DeliveryOptions): Promise<void> {
  const { db } = services
  const [webhook] = await db
    .select({
      url: webhooks.url,
      secret: webhooks.secret,
      former: validFormerSecrets,
    })
    .from(webhooks)
    .where(eq(webhooks.id, row.webhookId))
  // It was deleted with its deliveries.
  if (!webhook) return
  const answer = await tryToSend(services, { ...webhook, row }, options)
  if (answer === undefined) {
    // Releases the lease early and does not count the attempt, because this process is stopping.
    await withChanges(services, async (tx) => {
      await tx
        .update(deliveries)
        .set({ leasedUntil: null, attempts: row.attempts - 1 })
        .where(ownsLease(row))
      emitChanges(tx, [changed(row)])
    })
    return
  }
  await settle(services, row, answer)
}

type Try = { url: string; secret: string; former: string | null; row: Row }

/** Undefined when the process is stopped before the response arrives. */
async function tryToSend(
  { config, stopping }: Services,
  { url, secret, former, row }: Try,
  { network = allowedNetwork(config.webhookAllow), longest = longestAnswer }: DeliveryOptions,
): Promise<Answer | undefined> {
  const limit = AbortSignal.timeout(longest)
  try {
    const answer = await requestPublic(new URL(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(row.body)),
        'user-agent': 'Webhooks (standardwebhooks.com 1.0.0)',
        ...signedHeaders([secret, ...(former?.split(' ') ?? [])], {
          id: row.messageId,
          body: row.body,
          at: new Date(),
        }),
      },
      body: row.body,
      signal: AbortSignal.any([limit, stopping]),
      network,
    })
    // Only the status is used: the response body is discarded.
    answer.destroy()
    const status = answer.statusCode ?? 0
    const isTaken = status >= 200 && status < 300
    return { status, error: isTaken ? null : 'answered', retryAfter: answer.headers['retry-after'] }
  } catch (error) {
    if (stopping.aborted) return undefined
    return { status: null, error: limit.aborted ? 'late' : faultOf(error) }
  }
}

/** Only while the lease is this process's: `attempts` changes when another process claims the delivery. */
const ownsLease = ({ id, attempts }: Row) => and(eq(deliveries.id, id), eq(deliveries.attempts, attempts))

const changed = ({ webhookId }: Row) => ({ kind: 'webhook', action: 'updated', id: webhookId }) as const

const gone = 410

async function settle(services: Services, row: Row, { status, error, retryAfter }: Answer): Promise<void> {
  const notice = changed(row)
  const pause =
    error === null || status === gone ? undefined : pauseAfter(row.attempts - row.attemptsBefore, retryAfter)
  const isOver = error !== null && pause === undefined
  const change =
    error === null
      ? { state: 'sent' as const, sentAt: sql`now()`, nextAttemptAt: null }
      : isOver
        ? { state: 'failed' as const, nextAttemptAt: null }
        : { nextAttemptAt: sql`now() + make_interval(secs => ${pause})` }
  const set = {
    ...change,
    status,
    lastError: error,
    leasedUntil: null,
    ...(error === null || isOver ? { isAsked: false } : {}),
  }
  if (!isOver)
    return withChanges(services, async (tx) => {
      await tx.update(deliveries).set(set).where(ownsLease(row))
      emitChanges(tx, [notice])
    })
  const { config, log } = services
  await commitAs(
    services,
    system,
    (url: string | undefined) =>
      url === undefined
        ? undefined
        : { kind: 'webhook', action: 'updated', id: row.webhookId, title: url, activityActions: ['disabled'] },
    async (tx) => {
      const [updated] = await tx.update(deliveries).set(set).where(ownsLease(row)).returning({ id: deliveries.id })
      emitChanges(tx, [notice])
      return updated && disableWebhook(tx, config, row.webhookId)
    },
  )
  log.warn('A webhook could not be delivered', { webhook: row.webhookId, delivery: row.id, status })
}

/**
 * Disables a webhook whose receiver is gone (410) or whose retries are exhausted, and mails the owner. Resolves to its
 * URL, or to undefined when it is already disabled. Its pending deliveries wait until it is enabled again.
 */
async function disableWebhook(tx: Transaction, config: Config, id: number): Promise<string | undefined> {
  const [row] = await tx
    .update(webhooks)
    .set({ enabled: false })
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true)))
    .returning({ url: webhooks.url })
  if (!row) return undefined
  if (config.mail) await mailOwner(tx, config, config.mail.to, { id, url: row.url })
  return row.url
}

async function mailOwner(
  tx: Transaction,
  config: Config,
  to: readonly string[],
  { id, url }: { id: number; url: string },
): Promise<void> {
  const { ownerLanguage: language } = await readSettings(tx, config)
  const host = new URL(url).host
  const letterhead = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'webhook',
    to,
    about: `webhook:${id}`,
    letter: composeMail({
      language,
      ...letterhead,
      subject: oneLine(translate(language, 'mail.webhook.subject', { host })),
      title: translate(language, 'mail.webhook.title'),
      paragraphs: [translate(language, 'mail.webhook.text', { url }), translate(language, 'mail.webhook.next')],
      action: {
        label: translate(language, 'mail.webhook.open'),
        url: (config.siteUrl ?? '') + `${href(adminPaths.integrations)}?tab=webhooks`,
      },
      foot: translate(language, 'mail.webhook.foot'),
    }),
  })
}
