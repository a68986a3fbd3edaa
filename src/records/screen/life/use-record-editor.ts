import { ApiError } from '#client/api-error'
import { href } from '#i18n/addresses/href'
import { languages } from '#i18n/language'
import { useFieldLabel, kindText } from '#records/editor/fields/kind-text'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { EditorOptions, Autosaving } from '#records/editor/saving/editor-work'
import { failureText } from '#records/editor/saving/failure'
import { nestedContent, blankValues, type RecordValues, toLoaded, toBody } from '#records/editor/values/record-values'
import { pathIn, type Values } from '#records/editor/values/values'
import { useAtomValue } from 'jotai'
import { useCallback, useState, createElement, useEffect, useEffectEvent, useRef } from 'react'
import { usePublishing } from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import { issueText } from '#i18n/issue-text'
import { siteAtom } from '#contract/site'
import { ViewPage, usePublishedWords } from './save-words'
import { useToast } from '#ui/toasts/toast'
import { withOrigin } from '#records/editor/fields/seo-fields'
import { mergeRecords } from '#records/editor/merge/merge-contents'
import type { Versions } from '#records/editor/merge/merging'
import type { Way, Loaded } from '#records/editor/saving/editor-state'
import type { RestorableText } from '#records/editor/saving/unsaved-text'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { useLoadRecord, lastSaver } from '#records/screen/load-record'
import { useQueryClient } from '@tanstack/react-query'
import { useEditor } from '#records/editor/saving/use-editor'
import type { Draft } from '#records/history/history-contract'
import { useWriteRecord } from './write-record'

type RecordEditing = SaveToasts & {
  /** Absent to create one. */
  stored?: EditedRecord
  resume?: RestorableText
  unsavedKey: string
}

/** Edits a record: validates and saves it, on request or automatically, and reports the result. */
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
  /** The initial date of a new form was not chosen by the editor: a draft has no date until one is chosen. */
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
        // A missing title is no error in a record that was just started.
        return title === undefined || !newest() ? faults : { ...faults, title }
      },
      prepare: (values) => (isUndated(values) && values.publishedAt !== '' ? { publishedAt: '' } : undefined),
      onKept: (answer) => {
        if (!record) onSaved(answer, true)
      },
      remove,
    },
    ...useSaveToasts(editing, newest),
  })

  const save = (way: Way) => {
    const values = complete(form.values)
    if (way === 'draft' && isUndated(values)) values.publishedAt = ''
    form.change(values)
    const { faults, isMissing } = findFaults(values, way)
    if (Object.keys(faults).length > 0) {
      showFaults(faults)
      const [title, description] = isMissing
        ? (['missingFields', 'missingFieldsText'] as const)
        : (['faults', 'faultsText'] as const)
      toast({ variant: 'destructive', title: t(`editing.${title}`), description: t(`editing.${description}`) })
      return
    }
    const store = () => void form.save(values, way)
    if (way === 'publish') publishing(values, store)
    else store()
  }

  return { form, save, record, take, newest }
}

/** Completes canonical URLs that were typed as paths of this site. */
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

/** Validation errors by field; `isMissing` if a required one is empty. A draft requires almost nothing. */
function useRecordFaults(kind: RecordKind) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  return useCallback(
    (values: RecordValues, way: Way) => {
      const shape = way === 'publish' ? kind.input : kind.draftInput
      const issues = shape.safeParse({ ...toBody(kind, values), content: values.content }).error?.issues ?? []
      const content = issues.length > 0 ? nestedContent(kind, values) : {}
      const faults = Object.fromEntries(
        issues.toReversed().map(({ path, message }) => {
          const field = path.join('.')
          return [field, issueText(t, message, { field: labelOf(field, content) })]
        }),
      )
      return { faults, isMissing: issues.some(({ message }) => message === 'validation.required') }
    },
    [kind, labelOf, t],
  )
}

type SaveToasts = {
  kind: RecordKind
  showFaults: (faults: Record<string, string>) => void
  /** Called after every save. `isOpen`: the editor stays open. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  /** It was published, and the editor closes. */
  onClose: () => void
}

