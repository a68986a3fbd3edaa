import type { ActivityEntry } from '#features/activity/contract'
import type { MessageWithThread } from '#features/messages/contract'
import type { Mail } from '#features/outbox/contract'
import type { Erased } from '#features/privacy/contract'
import type { Subscriber } from '#features/waitlist/contract'

/** The export of a person's data. */
export type PersonExport = {
  email: string
  messages: MessageWithThread[]
  subscribers: (Subscriber & { confirmedAt: string | null; unsubscribedAt: string | null; welcomedAt: string | null })[]
  mails: Mail[]
  activity: ActivityEntry[]
}

/** In display order. */
export const parts = ['messages', 'replies', 'subscribers', 'mails', 'activity'] as const

export const countExport = ({ messages, subscribers, mails, activity }: PersonExport): Erased => ({
  messages: messages.length,
  replies: messages.reduce((sum, { thread }) => sum + thread.length, 0),
  subscribers: subscribers.length,
  mails: mails.length,
  activity: activity.length,
})

export const isEmptyExport = (counts: Erased): boolean => parts.every((part) => counts[part] === 0)
