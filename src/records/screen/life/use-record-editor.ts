import { languages } from '#i18n/language'
import { pathIn } from '#records/editor/values/paths'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { usePublishing } from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import { siteAtom } from '#contract/site'
import { useToast } from '#ui/toasts/toast'
import { withOrigin } from '#records/editor/values/canonical'
import { mergeRecords } from '#records/editor/merge/merge-records'
import type { Versions } from '#records/editor/merge/merging'
import { blankValues, type RecordValues, toLoaded } from '#records/editor/values/record-values'
import { withProposals } from '#records/editor/values/proposals'
import type { Way } from '#records/editor/saving/editor-state'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import type { EditedRecord } from '#records/kind/record'
import { useLoadRecord } from '#records/screen/load-record'
import { useRecordFaults } from '#records/screen/record-faults'
import { useLifeEditor } from './use-life-editor'
import { type SaveTelling, useSaveTelling } from './use-save-telling'
import { useWriteRecord } from './write-record'

type RecordEditing = SaveTelling & {
  /** Absent to create one. */
  stored?: EditedRecord
  resume?: KeptText
  unsavedKey: string
}

/** Edits a record: checks what is typed and saves it, in one of the ways or by itself, and says what came of it. */
export function useRecordEditor(editing: RecordEditing) {
  const { kind, stored, resume, unsavedKey, showFaults, onSaved } = editing
  const t = useText()
  const toast = useToast()
  const complete = useWithOrigin()
  const load = useLoadRecord(kind)
  const findFaults = useRecordFaults(kind)
  const publishing = usePublishing()
  const [loaded] = useState(() => (stored ? toLoaded(kind, stored) : { values: blankValues(kind), version: 0 }))
  const { write, remove, record, take, newest, mayBePublished } = useWriteRecord(kind, stored)
  /** The moment that a new form begins with is nobody's wish: a draft has none until somebody chooses one. */
  const isUndated = (values: RecordValues) => !newest() && values.publishedAt === loaded.values.publishedAt

  const form = useLifeEditor<RecordValues, EditedRecord>({
    kind,
    idOf: ({ id }) => id,
    unsavedKey: record ? `${kind.name}:${record.id}` : unsavedKey,
    loaded,
    resume,
    titleOf: ({ title }) => title,
    merge: useCallback((versions: Versions<RecordValues>) => mergeRecords(kind, versions), [kind]),
    write: (values, on, key, way) => write(way === 'autosave' ? complete(values) : values, on, key, way),
    take,
    load: async () => (record ? load(record.id) : null),
    toLoaded: (answer) => toLoaded(kind, answer),
    autosave: {
      isReady: ({ title }) => title.trim() !== '',
      isUncertain: mayBePublished,
      faultsIn: (values) => {
        const { title, ...faults } = findFaults(complete(values), 'draft').faults
        // Nobody is told to give a title who has only begun.
        return title === undefined || !newest() ? faults : { ...faults, title }
      },
      prepare: (values) => (isUndated(values) && values.publishedAt !== '' ? { publishedAt: '' } : undefined),
      onKept: (answer) => {
        if (!record) onSaved(answer, true)
      },
      remove,
    },
    ...useSaveTelling(editing, newest),
  })

  const save = (way: Way) => {
    const values = complete(form.values)
    if (way === 'draft' && isUndated(values)) values.publishedAt = ''
    form.change(values)
    // Whoever publishes accepts what is proposed.
    const whole = way === 'publish' ? withProposals(kind, values) : values
    const { faults, isMissing } = findFaults(whole, way)
    if (Object.keys(faults).length > 0) {
      showFaults(faults)
      const [title, description] = isMissing
        ? (['missingFields', 'missingFieldsText'] as const)
        : (['faults', 'faultsText'] as const)
      toast({ variant: 'destructive', title: t(`editing.${title}`), description: t(`editing.${description}`) })
      return
    }
    const store = () => {
      form.change(whole)
      void form.save(whole, way)
    }
    if (way === 'publish') publishing(whole, store)
    else store()
  }

  return { form, save, record, take, newest }
}

/** A canonical address may be typed as a path of this site. */
function useWithOrigin() {
  const { origin } = useAtomValue(siteAtom)
  return (values: RecordValues): RecordValues => ({
    ...values,
    ...Object.fromEntries(
      languages
        .map((language) => pathIn(language, 'metadata.canonical'))
        .map((path) => [path, withOrigin(String(values[path] ?? ''), origin)]),
    ),
  })
}
