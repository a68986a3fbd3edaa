import { giveExample, operations as describe } from '#platform/http/operation'
import { confirmedWrite } from '#auth/operations'
import { delivery, newWebhook, webhook, webhookChange, webhookInput, webhookSecret } from './contract'

const input = { url: 'https://acme.example/hooks/site', events: ['post.published' as const] }
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
giveExample(webhookInput, { ...input, currentPassword: 'correct horse battery' })
giveExample(webhookChange, { ...input, enabled: true })
giveExample(webhook, { ...input, enabled: true })
giveExample(newWebhook, { ...input, enabled: true, secret })
giveExample(webhookSecret, { secret })
giveExample(delivery, {
  event: 'post.published',
  attempts: 0,
  status: null,
  lastError: null,
  nextAttemptAt: '2026-03-02T09:00:00.000Z',
  sentAt: null,
})

export const operations = describe({
  listWebhooks: {
    summary: 'List the webhooks',
    description: 'In the order in which they were added, without secrets.',
  },
  addWebhook: {
    summary: 'Add a webhook',
    description:
      'Each event is sent to `url` as POST (Standard Webhooks 1.0.0): `{ type, timestamp, data: { kind, id, url } }`, signed with the `secret`, which only this answer tells. The `url` inside is that of visitors: a path alone where SITE_URL is unset, null for what was never public. Addresses of this machine and of private networks are refused, unless WEBHOOK_ALLOW excepts them.' +
      confirmedWrite,
  },
  changeWebhook: {
    summary: 'Change a webhook',
    description:
      'What is left out stays. While it is switched off, nothing new is kept for it, and what waits goes on waiting.',
  },
  deleteWebhook: { summary: 'Delete a webhook', description: 'What it was told of, and has yet to be, goes with it.' },
  rotateWebhookSecret: {
    summary: 'Make a new secret',
    description: 'The new secret and those before it sign for 24 hours, the new one first.' + confirmedWrite,
  },
  testWebhook: {
    summary: 'Try a webhook',
    description: 'Sends it the event `test`, also while it is switched off.',
    answers: { 202: { description: 'It is on its way: the delivery.' } },
  },
  listDeliveries: {
    summary: 'List what a webhook was told',
    description: 'The newest first, of the last 30 days.',
  },
  retryDelivery: {
    summary: 'Send it again',
    description: 'At once and under the same `webhook-id`, and when that fails as often as a new one.',
    answers: { 202: { description: 'It is on its way: the delivery.' } },
  },
})
