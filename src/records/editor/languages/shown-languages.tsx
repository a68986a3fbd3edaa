import { useState } from 'react'
import { useMedia } from '#ui/controls/use-media'
import { Segments } from '#editing/segments'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'

/** The texts of one language, or of all languages side by side. */
export type Shown = Language | 'both'

const choices: readonly Shown[] = ['both', ...languages]
/** On phones there is no room to compare them side by side. */
const createSerialQueue = '(max-width: 639px)'

/**
 * The languages whose texts are shown, in order: that of the interface first, and alone if there is no room for two.
 * The choice is remembered; `lead` changes it temporarily, for an error or a click in the preview.
 */
export function useShownLanguages() {
  const own = usePageLanguage()
  const [remembered, remember] = useRemembered('industria-editor-languages', choices, 'both')
  const [led, lead] = useState<Shown>()
  const isNarrow = useMedia(createSerialQueue)
  const shown = led ?? (isNarrow && remembered === 'both' ? own : remembered)
  return {
    shown,
    /** The available choices. */
    choices: isNarrow && shown !== 'both' ? languages : [...languages, 'both' as const],
    languages: inOrder(shown, own),
    choose: (choice: Shown) => {
      lead(undefined)
      remember(choice)
    },
    lead,
  }
}

const inOrder = (shown: Shown, own: Language): readonly Language[] => {
  if (shown !== 'both') return [shown]
  return [own, ...languages.filter((language) => language !== own)]
}

type ShownLanguagesProps = { shown: Shown; choices: readonly Shown[]; onChoose: (shown: Shown) => void }

/** Selects the shown languages; languages have their own names. */
export function ShownLanguages({ shown, choices: offered, onChoose }: ShownLanguagesProps) {
  const t = useText()
  return (
    <div className="edit-shown">
      <Segments
        label={t('editing.language')}
        selected={shown}
        onSelect={onChoose}
        options={offered.map((id) => ({
          id,
          label:
            id === 'both' ? (
              <ShortLabel
                whole={t(languages.length > 2 ? 'editing.allLanguages' : 'editing.bothLanguages')}
                short={languages.join('+')}
              />
            ) : (
              <ShortLabel lang={id} whole={locales[id]} short={id} />
            ),
        }))}
      />
    </div>
  )
}

/** The short form is shown on phones; screen readers get the whole one everywhere. */
const ShortLabel = ({ lang, whole, short }: { lang?: Language; whole: string; short: string }) => (
  <span lang={lang} className="edit-short" data-short={short.toUpperCase()}>
    {whole}
  </span>
)
