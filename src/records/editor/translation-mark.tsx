import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Button } from '#base/controls/button'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { languageAtom } from '#base/i18n/language-atom'
import type { RecordKind } from '#records/record'
import { useFieldLabel } from './kind-text'
import { pathIn, type RecordValues } from './record-values'
import { shownValue } from './shown-value'
import type { Change, TranslationMarks } from './translation-marks'
import type { RecordForm } from './use-record-form'

const WordDiff = lazy(async () => ({ default: (await import('./word-diff')).WordDiff }))

type TranslationMarkProps = {
  kind: RecordKind
  form: RecordForm<RecordValues>
  name: string
  language: Language
  marks: TranslationMarks
}

/** How the translation of one text stands, where it is not simply there and right. */
export function TranslationMark({ kind, form, name, language, marks }: TranslationMarkProps) {
  const path = pathIn(language, name)
  const original = String(form.values[name] ?? '')
  const translation = String(form.values[path] ?? '')
  const change = marks.outdated[name]
  if (translation.trim() === '')
    return original.trim() === '' ? null : (
      <Missing kind={kind} name={name} onCopy={() => form.change({ [path]: original })} />
    )
  // What is translated anew is judged once it is saved.
  if (!change || form.values[path] !== form.base.values[path]) return null
  return <Outdated kind={kind} name={name} change={change} marks={marks} />
}

/** An empty text can begin as its original. */
function Missing({ kind, name, onCopy }: { kind: RecordKind; name: string; onCopy: () => void }) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  return (
    <div className="edit-mark">
      <span>{t('editing.untranslated')}</span>
      <Button variant="quiet" aria-label={t('editing.copyEnglishOf', { field: labelOf(name) })} onPress={onCopy}>
        {t('editing.copyEnglish')}
      </Button>
    </div>
  )
}

type OutdatedProps = { kind: RecordKind; name: string; change: Change; marks: TranslationMarks }

function Outdated({ kind, name, change, marks }: OutdatedProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const labelOf = useFieldLabel(kind)
  return (
    <div className="edit-mark" data-state="outdated">
      <span className="edit-badge" data-tone="newer">
        {t('translation.outdated')}
      </span>
      <span>{t('translation.englishChanged')}</span>
      <Button
        variant="quiet"
        aria-label={t('translation.stillRightOf', { title: labelOf(name) })}
        isPending={marks.confirming === name}
        onPress={() => marks.confirm(name)}
      >
        {t('translation.stillRight')}
      </Button>
      <div className="edit-mark-change">
        {change.before === null ? (
          <p className="edit-note">{t('translation.beforeUnknown')}</p>
        ) : (
          <Suspense>
            <WordDiff {...shownValue(kind, name, change.before, change.after, t, language)} lang="en" />
          </Suspense>
        )}
      </div>
    </div>
  )
}
