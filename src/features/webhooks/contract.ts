import { z } from 'zod'
import { confirmed } from '#auth/contract'
import { recordKinds } from '#features/kinds'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { EventName } from '#platform/events/events'
import { hasCredentials, isSafeUrl, requiredText } from '#text/schema'

const recordEvents = recordKinds.flatMap(({ publicName }) =>
  (['published', 'updated', 'unpublished', 'deleted'] as const).map((verb) => `${publicName}.${verb}` as const),
)

type Screens = Partial<Record<EventName, (id: number | string) => string>>

/** The events about anything but records, each with the URL of the admin that shows what it is about. */
const otherScreens = {
  'message.received': (id) => `${href(adminPaths.messages)}?message=${id}`,
  'subscriber.confirmed': () => href(adminPaths.waitlist),
} satisfies Screens
export const screensOfEvents: Screens = otherScreens
const otherEvents = Object.keys(otherScreens) as (keyof typeof otherScreens)[]

/** The events that webhooks can subscribe to. */
export const webhookEvents = [...recordEvents, ...otherEvents, 'test'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
const deliveryStates = ['waiting', 'sent', 'failed'] as const

const isWebAddress = (text: string) => isSafeUrl(text) && !text.startsWith('/')
const address = requiredText(2048)
  .refine((text) => !hasCredentials(text), { error: 'validation.urlCredentials', abort: true })
  .refine(isWebAddress, { error: 'validation.webUrl', abort: true })
  .transform((text) => new URL(text).href)
const events = z
  .array(z.enum(webhookEvents, { error: 'validation.value' }), { error: 'validation.list' })
  .min(1, 'validation.event')
  .transform((names) => webhookEvents.filter((name) => names.includes(name)))

export const webhookInput = z.object({ url: address, events, ...confirmed }).meta({ id: 'WebhookInput' })
export type WebhookInput = z.infer<typeof webhookInput>

export const webhookChange = z
  .object({
    url: address.optional(),
    events: events.optional(),
    enabled: z.boolean({ error: 'validation.value' }).optional(),
  })
  .meta({ id: 'WebhookChange' })
export type WebhookChange = z.infer<typeof webhookChange>

export const webhook = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    enabled: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

/** `whsec_` and the base64 of 32 bytes. */
export const webhookSecret = z.object({ secret: z.string() }).meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.infer<typeof webhookSecret>

export const newWebhook = webhook.extend(webhookSecret.shape).meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof newWebhook>

export const delivery = z
  .object({
    id: z.int(),
    event: z.enum(webhookEvents),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    status: z.int().nullable(),
    lastError: z.string().nullable(),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof delivery>
