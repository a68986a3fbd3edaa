import { lazy, Suspense } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ChevronDownIcon } from '#ui/controls/buttons/icons'
import { PopoverButton } from '#ui/controls/buttons/popover'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, type Language } from '#i18n/language'
import { isCopy } from '#records/translation/translated-texts'
import { shownText } from './shown-value'

const WordDiff = lazy(async () => ({ default: (await import('#records/editor/merge/word-diff')).WordDiff }))

type TranslationMarkProps = {
  /** The label of the English text. */
  label: string
  language: Language
  /** The path of the text in the marks. */
  path: string
  /** The English text. */
  original: string
  text: string
  isHtml: boolean
  /** Neither of the texts has changed since it was stored. */
  isStored: boolean
  /** The translation has not; unless specified, `isStored`. */
  isTextStored?: boolean
  marks: TranslationMarks
  onCopy: () => void
}

/** The state of one text's translation, unless it is complete. */
export function TranslationMark({ isTextStored, original, text, isHtml, onCopy, ...props }: TranslationMarkProps) {
  const { path, isStored, marks } = props
  if (text.trim() === '') return original.trim() === '' ? null : <MissingMark {...props} onCopy={onCopy} />
  if (isCopy({ source: original, text }) && !(isStored && marks.complete.has(path))) return <CopiedMark {...props} />
  const change = marks.outdated[path]
  // An edited translation is evaluated when it is saved.
  if (!change || !(isTextStored ?? isStored)) return null
  const { before, after } = change
  return <OutdatedMark {...props} shown={before === null ? undefined : shownText(isHtml, before, after)} />
}

/** Offers to copy the original into an empty text. */
function MissingMark({ label, language, onCopy }: Pick<TranslationMarkProps, 'label' | 'language' | 'onCopy'>) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (
    <div className="edit-mark">
      <Button variant="quiet" aria-label={t('editing.copyEnglishOf', { field: label })} onPress={onCopy}>
        {t('editing.copyEnglish')}
      </Button>
      <span>{t('editing.untranslated', { language: nameOf(language) })}</span>
    </div>
  )
}

type CopiedMarkProps = Pick<TranslationMarkProps, 'label' | 'language' | 'path' | 'marks' | 'isStored'>

/** A text equal to the English one counts as untranslated, unless it is confirmed. */
function CopiedMark({ label, language, path, marks, isStored }: CopiedMarkProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (
    <div className="edit-mark">
      <span>{t('translation.copied')}</span>
      {isStored && (
        <Button
          variant="quiet"
          aria-label={t('translation.sameInLanguageOf', { title: label, language: nameOf(language) })}
          isPending={marks.confirming === path}
          onPress={() => marks.confirm(path)}
        >
          {t('translation.sameInLanguage', { language: nameOf(language) })}
        </Button>
      )}
    </div>
  )
}

type OutdatedMarkProps = Pick<TranslationMarkProps, 'label' | 'path' | 'marks'> & {
  /** The old and the new English text; absent if the old one is unknown. */
  shown: { before: string; after: string } | undefined
}

/** Shows that the English text has changed, how, and a button to confirm the translation nevertheless. */
function OutdatedMark({ label, path, marks, shown }: OutdatedMarkProps) {
  const t = useText()
  return (
    <div className="edit-mark" data-state="outdated">
      <PopoverButton
        label={t('translation.englishChanged')}
        button={
          <Button variant="quiet" aria-label={t('translation.outdatedOf', { title: label })}>
            <span className="edit-badge" data-tone="newer">
              {t('translation.outdated')}
            </span>
            <ChevronDownIcon />
          </Button>
        }
      >
        {(close) => (
          <>
            <p>{t('translation.englishChanged')}</p>
            <div className="edit-mark-change">
              {shown ? (
                <Suspense>
                  <WordDiff {...shown} lang={defaultLanguage} />
                </Suspense>
              ) : (
                <p className="edit-note">{t('translation.beforeUnknown')}</p>
              )}
            </div>
            <Button
              aria-label={t('translation.stillRightOf', { title: label })}
              isPending={marks.confirming === path}
              onPress={() => {
                marks.confirm(path)
                close()
              }}
            >
              {t('translation.stillRight')}
            </Button>
          </>
        )}
      </PopoverButton>
    </div>
  )
}

/** A text whose English has changed since it was translated: the English of then, if known, and the current one. */
type Change = { before: string | null; after: string }

/** The translation states of the edited record, by path in its body. */
export type TranslationMarks = {
  /** Paths of confirmed and current translations. */
  complete: ReadonlySet<string>
  outdated: Readonly<Record<string, Change>>
  /** Confirms a translation for the current English text. */
  confirm: (name: string) => void
  /** The translation that is being confirmed. */
  confirming: string | undefined
}
