import type { HttpError } from '#contract/http-error'
import { z } from 'zod'

/** An integer in a query: decimal digits without leading zeros. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, 'validation.value')
    .transform(Number)
    .pipe(z.int().min(least, 'validation.value').max(most, 'validation.value'))

/** Maximum number of different names in a query. */
export const mostNames = 50

/**
 * The query string as it was sent, without the names after the first `mostNames` (`isTooLong`). Elysia parses a value
 * with a comma as a list and one in brackets as JSON, so that a search for `schools, factories` would be refused.
 */
export function plainQuery(address: string): { query: Record<string, string | string[]>; isTooLong: boolean } {
  const query: Record<string, string | string[]> = Object.create(null)
  let names = 0
  for (const [name, value] of new URL(address, 'http://localhost').searchParams) {
    const known = query[name]
    if (known === undefined) {
      if (names === mostNames) return { query, isTooLong: true }
      names++
      query[name] = value
    } else if (typeof known === 'string') query[name] = [known, value]
    else known.push(value)
  }
  return { query, isTooLong: false }
}

/** Parses an id of a path. Throws `otherwise` for invalid ones (`1e3`, `0x10`, `99999999999`), as for unknown ones. */
export function parseId(text: string, otherwise: HttpError): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(id <= 2_147_483_647)) throw otherwise
  return id
}
