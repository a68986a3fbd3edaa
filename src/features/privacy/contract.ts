import { z } from 'zod'
import { isEmail } from '#text/email'

export const personInput = z
  .object({ email: z.string({ error: 'validation.email' }).trim().refine(isEmail, 'validation.email') })
  .meta({ id: 'PersonInput' })
export type PersonInput = z.infer<typeof personInput>

/** The numbers of erased entries. */
export const erased = z
  .object({ messages: z.int(), replies: z.int(), subscribers: z.int(), mails: z.int(), activity: z.int() })
  .meta({ id: 'ErasedCounts' })
export type Erased = z.infer<typeof erased>
