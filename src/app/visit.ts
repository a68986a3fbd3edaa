import type { Language } from '#i18n/language'

/** One request, as the request pipeline has read it. */
export type Visit = {
  request: Request
  method: string
  /** As it was sent, without query and fragment. */
  path: string
  /** With its question mark, or empty. */
  search: string
  origin: string
  language: Language
  id: string
  /** Found out while it is answered: nothing is under the path, whatever the query. */
  isMissing?: boolean
}
