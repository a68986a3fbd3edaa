import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { languageAtom } from '#i18n/language-atom'

type Issues = Partial<Record<string, string>>

/** The faults that a form shows at its fields. They are texts of one language: another language clears them. */
export function useIssues(initial: () => Issues): [Issues, (issues: Issues) => void] {
  const language = useAtomValue(languageAtom)
  const [told, setTold] = useState(() => ({ language, issues: initial() }))
  return [told.language === language ? told.issues : {}, (issues) => setTold({ language, issues })]
}
