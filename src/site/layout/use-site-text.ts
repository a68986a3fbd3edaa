import { type LanguageTexts, textIn } from '#contract/site'
import { defaultLanguage } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'

/** Props for one of the owner's texts: in the current language, or in the default one with its `lang`. */
export function useSiteText() {
  const language = usePageLanguage()
  return (texts: LanguageTexts) => ({
    lang: texts[language] ? undefined : defaultLanguage,
    children: textIn(texts, language),
  })
}
