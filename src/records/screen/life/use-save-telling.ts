import { createElement } from 'react'
import { href } from '#i18n/addresses/href'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { kindText } from '#records/editor/fields/kind-text'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { EditorOptions } from '#records/editor/saving/editor-work'
import { failureText } from '#records/editor/saving/failure'
import type { RecordValues } from '#records/editor/values/record-values'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { ViewPage } from '#records/screen/view-page'
import { usePublishedWords } from './save-words'
import { useDraftToast } from './use-life-editor'

export type SaveTelling = {
  kind: RecordKind
  showFaults: (faults: Record<string, string>) => void
  /** Something of it has been stored. `isOpen`: it goes on being edited. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  /** It is published, and the work done. */
  onClose: () => void
}

/** Says what came of a save. `newest`: the record as it was stored last. */
export function useSaveTelling(
  { kind, showFaults, onSaved, onClose }: SaveTelling,
  newest: () => EditedRecord | undefined,
) {
  const t = useText()
  const toast = useToast()
  const publishedWords = usePublishedWords(kind)
  const tellDraft = useDraftToast()
  const saved: EditorOptions<RecordValues, EditedRecord>['onSaved'] = ({ values, version }, answer, way, merged) => {
    const { title } = values
    onSaved(answer, way !== 'publish')
    if (way === 'publish') {
      const told = publishedWords(answer, version === 0)
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
  }
  return {
    onSaved: saved,
    onFailed: (error: unknown, { version }: { version: number }, faults: Record<string, string>) => {
      const fallback = kindText(t, kind, version === 0 ? 'createFailed' : 'updateFailed')
      const isMarked = Object.keys(faults).length > 0
      if (isMarked) showFaults(faults)
      // What is wrong with a field is written below it.
      const description = isMarked && error instanceof ApiError ? error.message : failureText(error, fallback, t)
      toast({ variant: 'destructive', title: t('editing.error'), description })
    },
    onLeft: (autosaved: 'kept' | 'discarded') => {
      const now = newest()
      if (!now) return
      // After all parts of the editor have gone: what was discarded cannot be read anew.
      queueMicrotask(() => onSaved(now, false))
      if (autosaved === 'kept') tellDraft(now.draft ? String(now.draft.values.title) : now.title, now.draft !== null)
    },
  }
}
