import { z } from 'zod'
import { plainText } from '#text/schema'

export const subscribersQuery = z.object({
  q: plainText(256)
    .optional()
    .meta({ description: 'Only addresses that hold this; case and accents do not count.', example: 'ada' }),
})
