import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { spreadNested, fromStored } from '#records/editor/values/record-values'
import { readPath } from '#records/editor/values/values'
import { blocksIn } from '#records/kind/nested'
import type { DescribedKind } from '#records/kind/record'
import { HistoryView, type HistorySource } from './history-view'
import { shownValue } from '#records/editor/languages/shown-value'

type RecordHistoryProps = {
  kind: DescribedKind
  id: number | string
  /** The fields of a version, if not simply those of the kind. */
  valuesOf?: HistorySource['valuesOf']
  isRestoring: boolean
  onRestore: (version: number) => void
}

/** The history of a record, field by field. */
export function RecordHistory({
  kind,
  id,
  valuesOf = (stored) => spreadNested(kind, fromStored(kind, stored)),
  ...restoring
}: RecordHistoryProps) {
  const t = useText()
  const language = usePageLanguage()
  const labelOf = useFieldLabel(kind)
  return (
    <HistoryView
      {...restoring}
      source={{
        kind,
        id,
        labelOf: (field, versions) =>
          labelOf(field, versions.find((stored) => holdsBlock(stored, field)) ?? versions[0]),
        valuesOf,
        shownOf: (field, before, after) => shownValue(kind, field, before, after, t, language),
        languageOf: (field) => readPath(field).language,
      }}
    />
  )
}

/** Whether a version contains the block of a field. */
function holdsBlock(stored: Record<string, unknown>, field: string): boolean {
  const [name = '', id] = readPath(field).name.split('.')
  return blocksIn(stored[name]).some((block) => block.id === id)
}
