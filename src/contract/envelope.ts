import { z } from 'zod'

/** The body of every error response of `/api/*`. */
const errorBody = z
  .object({
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>

/** The response to a form of the public site. */
export const messageBody = z.object({ message: z.string() }).meta({ id: 'Notice' })
export type MessageBody = z.infer<typeof messageBody>
