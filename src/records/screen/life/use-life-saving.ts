import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { Autosaving } from '#records/editor/saving/use-autosave'
import type { Loaded, RecordForm, Versions } from '#records/editor/saving/use-record-form'
import { useSaving } from '#records/editor/saving/use-saving'
import type { Values } from '#records/editor/values/values'
import type { Draft } from '#records/history/history-contract'
import type { RecordKind } from '#records/kind/record'
import { lastSaver } from '#records/screen/load-record'
import type { Way } from './write-record'

/** A record, or a page, as its editor stores it. */
type Stored = { version: number; draft: Draft | null }

type LifeSaving<V extends Values, Edited extends Stored> = {
  kind: Pick<RecordKind, 'api'>
  idOf: (edited: Edited) => number | string
  form: RecordForm<V>
  write: (values: V, on: Versions, idempotencyKey: string, way: Way) => Promise<Edited>
  remove: (on: Versions, isNew: boolean) => Promise<unknown>
  /** Tells of what has become of it. */
  take: (now: Edited) => void
  /** As it is stored now; null where it is no more. */
  load: () => Promise<Edited | null>
  toLoaded: (edited: Edited) => Loaded<V>
  autosave: Pick<Autosaving<V, Edited>, 'faultsIn' | 'isReady' | 'isUncertain' | 'prepare' | 'onKept'> & {
    onDiscarded?: () => void
  }
  onSaved: (saved: Loaded<V>, answer: Edited, way: Way, merged: string | undefined) => void
  onFailed: (error: unknown, tried: Loaded<V>, faults: Record<string, string>) => void
  /** The editor is left, by whatever way, after autosaves since somebody saved. */
  onLeft: (autosaved: 'kept' | 'discarded') => void
}

/** Saves what has drafts: for visitors or for editors alone, and by itself meanwhile. */
export function useLifeSaving<V extends Values, Edited extends Stored>({
  kind,
  idOf,
  form,
  write,
  remove,
  take,
  load,
  toLoaded,
  autosave,
  onSaved,
  onFailed,
  onLeft,
}: LifeSaving<V, Edited>) {
  const client = useQueryClient()
  /** What autosaves have done since somebody saved: the list shows it once the editor is left. */
  const autosaved = useRef<'nothing' | 'kept' | 'discarded'>('nothing')
  const saving = useSaving<V, Edited, Way>({
    form,
    write: (values, on, key, way = 'publish') => write(values, on, key, way),
    fresh: async () => {
      const now = await load()
      if (!now) return null
      take(now)
      return { ...toLoaded(now), by: now.draft?.savedBy?.username ?? (await lastSaver(client, kind, idOf(now))) }
    },
    staysOpen: (way) => way !== 'publish',
    toLoaded,
    autosave: {
      ...autosave,
      way: 'draft',
      write: (values, on, key) => write(values, on, key, 'autosave'),
      toVersions: ({ version, draft }) => ({ version, draft: draft?.version ?? 0 }),
      onKept: (answer) => {
        autosaved.current = 'kept'
        take(answer)
        autosave.onKept?.(answer)
        void client.invalidateQueries({ queryKey: [`/api${kind.api}`, idOf(answer)] })
      },
      remove,
      onDiscarded: () => {
        autosaved.current = 'discarded'
        autosave.onDiscarded?.()
      },
    },
    onSaved: (saved, answer, way = 'publish', merged) => {
      autosaved.current = 'nothing'
      take(answer)
      onSaved(saved, answer, way, merged)
    },
    onFailed,
  })
  const leave = useEffectEvent(() => {
    if (autosaved.current !== 'nothing') onLeft(autosaved.current)
  })
  useEffect(() => () => leave(), [])
  return saving
}

/** Says that a draft is kept, beside what visitors see or in its place. */
export function useTellDraft() {
  const t = useText()
  const toast = useToast()
  return (title: string, isBeside: boolean, merged?: string) =>
    toast({
      title: t('life.draftSaved'),
      description: joinSentences(t(isBeside ? 'life.draftSavedBeside' : 'life.draftSavedText', { title }), merged),
    })
}
