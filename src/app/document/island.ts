import type { Language } from '#i18n/language'
import type { QueryIsland } from '#client/island'
import type { Site } from '#contract/site'
import type { FormResult } from '#contract/form-result'

/** What a page tells the browser's entry, in a script element of this id at the end of its body. */
export type Island = {
  site: Site
  language: Language
  queries: QueryIsland
  formResult: FormResult | null
  missing: boolean
}

export const islandId = 'island'
