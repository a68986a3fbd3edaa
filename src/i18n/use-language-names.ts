import { useMemo } from 'react'
import { usePageLanguage } from './language-atom'
import { languageLabel, languageName, namesOfAll, namesOfOthers } from './language-names'
import type { Language } from './language'

/** The names of languages in the current language. */
export function useLanguageNames() {
  const own = usePageLanguage()
  return useMemo(
    () => ({
      nameOf: (language: Language) => languageName(language, own),
      labelOf: (language: Language) => languageLabel(language, own),
      /** The languages of translations: joined by "or", or by "and". */
      anyOther: namesOfOthers(own),
      everyOther: namesOfOthers(own, 'conjunction'),
      all: namesOfAll(own),
    }),
    [own],
  )
}
