import { type WebhookEvent, webhookEvents } from '#features/webhooks/contract'

/** Test events are sent regardless of the selection. */
type ChosenEvent = Exclude<WebhookEvent, 'test'>

const kindOf = <Event extends string>(event: Event) =>
  event.split('.')[0] as Event extends `${infer K}.${string}` ? K : never

/** The selectable events, grouped by kind. */
export const eventGroups = Array.from(
  Map.groupBy(
    webhookEvents.filter((event): event is ChosenEvent => event !== 'test'),
    (event) => kindOf(event),
  ),
  ([kind, events]) => ({ kind, events }),
)