/** Reports the result of a save. `newest`: the record as last stored. */
function useSaveToasts({ kind, showFaults, onSaved, onClose }: SaveToasts, newest: () => EditedRecord | undefined) {
  const t = useText()
  const toast = useToast()
  const publishedWords = usePublishedWords(kind)
  const showDraftToast = useDraftToast()
  const saved: EditorOptions<RecordValues, EditedRecord>['onSaved'] = ({ values, version }, answer, way, merged) => {
    const { title } = values
    onSaved(answer, way !== 'publish')
    if (way === 'publish') {
      const words = publishedWords(answer, version === 0)
      toast({
        title: words.title,
        description: joinSentences(words.description, merged),
        action:
          answer.status === 'published' && createElement(ViewPage, { href: href(kind.page, { slug: answer.slug }) }),
      })
      onClose()
    } else if (way === 'unpublish') {
      toast({ title: t('life.unpublished'), description: t('life.unpublishedText', { title }) })
    } else {
      showDraftToast(title, answer.draft !== null, merged)
    }
  }
  return {
    onSaved: saved,
    onFailed: (error: unknown, { version }: { version: number }, faults: Record<string, string>) => {
      const fallback = kindText(t, kind, version === 0 ? 'createFailed' : 'updateFailed')
      const isMarked = Object.keys(faults).length > 0
      if (isMarked) showFaults(faults)
      // Errors of fields are shown below them.
      const description = isMarked && error instanceof ApiError ? error.message : failureText(error, fallback, t)
      toast({ variant: 'destructive', title: t('editing.error'), description })
    },
    onLeft: (autosaved: 'kept' | 'discarded') => {
      const now = newest()
      if (!now) return
      // After the editor's components have unmounted: they would refetch a discarded record.
      queueMicrotask(() => onSaved(now, false))
      if (autosaved === 'kept')
        showDraftToast(now.draft ? String(now.draft.values.title) : now.title, now.draft !== null)
    },
  }
}

/** A record, or a page, as its editor stores it. */
type Stored = { version: number; draft: Draft | null }

type LifeEditor<V extends Values, Edited extends Stored> = Omit<
  EditorOptions<V, Edited>,
  'fresh' | 'closes' | 'autosave'
> & {
  kind: Pick<RecordKind, 'api'>
  idOf: (edited: Edited) => number | string
  /** Accepts a version stored by other means. */
  take: (now: Edited) => void
  /** The currently stored version; null if it was deleted. */
  load: () => Promise<Edited | null>
  toLoaded: (edited: Edited) => Loaded<V>
  autosave: Omit<Autosaving<V, Edited>, 'toVersions' | 'onDiscarded'> & { onDiscarded?: () => void }
  /** Called when the editor closes, if there were autosaves since the last manual save. */
  onLeft: (autosaved: 'kept' | 'discarded') => void
}

/** Edits something with drafts: it is published, saved as a draft, and autosaved. */
export function useLifeEditor<V extends Values, Edited extends Stored>({
  kind,
  idOf,
  take,
  load,
  autosave,
  onLeft,
  ...options
}: LifeEditor<V, Edited>) {
  const client = useQueryClient()
  /** The result of autosaves since the last manual save: the list shows it when the editor closes. */
  const autosaved = useRef<'nothing' | 'kept' | 'discarded'>('nothing')
  const form = useEditor<V, Edited>({
    ...options,
    fresh: async () => {
      const now = await load()
      if (!now) return null
      take(now)
      const by = now.draft?.savedBy?.username ?? (await lastSaver(client, kind, idOf(now)))
      return { ...options.toLoaded(now), by }
    },
    closes: (way) => way === 'publish',
    autosave: {
      ...autosave,
      toVersions: ({ version, draft }) => ({ version, draft: draft?.version ?? 0 }),
      onKept: (answer) => {
        autosaved.current = 'kept'
        take(answer)
        autosave.onKept?.(answer)
        void client.invalidateQueries({ queryKey: [`/api${kind.api}`, idOf(answer)] })
      },
      onDiscarded: () => {
        autosaved.current = 'discarded'
        autosave.onDiscarded?.()
      },
    },
    onSaved: (saved, answer, ...how) => {
      autosaved.current = 'nothing'
      take(answer)
      options.onSaved(saved, answer, ...how)
    },
  })
  const leave = useEffectEvent(() => {
    if (autosaved.current !== 'nothing') onLeft(autosaved.current)
  })
  useEffect(() => () => leave(), [])
  return form
}

/** Reports that a draft was saved, in addition to the published version or instead of it. */
export function useDraftToast() {
  const t = useText()
  const toast = useToast()
  return (title: string, isBeside: boolean, merged?: string) =>
    toast({
      title: t('life.draftSaved'),
      description: joinSentences(t(isBeside ? 'life.draftSavedBeside' : 'life.draftSavedText', { title }), merged),
    })
}
