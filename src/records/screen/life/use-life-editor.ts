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
  /** Tells of what has become of it. */
  take: (now: Edited) => void
  /** As it is stored now; null where it is no more. */
  load: () => Promise<Edited | null>
  toLoaded: (edited: Edited) => Loaded<V>
  autosave: Omit<Autosaving<V, Edited>, 'toVersions' | 'onDiscarded'> & { onDiscarded?: () => void }
  /** The editor is left, by whatever way, after autosaves since somebody saved. */
  onLeft: (autosaved: 'kept' | 'discarded') => void
}

/** Edits what has drafts: it is saved for visitors or for editors alone, and by itself meanwhile. */
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
  /** What autosaves have done since somebody saved: the list shows it once the editor is left. */
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

/** Says that a draft is kept, beside what visitors see or in its place. */
export function useDraftToast() {
  const t = useText()
  const toast = useToast()
  return (title: string, isBeside: boolean, merged?: string) =>
    toast({
      title: t('life.draftSaved'),
      description: joinSentences(t(isBeside ? 'life.draftSavedBeside' : 'life.draftSavedText', { title }), merged),
    })
}
