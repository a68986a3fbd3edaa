import { useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { Preview } from '#records/editor/preview/preview'
import { Button } from '#ui/controls/buttons/button'
import { EyeIcon } from '#ui/controls/buttons/icons'
import { useMedia } from '#ui/controls/use-media'

type SitePreviewProps = {
  values: unknown
  language: Language
  onLanguage: (language: Language) => void
  /** Whether the edited part is at the end of the page. */
  isAtEnd: boolean
}

/** The home page with the edited values: beside the form if there is room, otherwise on demand. */
export function SitePreview({ values, language, onLanguage, isAtEnd }: SitePreviewProps) {
  const t = useText()
  const hasRoom = useMedia('(min-width: 80rem)')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section className="site-preview" aria-label={t('site.preview')}>
      {!hasRoom && (
        <Button aria-expanded={isAsked} onPress={() => setIsAsked(!isAsked)}>
          <EyeIcon />
          {t(isAsked ? 'site.previewHide' : 'site.preview')}
        </Button>
      )}
      {(hasRoom || isAsked) && (
        <Preview
          previewed={{ kind: 'site-settings' }}
          values={values}
          language={language}
          onLanguage={onLanguage}
          scrollTarget={isAtEnd ? '.site-footer' : 'body'}
        />
      )}
    </section>
  )
}
