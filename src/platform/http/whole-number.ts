import { z } from 'zod'

/** An integer in a query: decimal digits without leading zeros. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, 'validation.value')
    .transform(Number)
    .pipe(z.int().min(least, 'validation.value').max(most, 'validation.value'))
