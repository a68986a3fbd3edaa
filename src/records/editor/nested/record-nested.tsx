import { useCallback, useMemo } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { kindText } from '#records/editor/fields/kind-text'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { Editor } from '#records/editor/saving/use-editor'
import { toContent, toValues } from '#records/editor/values/nested-values'
import type { RecordValues } from '#records/editor/values/record-values'
import type { BlocksField, ListField } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { parseObject } from '#text/parse-json'
import { NestedField } from './nested-field'

type RecordNestedProps = {
  kind: RecordKind
  name: string
  field: ListField | BlocksField
  form: Editor<RecordValues>
  languages: readonly Language[]
  marks: TranslationMarks
}

/** A record's field with nested fields. The editor's form stores it as JSON text, one for each language. */
export function RecordNested({ kind, name, field, form, languages, marks }: RecordNestedProps) {
  const t = useText()
  const content = useMemo(() => toContent([name], form.values), [name, form.values])
  const base = useMemo(() => toContent([name], form.base.values), [name, form.base.values])
  const names = useMemo(() => [name], [name])
  const labelOf = useCallback((inner: string[]) => kindText(t, kind, inner.join('.')), [t, kind])
  return (
    <NestedField
      {...{ content, base, marks, languages, field, names, labelOf }}
      place={{ at: names, name: names }}
      errors={form.errors}
      onEdit={(change) => form.change(toValues([name], parseObject(change(JSON.stringify(content)))))}
    />
  )
}
