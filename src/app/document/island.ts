import type { CompiledCatalog } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { QueryIsland } from '#client/island'
import type { Site } from '#contract/site'
import type { FormResult } from '#contract/form-result'

/** The data for hydration, in a script element of this id at the end of the body. */
export type Island = {
  site: Site
  language: Language
  /** The owner's changes of interface texts, parsed. */
  texts?: Record<Language, CompiledCatalog>
  queries: QueryIsland
  formResult: FormResult | null
  missing: boolean
}

export const islandId = 'island'
