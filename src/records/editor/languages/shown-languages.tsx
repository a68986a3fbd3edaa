import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useMedia } from '#ui/controls/use-media'
import { Segments } from '#editing/segments'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { locales } from '#i18n/locales'

/** The texts of one language, for calm writing, or every text beside its counterpart. */
export type Shown = Language | 'both'

const choices: readonly Shown[] = ['both', ...languages]
/** One above the other, as on phones, nobody compares them. */
const oneAtATime = '(max-width: 639px)'

/**
 * Which languages' texts are shown, in the order in which they stand: that of the interface comes first, and alone
 * where there is no room for two. What is chosen is remembered; what a fault or a preview leads to, `lead`, holds for
 * this time.
 */
export function useShownLanguages() {
  const own = useAtomValue(languageAtom)
  const [remembered, remember] = useRemembered('industria-editor-languages', choices, 'both')
  const [led, lead] = useState<Shown>()
  const isNarrow = useMedia(oneAtATime)
  const shown = led ?? (isNarrow && remembered === 'both' ? own : remembered)
  return {
    shown,
    /** What there is to choose from. */
    choices: isNarrow && shown !== 'both' ? languages : [...languages, 'both' as const],
    languages: inOrder(shown, own),
    choose: (choice: Shown) => {
      lead(undefined)
      remember(choice)
    },
    lead,
  }
}

export const inOrder = (shown: Shown, own: Language): readonly Language[] => {
  if (shown !== 'both') return [shown]
  return [own, ...languages.filter((language) => language !== own)]
}

type ShownLanguagesProps = { shown: Shown; choices: readonly Shown[]; onChoose: (shown: Shown) => void }

/** Chooses them. The languages name themselves. */
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

/** On phones the short form is seen; the whole one is heard everywhere. */
const ShortLabel = ({ lang, whole, short }: { lang?: Language; whole: string; short: string }) => (
  <span lang={lang} className="edit-short" data-short={short.toUpperCase()}>
    {whole}
  </span>
)
