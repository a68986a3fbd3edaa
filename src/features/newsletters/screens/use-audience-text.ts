import { useCallback } from 'react'
import type { Audience } from '../contract'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'

/** A newsletter's audience as text. */
export function useAudienceText(): (audience: Audience) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return useCallback(
    (audience) =>
      audience === 'all' ? t('newsletters.to.all') : t('newsletters.toLanguage', { language: nameOf(audience) }),
    [t, nameOf],
  )
}
