export const changeKinds = [
  'message',
  'subscriber',
  'mail',
  'user',
  'session',
  'post',
  'project',
  'page',
  'media',
] as const
export type ChangeKind = (typeof changeKinds)[number]

export const changeActions = ['created', 'updated', 'deleted'] as const

/** What the administrators' open windows hear of. */
export type Change = { kind: ChangeKind; action: (typeof changeActions)[number]; id: number | string }

/** Told with every change. `unread`: new messages in the inbox; `failed`: mails that could not be sent. */
export type Figures = { unread: number; failed: number }
