import { recordKinds } from '#features/kinds'
import { type WebhookEvent, webhookEvents } from '#features/webhooks/contract'

/** Test events are sent regardless of the selection. */
type ChosenEvent = Exclude<WebhookEvent, 'test'>

const groups = [...recordKinds.map(({ publicName }) => publicName), 'message', 'subscriber'] as const

/** The selectable events, grouped by kind. */
export const eventGroups = groups.map((kind) => ({
  kind,
  events: webhookEvents.filter((event): event is ChosenEvent => event.startsWith(`${kind}.`)),
}))
