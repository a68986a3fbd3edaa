import { useAtomValue } from 'jotai'
import { type LanguageTexts, textIn } from '#contract/site'
import { defaultLanguage } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'

/** What an element says of a text of the owner's: in the language of the page, or in the first one, and then marked as such. */
export function useSiteText() {
  const language = useAtomValue(languageAtom)
  return (texts: LanguageTexts) => ({
    lang: texts[language] ? undefined : defaultLanguage,
    children: textIn(texts, language),
  })
}
