import { type WebhookEvent, webhookEvents } from '#features/webhooks/contract'

export type EventGroup = (typeof groups)[number]
/** What is sent to try a webhook is sent whatever was chosen. */
export type ChosenEvent = Exclude<WebhookEvent, 'test'>

const groups = ['post', 'project', 'page', 'message', 'subscriber'] as const

/** What can be chosen, by what it is about. */
export const eventGroups = groups.map((kind) => ({
  kind,
  events: webhookEvents.filter((event): event is ChosenEvent => event.startsWith(`${kind}.`)),
}))
