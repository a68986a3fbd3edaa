import { createContext, useContext, useMemo } from 'react'
import { ComboField } from '#ui/controls/fields/combo-field'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { useRecordsAtHand } from '#records/screen/load-record'

/** Additional suggestions by field name, besides the values of other records. */
export const SuggestionsContext = createContext<Partial<Record<string, readonly string[]>>>({})

type SuggestedFieldProps = {
  kind: Pick<RecordKind, 'api'>
  name: string
  language: Language
  label: string
  value: string
  onChange: (value: string) => void
  error?: string
  description?: string
  isRequired?: boolean
  maxLength?: number
}

/** A text field with the values of other records as suggestions, most frequent first. */
export function SuggestedField({ kind, name, language, ...control }: SuggestedFieldProps) {
  const t = useText()
  const { [name]: others } = useContext(SuggestionsContext)
  const rows = useRecordsAtHand(kind)
  const options = useMemo(() => suggestionsOf(rows ?? [], name, language, others), [rows, name, language, others])
  return (
    <ComboField
      {...control}
      options={options}
      optionsLabel={t('editing.suggestions')}
      lang={language === defaultLanguage ? undefined : language}
    />
  )
}

function suggestionsOf(
  rows: readonly EditedSummary[],
  name: string,
  language: Language,
  others: readonly string[] = [],
): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const texts: unknown = language === defaultLanguage ? row : row.translations[language]
    const value = isRecord(texts) ? texts[name] : undefined
    const text = typeof value === 'string' ? value.trim() : ''
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const inUse = [...counts].toSorted(([one, often], [other, rarely]) => rarely - often || one.localeCompare(other))
  return [...new Set([...inUse.map(([text]) => text), ...others])]
}
