import { z } from 'zod'
import { plainText } from '#text/schema'
import { webhookEvents, webhookInput } from './contract'

/** The secret that signs deliveries. */
const secret = plainText(200).regex(/^whsec_[\w+/-]+=*$/, 'validation.value')

/** The schemas of a webhook in archives. Each delivery checks that its host is public. */
export const storedWebhook = {
  url: webhookInput.shape.url,
  events: z.array(z.enum(webhookEvents)).max(webhookEvents.length, 'validation.tooMany'),
  secret,
  formerSecret: secret.nullable(),
}
