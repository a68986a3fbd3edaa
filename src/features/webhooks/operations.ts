import { z } from 'zod'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { delivery, newWebhook, webhook, webhookChange, webhookInput, webhookSecret } from './contract'

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

export const operations = describe({
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
