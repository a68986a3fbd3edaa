import { useCallback } from 'react'
import type { Audience } from '#features/newsletters/contract'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'

/** To whom a letter goes, in words. */
export function useAudienceText(): (audience: Audience) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return useCallback(
    (audience) => (audience === 'all' ? t('letters.to.all') : t('letters.toLanguage', { language: nameOf(audience) })),
    [t, nameOf],
  )
}
