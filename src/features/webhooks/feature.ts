import { namedRecord, type Feature } from '#platform/feature'
import { webhooksApi } from './api'
import { deliveredKinds, enqueueDeliveries } from './deliveries'
import { sendDeliveries, waitingDeliveries } from './send-deliveries'
import { sweepDeliveries } from './store'
import { webhookDeliveries, webhooks as table } from './table'
import { z } from 'zod'
import { plainText } from '#text/schema'
import { webhookEvents, webhookInput } from './contract'

/** The secret that signs deliveries. */
const secret = plainText(200).regex(/^whsec_[\w+/-]+=*$/, 'validation.value')

/** The schemas of a webhook in archives. Each delivery checks that its host is public. */
const storedWebhook = {
  url: webhookInput.shape.url,
  events: z.array(z.enum(webhookEvents)).max(webhookEvents.length, 'validation.tooMany'),
  secret,
  formerSecret: secret.nullable(),
}

declare module '#platform/events/events' {
  interface Kinds {
    webhook: true
  }
}

const hour = 60 * 60_000

export const webhooks: Feature = {
  api: {
    named: {
      '/api/webhooks/:id': namedRecord(table, table.id, 'webhook'),
      '/api/webhooks/:id/deliveries/:delivery': namedRecord(webhookDeliveries, webhookDeliveries.id, 'delivery', {
        parameter: 'delivery',
        of: { column: webhookDeliveries.webhookId, parameter: 'id' },
      }),
    },
    routes: webhooksApi,
  },
  content: {
    // Archives contain the secrets, by which receivers authenticate a restored site, but no deliveries.
    tables: { webhooks: { table, row: storedWebhook } },
    passing: [webhookDeliveries],
  },
  listeners: [enqueueDeliveries],
  jobs: [
    // Deliveries in parallel, so that slow receivers do not block others.
    {
      name: 'send webhooks',
      every: 500,
      wakes: ['webhook', ...deliveredKinds],
      untilDue: (services) => (services.config.demo ? Infinity : waitingDeliveries.untilDue(services)),
      runInEach: async (services) => {
        if (!services.config.demo) await sendDeliveries(services)
      },
      atOnce: 32,
    },
    { name: 'sweep webhook deliveries', every: hour, erases: true, run: sweepDeliveries },
  ],
}
