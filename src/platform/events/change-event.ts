import type { Kind } from './events'

/** Kinds that are not sent to open windows: no screen that stays open shows them. */
export const silentKinds: readonly Kind[] = ['site', 'invitation', 'redirect', 'privacy']

const changeActions = ['created', 'updated', 'deleted'] as const

/** A change as it is streamed to the administrators' open windows. */
export type Change = { kind: Kind; action: (typeof changeActions)[number]; id: number | string }

/** Sent with every change. `unread`: new messages in the inbox; `failed`: mails that could not be sent. */
export type Figures = { unread: number; failed: number }
