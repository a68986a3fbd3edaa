import { z } from 'zod'

export const restoreStates = ['running', 'done', 'failed'] as const

/** `confirm` is the current name of the site. */
export const restoreInput = z.object({
  backup: z.int({ error: 'validation.value' }),
  currentPassword: z.string({ error: 'validation.required' }).max(256, 'validation.tooLong'),
  confirm: z.string({ error: 'validation.required' }),
})
export type RestoreInput = z.infer<typeof restoreInput>

export const restoreBegun = z.object({ id: z.int() }).meta({ id: 'RestoreBegun' })
export type RestoreBegun = z.infer<typeof restoreBegun>

/** `done` of `total` rows and files; `error` is why it failed. */
export const restore = z
  .object({ state: z.enum(restoreStates), done: z.int(), total: z.int(), error: z.string().nullable() })
  .meta({ id: 'Restore' })
export type Restore = z.infer<typeof restore>
