import { Elysia } from 'elysia'
import { z } from 'zod'
import { confirmWrite } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import { confirmation } from '#auth/contract'
import { createPasswords, type Passwords } from '#auth/passwords/passwords'
import { notFound, invalid } from '#contract/http-error'
import { visitorLanguage } from '#i18n/visitor-language'
import type { ActivityAction, NewEvent } from '#platform/events/events'
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
  type WebhookInput,
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
  requireWebhook,
  retryDelivery,
  rotateSecret,
  testWebhook,
} from './store'
import { operations } from './operations'

/** Milliseconds. */
const timeout = 3000

const idOf = (text: string) => parseId(text, notFound('webhook'))

const about =
  (action: NewEvent['action']) =>
  ({ id, url }: Pick<Webhook, 'id' | 'url'>): NewEvent => ({
    kind: 'webhook',
    action,
    id,
    title: url,
  })

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
    .use(changesApi(services, createPasswords()))
    .use(deliveriesApi(services))

function changesApi(services: Services, passwords: Passwords) {
  const network = allowedNetwork(services.config.webhookAllow)
  return new Elysia()
    .get('', () => listWebhooks(services.db), { response: { 200: z.array(webhook) }, detail: operations.listWebhooks })
    .post(
      '',
      async (context) => {
        const write = await confirmWrite<WebhookInput, typeof context>(services, passwords, context)
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
        await requireWebhook(services.db, id)
        const write = await confirmWrite(services, passwords, context)
        const event = ({ url }: Rotated) => about('updated')({ id, url })
        const answer = ({ secret }: Rotated) => ({ secret })
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
