import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'

export const deliveryQuery = z.object({
  limit: wholeNumber(1, 200).default(50).meta({ description: 'At most so many.', example: 50 }),
  before: wholeNumber(1, 2_147_483_647)
    .optional()
    .meta({ description: 'Those before this one: the `id` of the last of the page before.', example: 32 }),
})
export type DeliveryQuery = z.infer<typeof deliveryQuery>
