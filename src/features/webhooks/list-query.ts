import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'

export const deliveryQuery = z.object({
  limit: wholeNumber(1, 200).default(50),
  before: wholeNumber(1, 2_147_483_647).optional(),
})
export type DeliveryQuery = z.infer<typeof deliveryQuery>
