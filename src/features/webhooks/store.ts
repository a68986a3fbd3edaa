import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import {
  type Delivery,
  delivery,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
  type WebhookSecret,
} from './contract'
import { faultText, newSecret, bodyOf } from './deliveries'
import { z } from 'zod'
import { wholeNumber } from '#platform/http/parameters'
import { webhookDeliveries, webhooks } from './table'

export const deliveryQuery = z.object({
  limit: wholeNumber(1, 200).default(50),
  before: wholeNumber(1, 2_147_483_647).optional(),
})
type DeliveryQuery = z.infer<typeof deliveryQuery>

const { id, url, events, enabled, createdAt } = webhooks
const columns = { id, url, events, enabled, createdAt }

/** Ordered by creation. */
export const listWebhooks = (db: Database): Promise<Webhook[]> => db.select(columns).from(webhooks).orderBy(id)

export async function addWebhook(tx: Database, input: Omit<WebhookInput, 'currentPassword'>): Promise<NewWebhook> {
  const secret = newSecret()
  const [row] = await tx
    .insert(webhooks)
    .values({ ...input, secret })
    .returning(columns)
  return { ...row!, secret }
}

/** Throws 404. */
export async function changeWebhook(tx: Database, wanted: number, change: WebhookChange): Promise<Webhook> {
  const isEmpty = Object.values(change).every((value) => value === undefined)
  // An update without columns is invalid SQL.
  const set = isEmpty ? { id: wanted } : change
  const [row] = await tx.update(webhooks).set(set).where(eq(id, wanted)).returning(columns)
  return existing(row)
}

/** Deletes its deliveries as well. Throws 404. */
export async function deleteWebhook(tx: Database, wanted: number): Promise<Webhook> {
  const [row] = await tx.delete(webhooks).where(eq(id, wanted)).returning(columns)
  return existing(row)
}

/** Separated by spaces. */
export const validFormerSecrets = sql<
  string | null
>`case when ${webhooks.formerUntil} > now() then ${webhooks.formerSecret} end`

/**
 * Former secrets stay valid for 24 hours from the last rotation: requests are signed with all of them, at most four.
 * Throws 404.
 */
export async function rotateSecret(tx: Database, wanted: number): Promise<WebhookSecret & { url: string }> {
  const secret = newSecret()
  const [row] = await tx
    .update(webhooks)
    .set({
      secret,
      formerSecret: sql`array_to_string((${webhooks.secret} || string_to_array(${validFormerSecrets}, ' '))[:4], ' ')`,
      formerUntil: sql`now() + interval '24 hours'`,
    })
    .where(eq(id, wanted))
    .returning(columns)
  return { secret, url: existing(row).url }
}

/** Sends a test event to a webhook, whether or not it is enabled. Throws 404. */
export async function testWebhook(
  tx: Database,
  wanted: number,
  { siteUrl, language }: { siteUrl: string | undefined; language: Language },
): Promise<Delivery> {
  await findWebhook(tx, wanted)
  const body = bodyOf('test', { kind: 'webhook', id: wanted, url: `${siteUrl ?? ''}/` })
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({ webhookId: wanted, event: 'test', body, isAsked: true })
    .returning()
  return toDelivery(row!, language)
}

/** Newest first. Throws 404. */
export async function listDeliveries(
  db: Database,
  wanted: number,
  { limit, before }: DeliveryQuery,
  language: Language,
): Promise<Delivery[]> {
  await findWebhook(db, wanted)
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.webhookId, wanted), before === undefined ? undefined : lt(webhookDeliveries.id, before)),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
  return rows.map((row) => toDelivery(row, language))
}

/** Retries a delivery at once, under the same id, with the attempts of a new one. Throws 404. */
export async function retryDelivery(
  tx: Database,
  { webhookId, deliveryId, language }: { webhookId: number; deliveryId: number; language: Language },
): Promise<Delivery> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      state: 'waiting',
      isAsked: true,
      attemptsBefore: webhookDeliveries.attempts,
      nextAttemptAt: sql`now()`,
    })
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)))
    .returning()
  if (!row) throw notFound('delivery')
  return toDelivery(row, language)
}

const toDelivery = (row: typeof webhookDeliveries.$inferSelect, language: Language): Delivery =>
  delivery.parse({ ...row, lastError: faultText(row, language) })

const daysKept = 30

export async function sweepDeliveries(tx: Database): Promise<void> {
  await tx
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${daysKept})`))
}

/** Throws 404. */
export async function findWebhook(db: Database, wanted: number): Promise<Webhook> {
  const [row] = await db.select(columns).from(webhooks).where(eq(id, wanted))
  return existing(row)
}

function existing<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('webhook')
  return row
}
