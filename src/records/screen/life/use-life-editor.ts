import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { Loaded } from '#records/editor/saving/editor-state'
import type { Autosaving, EditorOptions } from '#records/editor/saving/editor-work'
import { useEditor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import type { Draft } from '#records/history/history-contract'
import type { RecordKind } from '#records/kind/record'
import { lastSaver } from '#records/screen/load-record'

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
