import { useAtomValue } from 'jotai'
import { createElement } from 'react'
import { href } from '#i18n/addresses/href'
import { usePublishing } from '#editing/picture-library'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { siteAtom } from '#contract/site'
import { useToast } from '#ui/toasts/toast'
import { withOrigin } from '#records/editor/values/canonical'
import { failureText } from '#records/editor/saving/failure'
import { joinSentences } from '#records/editor/merge/merged-words'
import { kindText } from '#records/editor/fields/kind-text'
import { type RecordValues, toLoaded } from '#records/editor/values/record-values'
import { withProposals } from '#records/editor/values/proposals'
import type { RecordForm } from '#records/editor/saving/use-record-form'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { useLoadRecord } from '#records/screen/load-record'
import { useRecordFaults } from '#records/screen/record-faults'
import { usePublishedWords } from './save-words'
import { useLifeSaving, useTellDraft } from './use-life-saving'
import { ViewPage } from '#records/screen/view-page'
import type { useWriteRecord, Way } from './write-record'

type SaveRecord = {
  kind: RecordKind
  form: RecordForm<RecordValues>
  writing: ReturnType<typeof useWriteRecord>
  /** What a new form began with. */
  blank: RecordValues
  showFaults: (faults: Record<string, string>) => void
  /** Something of it has been stored. `isOpen`: it goes on being edited. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  /** It is published, and the work done. */
  onClose: () => void
}

/** Checks what is typed and saves it, in one of the ways or by itself, and says what came of it. */
export function useSaveRecord({
  kind,
  form,
  writing: { write, remove, record, take, newest, mayBePublished },
  blank,
  showFaults,
  onSaved,
  onClose,
}: SaveRecord) {
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const load = useLoadRecord(kind)
  const findFaults = useRecordFaults(kind)
  const publishing = usePublishing()
  const publishedWords = usePublishedWords(kind)
  const tellDraft = useTellDraft()

  /** A canonical address may be typed as a path of this site. */
  const completed = (values: RecordValues) => ({
    ...values,
    'metadata.canonical': withOrigin(values['metadata.canonical'], origin),
    'translations.es.metadata.canonical': withOrigin(values['translations.es.metadata.canonical'], origin),
  })
  /** The moment that a new form begins with is nobody's wish: a draft has none until somebody chooses one. */
  const isUndated = () => !newest() && form.newest().values.publishedAt === blank.publishedAt

  const saving = useLifeSaving<RecordValues, EditedRecord>({
    kind,
    idOf: ({ id }) => id,
    form,
    write: (values, on, key, way) => write(way === 'autosave' ? completed(values) : values, on, key, way),
    remove,
    take,
    load: async () => (record ? load(record.id) : null),
    toLoaded: (answer) => toLoaded(kind, answer),
    autosave: {
      isReady: ({ title }) => title.trim() !== '',
      isUncertain: mayBePublished,
      faultsIn: (values) => {
        const { title, ...faults } = findFaults(completed(values), 'draft').faults
        // Nobody is told to give a title who has only begun.
        return title === undefined || !newest() ? faults : { ...faults, title }
      },
      prepare: () => {
        if (isUndated() && form.newest().values.publishedAt !== '') form.change({ publishedAt: '' })
      },
      onKept: (answer) => {
        if (!record) onSaved(answer, true)
      },
    },
    onSaved: ({ values: { title }, version }, answer, way, merged) => {
      // What only autosaves have stored so far is new to whoever saves.
      const isNew = version === 0 || form.newest().opened?.version === 0
      onSaved(answer, way !== 'publish')
      if (way === 'publish') {
        const told = publishedWords(answer, isNew)
        toast({
          title: told.title,
          description: joinSentences(told.description, merged),
          action:
            answer.status === 'published' && createElement(ViewPage, { href: href(kind.page, { slug: answer.slug }) }),
        })
        onClose()
      } else if (way === 'unpublish') {
        toast({ title: t('life.unpublished'), description: t('life.unpublishedText', { title }) })
      } else {
        tellDraft(title, answer.draft !== null, merged)
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
    onLeft: (autosaved) => {
      const now = newest()
      if (!now) return
      // After all parts of the editor have gone: what was discarded cannot be read anew.
      queueMicrotask(() => onSaved(now, false))
      if (autosaved === 'kept') tellDraft(now.draft ? String(now.draft.values.title) : now.title, now.draft !== null)
    },
  })

  const save = (way: Way) => {
    const values = { ...completed(form.values), ...(way === 'draft' && isUndated() ? { publishedAt: '' } : {}) }
    form.change(values)
    // Whoever publishes accepts what is proposed.
    const whole = way === 'publish' ? withProposals(kind, values) : values
    const { faults, isMissing } = findFaults(whole, way)
    if (Object.keys(faults).length === 0) {
      const store = () => {
        form.change(whole)
        void saving.save(whole, way)
      }
      if (way === 'publish') publishing(whole, store)
      else store()
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
