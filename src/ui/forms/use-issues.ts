import { useState } from 'react'
import { usePageLanguage } from '#i18n/language-atom'

type Issues = Partial<Record<string, string>>

/** The errors of a form's fields. They are texts in one language, so a change of language clears them. */
export function useIssues(initial: () => Issues): [Issues, (issues: Issues) => void] {
  const language = usePageLanguage()
  const [shown, setShown] = useState(() => ({ language, issues: initial() }))
  return [shown.language === language ? shown.issues : {}, (issues) => setShown({ language, issues })]
}
