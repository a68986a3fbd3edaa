import { lazy, Suspense } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ChevronDownIcon } from '#ui/controls/buttons/icons'
import { PopoverButton } from '#ui/controls/buttons/popover-button'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, type Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { isCopy } from '#records/translation/copied-text'
import type { RecordKind } from '#records/kind/record'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { pathIn } from '#records/editor/values/paths'
import type { RecordValues } from '#records/editor/values/record-values'
import { shownValue } from './shown-value'
import type { TranslationMarks } from './translation-marks'
import type { Editor } from '#records/editor/saving/use-editor'

const WordDiff = lazy(async () => ({ default: (await import('#records/editor/merge/word-diff')).WordDiff }))

type TranslationMarkProps = {
  kind: RecordKind
  form: Editor<RecordValues>
  name: string
  language: Language
  marks: TranslationMarks
}

/** The state of one text's translation, unless it is complete. */
export function TranslationMark({ kind, form, name, language, marks }: TranslationMarkProps) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const own = usePageLanguage()
  const path = pathIn(language, name)
  const original = String(form.values[name] ?? '')
  const translation = String(form.values[path] ?? '')
  const change = marks.outdated[path]
  const label = labelOf(name)
  if (translation.trim() === '')
    return original.trim() === '' ? null : (
      <MissingMark label={label} language={language} onCopy={() => form.change({ [path]: original })} />
    )
  const isStored = [name, path].every((one) => form.values[one] === form.base.values[one])
  if (isCopy({ source: original, text: translation }) && !(isStored && marks.complete.has(path)))
    return (
      <CopiedMark
        label={label}
        language={language}
        name={path}
        marks={marks}
        isStored={isStored && form.base.version > 0}
      />
    )
  // An edited translation is evaluated when it is saved.
  if (!change || form.values[path] !== form.base.values[path]) return null
  return (
    <OutdatedMark
      label={label}
      name={path}
      marks={marks}
      shown={change.before === null ? undefined : shownValue(kind, name, change.before, change.after, t, own)}
    />
  )
}

type MissingMarkProps = { label: string; language: Language; onCopy: () => void }

/** Offers to copy the original into an empty text. */
export function MissingMark({ label, language, onCopy }: MissingMarkProps) {
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

type CopiedMarkProps = { label: string; language: Language; name: string; marks: TranslationMarks; isStored: boolean }

/** A text equal to the English one counts as untranslated, unless it is confirmed. */
export function CopiedMark({ label, language, name, marks, isStored }: CopiedMarkProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (
    <div className="edit-mark">
      <span>{t('translation.copied')}</span>
      {isStored && (
        <Button
          variant="quiet"
          aria-label={t('translation.sameInLanguageOf', { title: label, language: nameOf(language) })}
          isPending={marks.confirming === name}
          onPress={() => marks.confirm(name)}
        >
          {t('translation.sameInLanguage', { language: nameOf(language) })}
        </Button>
      )}
    </div>
  )
}

type OutdatedMarkProps = {
  label: string
  /** The path of the text in the marks. */
  name: string
  marks: TranslationMarks
  /** The old and the new English text; absent if the old one is unknown. */
  shown: { before: string; after: string } | undefined
}

/** Shows that the English text has changed, how, and a button to confirm the translation nevertheless. */
export function OutdatedMark({ label, name, marks, shown }: OutdatedMarkProps) {
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
              isPending={marks.confirming === name}
              onPress={() => {
                marks.confirm(name)
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
