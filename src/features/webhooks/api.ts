import { Elysia } from 'elysia'
import { z } from 'zod'
import { confirmWrite } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import { confirmation } from '#auth/contract'
import { notFound, invalid } from '#contract/http-error'
import { visitorLanguage } from '#i18n/visitor-language'
import { about as aboutRecord, type ActivityAction, type NewEvent } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import { resolveAllowedHost, type Network, NotPublic, allowedNetwork } from '#platform/http/public-network'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import {
  delivery,
  newWebhook,
  type Webhook,
  webhook,
  webhookChange,
  webhookInput,
  type WebhookSecret,
  webhookSecret,
} from './contract'
import {
  deliveryQuery,
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  findWebhook,
  retryDelivery,
  rotateSecret,
  testWebhook,
} from './store'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

const input = { url: 'https://acme.example/hooks/site', events: ['post.published' as const] }
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
giveExample(webhookInput, { ...input, currentPassword: 'correct horse battery' })
giveExample(webhookChange, { ...input, enabled: true })
giveExample(webhook, { ...input, enabled: true })
giveExample(newWebhook, { ...input, enabled: true, secret })
giveExample(webhookSecret, { secret })
giveExample(delivery, { attempts: 0, nextAttemptAt: '2026-03-02T09:00:00.000Z' })
describeFields(delivery, {
  status: 'The HTTP status of the last response.',
  lastError: 'The error of the last attempt, in the language of the `industria-language` cookie.',
})
describeFields(webhook, {
  enabled: 'A disabled webhook receives no new events; its queued deliveries are sent when it is enabled again.',
})
describeFields(webhookSecret, { secret: 'Signs the deliveries; it is returned only once.' })

const operations = describe({
  listWebhooks: 'List webhooks. In the order of their creation, without their secrets.',
  createWebhook:
    'Create a webhook. Events are sent to `url` as POST requests (Standard Webhooks 1.0.0) with the body `{ type, timestamp, data: { kind, id, url } }`, signed with `secret`. `data.url` is the public URL: a path if the site has no address (`SITE_URL`), null if the record was never public. URLs that resolve to this machine or a private network are rejected unless `WEBHOOK_ALLOW` permits them.',
  updateWebhook: 'Update a webhook. Omitted fields keep their values.',
  deleteWebhook: 'Delete a webhook. Its deliveries are deleted too, including queued ones.',
  rotateWebhookSecret:
    'Rotate the secret of a webhook. For 24 hours deliveries are signed with the new and the previous secrets, the new one first.',
  testWebhook: 'Send a test event. The event `test` is sent even to a disabled webhook. Returns its delivery.',
  listDeliveries: 'List deliveries of a webhook. The deliveries of the last 30 days, newest first.',
  retryDelivery: {
    text: 'Retry a delivery. The event is sent again immediately with the same `webhook-id`, and retried like a new delivery if that fails.',
    parameters: { delivery: z.int32().min(1).meta({ description: 'The id of the delivery.', example: 31 }) },
  },
})

/** Milliseconds. */
const timeout = 3000

const idOf = (text: string) => parseId(text, notFound('webhook'))

const about =
  (action: NewEvent['action']) =>
  ({ id, url }: Pick<Webhook, 'id' | 'url'>) =>
    aboutRecord('webhook', action)({ id, title: url })

type Rotated = WebhookSecret & { url: string }

/** The event of an action on a webhook. */
const eventOf = (id: number, done: ActivityAction): NewEvent => ({
  kind: 'webhook',
  action: 'updated',
  id,
  activityActions: [done],
})

export const webhooksApi = (services: Services) =>
  new Elysia({ prefix: '/webhooks', tags: ['Webhooks'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(changesApi(services))
    .use(deliveriesApi(services))

function changesApi(services: Services) {
  const network = allowedNetwork(services.config.webhookAllow)
  return new Elysia()
    .get('', () => listWebhooks(services.db), { response: { 200: z.array(webhook) }, detail: operations.listWebhooks })
    .post(
      '',
      async (context) => {
        const write = await confirmWrite(services, context)
        // Before the transaction, because DNS may be slow.
        await checkAddress(write.body.url, network)
        return commit(services, write, { status: 201, event: about('created') }, (tx) => addWebhook(tx, write.body))
      },
      { body: webhookInput, response: { 201: newWebhook }, detail: operations.createWebhook },
    )
    .put(
      '/:id',
      async (context) => {
        const id = idOf(context.params.id)
        if (context.body.url !== undefined) await checkAddress(context.body.url, network)
        return commit(services, context, { status: 200, event: about('updated') }, (tx) =>
          changeWebhook(tx, id, context.body),
        )
      },
      { body: webhookChange, response: { 200: webhook }, detail: operations.updateWebhook },
    )
    .delete(
      '/:id',
      (context) => {
        const id = idOf(context.params.id)
        return commit(services, context, { status: 204, event: about('deleted') }, (tx) => deleteWebhook(tx, id))
      },
      { detail: operations.deleteWebhook },
    )
    .post(
      '/:id/rotate',
      async (context) => {
        const id = idOf(context.params.id)
        await findWebhook(services.db, id)
        const write = await confirmWrite(services, context)
        const event = ({ url }: Rotated) => about('updated')({ id, url })
        const answer = (rotated: Rotated) => ({ secret: rotated.secret })
        return commit(services, write, { status: 200, event, answer }, (tx) => rotateSecret(tx, id))
      },
      { body: confirmation, response: { 200: webhookSecret }, detail: operations.rotateWebhookSecret },
    )
}

const deliveriesApi = (services: Services) =>
  new Elysia()
    .post(
      '/:id/test',
      (context) => {
        const id = idOf(context.params.id)
        return commit(services, context, { status: 202, event: () => eventOf(id, 'tested') }, (tx) =>
          testWebhook(tx, id, { siteUrl: services.config.siteUrl, language: visitorLanguage(context.request) }),
        )
      },
      { response: { 202: delivery }, detail: operations.testWebhook },
    )
    .get(
      '/:id/deliveries',
      ({ params, query, request }) => listDeliveries(services.db, idOf(params.id), query, visitorLanguage(request)),
      { query: deliveryQuery, response: { 200: z.array(delivery) }, detail: operations.listDeliveries },
    )
    .post(
      '/:id/deliveries/:delivery/retry',
      (context) => {
        const webhookId = idOf(context.params.id)
        const deliveryId = parseId(context.params.delivery, notFound('delivery'))
        return commit(services, context, { status: 202, event: () => eventOf(webhookId, 'retried') }, (tx) =>
          retryDelivery(tx, { webhookId, deliveryId, language: visitorLanguage(context.request) }),
        )
      },
      { response: { 202: delivery }, detail: operations.retryDelivery },
    )

/**
 * Throws 422 for a host in a private network. A name that does not resolve is accepted, because each delivery attempt
 * resolves it again.
 */
async function checkAddress(url: string, network: Network): Promise<void> {
  try {
    await resolveAllowedHost(new URL(url), network, AbortSignal.timeout(timeout))
  } catch (error) {
    if (error instanceof NotPublic) throw invalid([{ path: 'url', message: 'validation.privateUrl' }])
  }
}
