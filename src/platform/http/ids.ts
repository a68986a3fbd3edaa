import { type HttpError } from '#contract/http-error'

/** Parses an id of a path. Throws `otherwise` for invalid ones (`1e3`, `0x10`, `99999999999`), as for unknown ones. */
export function parseId(text: string, otherwise: HttpError): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(id <= 2_147_483_647)) throw otherwise
  return id
}
