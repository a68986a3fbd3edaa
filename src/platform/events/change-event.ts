import type { Kind } from './events'

/** Kinds of which open windows hear nothing: no screen that stays open shows them. */
export const silentKinds: readonly Kind[] = ['site', 'invitation', 'redirect', 'settings', 'privacy']

export const changeActions = ['created', 'updated', 'deleted'] as const

/** What the administrators' open windows hear of. */
export type Change = { kind: Kind; action: (typeof changeActions)[number]; id: number | string }

/** Told with every change. `unread`: new messages in the inbox; `failed`: mails that could not be sent. */
export type Figures = { unread: number; failed: number }
