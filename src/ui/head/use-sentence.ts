import { useAtomValue } from 'jotai'
import { siteAtom, textIn } from '#contract/site'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'

/** What the site does in one sentence, that of its footer; '' without one. */
export function useSentence(): string {
  const t = useText()
  const language = usePageLanguage()
  const { footer } = useAtomValue(siteAtom)
  return footer ? textIn(footer, language) : t('footer.tagline')
}
