import { Button } from '#base/controls/button'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import type { RecordKind } from '#records/record'
import { useFieldLabel } from './kind-text'
import { pathIn, type RecordValues } from './record-values'
import type { RecordForm } from './use-record-form'

type TranslationMarkProps = {
  kind: RecordKind
  form: RecordForm<RecordValues>
  name: string
  language: Language
}

/** How the translation of one text stands, where it is not simply there; an empty one can begin as its original. */
export function TranslationMark({ kind, form, name, language }: TranslationMarkProps) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const path = pathIn(language, name)
  const original = String(form.values[name] ?? '')
  if (original.trim() === '' || String(form.values[path] ?? '').trim() !== '') return null
  return (
    <div className="edit-mark" data-state="missing">
      <span>{t('editing.untranslated')}</span>
      <Button
        variant="quiet"
        aria-label={t('editing.copyEnglishOf', { field: labelOf(name) })}
        onPress={() => form.change({ [path]: original })}
      >
        {t('editing.copyEnglish')}
      </Button>
    </div>
  )
}
