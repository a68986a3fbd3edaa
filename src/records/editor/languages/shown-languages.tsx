import { useState } from 'react'
import { useIsPhone } from '#ui/controls/use-media'
import { Segments } from '#editing/segments'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'

/** The texts of one language, or of all languages side by side. */
export type Shown = Language | 'both'

const choices: readonly Shown[] = ['both', ...languages]

/**
 * The languages whose texts are shown, in order: that of the interface first, and alone if there is no room for two.
 * The choice is remembered; `showTemporarily` overrides it, for an error or a click in the preview.
 */
export function useShownLanguages() {
  const own = usePageLanguage()
  const [remembered, remember] = useRemembered('industria-editor-languages', choices, 'both')
  const [temporary, showTemporarily] = useState<Shown>()
  // On phones there is no room to compare them side by side.
  const isNarrow = useIsPhone()
  const shown = temporary ?? (isNarrow && remembered === 'both' ? own : remembered)
  return {
    shown,
    /** The available choices. */
    choices: isNarrow && shown !== 'both' ? languages : [...languages, 'both' as const],
    languages: inOrder(shown, own),
    choose: (choice: Shown) => {
      showTemporarily(undefined)
      remember(choice)
    },
    showTemporarily,
  }
}

const inOrder = (shown: Shown, own: Language): readonly Language[] => {
  if (shown !== 'both') return [shown]
  return [own, ...languages.filter((language) => language !== own)]
}

type ShownLanguagesProps<Choice> = { shown: Choice; choices: readonly Choice[]; onChoose: (choice: Choice) => void }

/** Selects the shown languages; languages have their own names. */
export function ShownLanguages<Choice extends Shown>({
  shown,
  choices: offered,
  onChoose,
}: ShownLanguagesProps<Choice>) {
  const t = useText()
  return (
    <div className="edit-shown">
      <Segments
        label={t('editing.language')}
        selected={shown}
        onSelect={onChoose}
        options={offered.map((id) => ({ id, label: <ShownLabel shown={id} /> }))}
      />
    </div>
  )
}

/** The short form is shown on phones; screen readers get the whole one everywhere. */
function ShownLabel({ shown }: { shown: Shown }) {
  const t = useText()
  const isBoth = shown === 'both'
  return (
    <span
      lang={isBoth ? undefined : shown}
      className="edit-short"
      data-short={(isBoth ? languages.join('+') : shown).toUpperCase()}
    >
      {isBoth ? t(languages.length > 2 ? 'editing.allLanguages' : 'editing.bothLanguages') : locales[shown]}
    </span>
  )
}
