import { useAtomValue } from 'jotai'
import { ApiError } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import { siteAtom } from '#base/site'
import { useToast } from '#base/ui/toast'
import { withOrigin } from '#records/editor/canonical'
import { failureText } from '#records/editor/failure'
import { kindText } from '#records/editor/kind-text'
import { type RecordValues, toLoaded } from '#records/editor/record-values'
import type { RecordForm } from '#records/editor/use-record-form'
import { useSaving } from '#records/editor/use-saving'
import type { EditedRecord, RecordKind } from '#records/record'
import { useLoadRecord } from './load-record'
import { useRecordFaults } from './record-faults'
import type { useWriteRecord, Way } from './write-record'

type SaveRecord = Pick<ReturnType<typeof useWriteRecord>, 'write' | 'record' | 'take'> & {
  kind: RecordKind
  form: RecordForm<RecordValues>
  /** What a new form began with. */
  blank: RecordValues
  showFaults: (faults: Record<string, string>) => void
  /** Something of it has been stored. `isOpen`: it goes on being edited. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  onClose: () => void
}

/** Checks what is typed and saves it in one of the ways, and says what came of it. */
export function useSaveRecord({ kind, form, blank, write, record, take, showFaults, onSaved, onClose }: SaveRecord) {
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const load = useLoadRecord(kind)
  const findFaults = useRecordFaults(kind)

  const saving = useSaving<RecordValues, EditedRecord, Way>({
    form,
    write,
    fresh: async () => {
      const current = record ? await load(record.id) : null
      if (current) take(current)
      return current && toLoaded(kind, current)
    },
    staysOpen: (way) => way !== 'publish',
    toLoaded: (answer) => toLoaded(kind, answer),
    onSaved: ({ values: { title }, version }, answer, way) => {
      take(answer)
      onSaved(answer, way !== 'publish')
      if (way === 'publish') {
        toast({
          title: kindText(t, kind, version === 0 ? 'created' : 'updated'),
          description: t(version === 0 ? 'resource.createdText' : 'resource.updatedText', { title }),
        })
        onClose()
      } else if (way === 'unpublish') {
        toast({ title: t('life.unpublished'), description: t('life.unpublishedText', { title }) })
      } else {
        toast({
          title: t('life.draftSaved'),
          description: t(answer.draft ? 'life.draftSavedBeside' : 'life.draftSavedText', { title }),
        })
      }
    },
    onFailed: (error, { version }, faults) => {
      const fallback = kindText(t, kind, version === 0 ? 'createFailed' : 'updateFailed')
      const isMarked = Object.keys(faults).length > 0
      if (isMarked) showFaults(faults)
      // What is wrong with a field is written below it.
      const description = isMarked && error instanceof ApiError ? error.message : failureText(error, fallback, t)
      toast({ variant: 'destructive', title: t('editing.error'), description })
    },
  })

  const save = (way: Way) => {
    // The moment that a new form begins with is nobody's wish: a draft has none until somebody chooses one.
    const isUndated = way === 'draft' && !record && form.values.publishedAt === blank.publishedAt
    const values = {
      ...form.values,
      ...(isUndated ? { publishedAt: '' } : {}),
      'metadata.canonical': withOrigin(form.values['metadata.canonical'], origin),
      'translations.es.metadata.canonical': withOrigin(form.values['translations.es.metadata.canonical'], origin),
    }
    form.change(values)
    const { faults, isMissing } = findFaults(values, way)
    if (Object.keys(faults).length === 0) {
      void saving.save(values, way)
    } else {
      showFaults(faults)
      toast(
        isMissing
          ? { variant: 'destructive', title: t('editing.missingFields'), description: t('editing.missingFieldsText') }
          : { variant: 'destructive', title: t('editing.faults'), description: t('editing.faultsText') },
      )
    }
  }
  return { saving, save }
}
