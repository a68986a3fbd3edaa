import { signedHeaders, faultOf } from './deliveries'
import { validFormerSecrets } from './store'
import { webhookDeliveries as deliveries, webhooks } from './table'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { Config } from '#platform/config'
import { emitChanges } from '#platform/events/changes'
import { system, type Transaction, emit } from '#platform/events/events'
import { allowedNetwork, type Network, requestPublic } from '#platform/http/public-network'
import { atLeastAsked, leasedRows, untilStored, inSeconds } from '#platform/jobs/leased-rows'
import { postNotice } from '#platform/mail/notice'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import { and, eq, notInArray, sql } from 'drizzle-orm'

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

/** Seconds until the next attempt after so many; undefined if there is none. */
export function pauseAfter(tries: number, retryAfter: string | undefined): number | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : atLeastAsked(pause, retryAfter)
}

type Row = typeof deliveries.$inferSelect
/** `error` is the stored one, null if the event was accepted. */
type Answer = { status: number | null; error: string | null; retryAfter?: string }

/** Response timeout, in milliseconds. */
const longestAnswer = 15000
const mostSending = 32
const fewest = 2
/**
 * Maximum concurrent deliveries of one webhook: half of the free slots. So bursts of events are delivered at once, and
 * a slow receiver does not block the others.
 */
const mostOfOne = (underWay: number): number => Math.max(fewest, Math.floor((mostSending - underWay) / 2))

/** The deliveries that wait, of enabled webhooks or requested manually. The lease is longer than the response timeout. */
export const waitingDeliveries = leasedRows({
  table: deliveries,
  isOpen: sql`(${deliveries.state} = 'waiting' and (${deliveries.isAsked}
    or ${deliveries.webhookId} in (select ${webhooks.id} from ${webhooks} where ${webhooks.enabled})))`,
  dueAt: deliveries.nextAttemptAt,
  lease: { seconds: 25, until: 'leasedUntil' },
  claimedBy: 'attempts',
  changed: ({ webhookId }) => ({ kind: 'webhook', action: 'updated', id: webhookId }),
})

type DeliveryOptions = { network?: Network; longest?: number }

/** Sends deliveries until none is due; safe to run concurrently, in several processes as well as in one. */
export const sendDeliveries = (services: Services, options: DeliveryOptions = {}): Promise<void> =>
  waitingDeliveries.runDue(services, {
    next(held) {
      if (held.length >= mostSending) return undefined
      const full = [...Map.groupBy(held, ({ webhookId }) => webhookId)]
        .filter(([, some]) => some.length >= mostOfOne(held.length))
        .map(([id]) => id)
      return { where: notInArray(deliveries.webhookId, full) }
    },
    work: ({ row }) => deliver(services, row, options),
  })

async function deliver(services: Services, row: Row, options: DeliveryOptions): Promise<void> {
  const [webhook] = await services.db
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
  if (answer) await untilStored(services, () => store(services, row, answer))
  else await waitingDeliveries.release(services, row)
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

const gone = 410

async function store(services: Services, row: Row, { status, error, retryAfter }: Answer): Promise<void> {
  const pause =
    error === null || status === gone ? undefined : pauseAfter(row.attempts - row.attemptsBefore, retryAfter)
  const isOver = error !== null && pause === undefined
  const change =
    error === null
      ? { state: 'sent' as const, sentAt: sql`now()`, nextAttemptAt: null, isAsked: false }
      : pause === undefined
        ? { state: 'failed' as const, nextAttemptAt: null, isAsked: false }
        : { nextAttemptAt: inSeconds(pause) }
  await commitWork(services, system, async (tx) => {
    const settled = await waitingDeliveries.settle(tx, row, { ...change, status, lastError: error })
    if (!settled) return
    emitChanges(tx, [{ kind: 'webhook', action: 'updated', id: row.webhookId }])
    if (isOver) await disableWebhook(tx, services.config, row.webhookId)
  })
  if (isOver)
    services.log.warn('A webhook could not be delivered', { webhook: row.webhookId, delivery: row.id, status })
}

/**
 * Disables a webhook whose receiver is gone (410) or whose retries are exhausted, and mails the owner. Its pending
 * deliveries wait until it is enabled again.
 */
async function disableWebhook(tx: Transaction, config: Config, id: number): Promise<void> {
  const [row] = await tx
    .update(webhooks)
    .set({ enabled: false })
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true)))
    .returning({ url: webhooks.url })
  if (!row) return
  emit(tx, { kind: 'webhook', action: 'updated', id, title: row.url, activityActions: ['disabled'] })
  if (config.mail)
    await postNotice(tx, config, {
      kind: 'webhook',
      to: config.mail.to,
      about: `webhook:${id}`,
      group: 'webhook',
      values: { url: row.url, host: new URL(row.url).host },
      paragraphs: ['mail.webhook.text', 'mail.webhook.next'],
      open: { label: 'mail.webhook.open', url: `${href(adminPaths.integrations)}?tab=webhooks` },
    })
}
