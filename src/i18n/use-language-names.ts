import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { languageAtom } from './language-atom'
import { languageLabel, languageName, namesOfAll, namesOfOthers } from './language-names'
import type { Language } from './language'

/** What languages are called in the language of the page. */
export function useLanguageNames() {
  const own = useAtomValue(languageAtom)
  return useMemo(
    () => ({
      nameOf: (language: Language) => languageName(language, own),
      labelOf: (language: Language) => languageLabel(language, own),
      /** Those that texts are translated into: one of them, or each. */
      anyOther: namesOfOthers(own),
      everyOther: namesOfOthers(own, 'conjunction'),
      all: namesOfAll(own),
    }),
    [own],
  )
}
