import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { useMergedWords } from '#records/editor/merge/merged-words'
import { type Merge, mergeFields } from '#records/editor/merge/merging'
import type { Values } from '#records/editor/values/values'
import { useToast } from '#ui/toasts/toast'
import { saveDraft, settleDraft, revertAutosaves } from './autosave'
import { deviceCopy, unsavedOf } from './device-copy'
import { draftDueAt } from './draft-due'
import { begin, editorStore, isDirty, type Loaded, reduce, restoreUnsaved, type Theirs, type Way } from './editor-state'
import type { EditorOptions, EditorWork, Stored, Work } from './editor-work'
import { answerWithin, responseTimeout, failureText } from './failure'
import { refresh } from './refresh'
import { createAgain, save, saveMerged } from './save'
import { dropUnsaved, type KeptText, readUnsaved } from './unsaved-text'

/**
 * Edits one record: changes are stored on this device, autosaved to a draft on the server if there is one, and saved.
 */
export function useEditor<V extends Values, Answer extends Stored = Stored>(options: EditorOptions<V, Answer>) {
  const { loaded, resume } = options
  const merge: Merge<V> = options.merge ?? mergeFields
  const [store] = useState(() => {
    const begun = begin(loaded)
    if (!resume) return editorStore(begun)
    const over = restoreUnsaved(loaded, resume, merge)
    return editorStore(reduce(begun, { type: 'resumed', kept: resume, over, time: Date.now() }))
  })
  const state = useSyncExternalStore(store.subscribe, store.now)
  const [copy] = useState(() => deviceCopy(resume?.place))
  const { keyFor } = useIntentKey()
  const { sentence, showMergedToast } = useMergedWords()
  const discardFailed = useDiscardFailed()
  const withSession = useWithSession()
  // Offline, a save fails immediately with a message, instead of being queued.
  const { mutateAsync: persist } = useMutation({
    networkMode: 'always',
    mutationFn: (write: () => Promise<Answer>) => write(),
  })
  const request: Work['request'] = (ask) => withSession(() => answerWithin(responseTimeout, ask()))
  const write: typeof options.write = (...change) => request(() => options.write(...change))
  const telling = { keyFor, persist, request, mergedSentence: sentence, showMergedToast }
  const work: EditorWork<V, Answer> = { ...options, ...store, ...telling, merge, write, copy }

  useKeptCopy(work, state)
  const isAway = options.autosave !== undefined && state.failures > 0
  useDraftTimer(work, options.autosave && draftDueAt(state), isAway)
  return {
    ...state,
    ...actionsOf(work),
    merge,
    /** The current state, for callbacks that run after the last render. */
    newest: store.now,
    isDirty: isDirty(state),
    /** Whether there were autosaves since it was opened or saved. */
    isAutosaved: state.opened !== undefined,
    /** The way of the running save. */
    pendingWay: state.isPending ? state.way : undefined,
    /** Discards the changes since the form was opened or saved, including autosaved ones. */
    discard: async () => {
      store.tell({ type: 'discarding', step: 'pending' })
      await revertAutosaves(work).catch(discardFailed)
      if (store.now().opened) options.autosave?.onDiscarded?.()
      finish(work)
    },
  }
}

export type Editor<V extends Values> = ReturnType<typeof useEditor<V>>

function actionsOf<V extends Values, Answer extends Stored>(work: EditorWork<V, Answer>) {
  const { now, tell } = work
  return {
    change: (patch: Partial<V>) => tell({ type: 'typed', patch, time: Date.now() }),
    setErrors: (errors: Record<string, string>) => tell({ type: 'faulty', errors }),
    restore: () => {
      const { offer } = now()
      if (offer) goOnWith(work, offer)
    },
    discardOffer: () => {
      const { offer } = now()
      if (offer) void dropUnsaved(offer.place)
      tell({ type: 'offered', kept: undefined })
    },
    askToDiscard: (isAsking: boolean) => tell({ type: 'discarding', step: isAsking ? 'asking' : undefined }),
    /** Postpones the conflict. */
    leaveConflict: () => tell({ type: 'met', theirs: undefined }),
    /** Continues from a stored version with these values. */
    rebase: (stored: Loaded<V>, values: V) => tell({ type: 'rebased', stored, values }),
    save: (values: V = now().values, way: Way = 'publish') => save(work, values, way),
    saveMerged: (theirs: Theirs<V>, values: V) => saveMerged(work, theirs, values),
    createAgain: () => createAgain(work),
    refresh: () => refresh(work),
    settle: () => settleDraft(work),
    finish: () => finish(work),
  }
}

/** Saved or discarded: deletes the copies on this device. */
function finish({ tell, copy }: Work): void {
  tell({ type: 'finished' })
  copy.drop()
}

function goOnWith({ copy, tell, loaded, merge }: Work, kept: KeptText): void {
  copy.adopt(kept.place)
  tell({ type: 'resumed', kept, over: restoreUnsaved(loaded, kept, merge), time: Date.now() })
}

/** Milliseconds after which changes are stored on this device, also during typing. */
const keepAfter = 400

function useKeptCopy(work: Work, { values, base }: { values: Values; base: object }) {
  const keep = useEffectEvent((isLeaving = false) => void keepCopy(work, isLeaving))
  const findKept = useEffectEvent(async () => {
    const { now, tell, resume, restoresUnsaved, unsavedKey } = work
    const kept = resume ? undefined : await readUnsaved(unsavedKey)
    if (!kept || now().at === 'over') return
    if (!restoresUnsaved) tell({ type: 'offered', kept })
    else if (!isDirty(now())) goOnWith(work, kept)
  })
  const leave = useEffectEvent((event: BeforeUnloadEvent) => {
    keep(true)
    if (isDirty(work.now()) && work.now().at !== 'over') event.preventDefault()
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keepSoon = useEffectEvent((_values: Values, _base: object) => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      keep()
    }, keepAfter)
  })
  useEffect(() => keepSoon(values, base), [values, base])
  useEffect(() => {
    void findKept()
    const onLeave = (event: BeforeUnloadEvent) => leave(event)
    const onHide = () => keep(true)
    window.addEventListener('beforeunload', onLeave)
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('beforeunload', onLeave)
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
      keep()
    }
  }, [])
}

async function keepCopy({ now, tell, copy, unsavedKey, titleOf }: Work, isLeaving: boolean): Promise<void> {
  const state = now()
  if (state.at === 'over' || state.offer) return
  const unsaved = unsavedOf(state, titleOf(state.values))
  if (unsaved) {
    if (await copy.keep(unsavedKey, unsaved, isLeaving)) tell({ type: 'kept', at: unsaved.keptAt })
  } else if (!copy.isEmpty()) {
    copy.drop()
    tell({ type: 'kept', at: undefined })
  }
}

/** `due`: the time of the next autosave. One without a response is retried as soon as the device is online. */
function useDraftTimer(work: Work, due: number | undefined, isAway: boolean) {
  const keepDraft = useEffectEvent(() => void saveDraft(work))
  useEffect(() => {
    if (due === undefined) return undefined
    const timer = setTimeout(() => keepDraft(), Math.max(0, due - Date.now()))
    return () => clearTimeout(timer)
  }, [due])
  useEffect(() => {
    if (!isAway) return undefined
    const onLine = () => keepDraft()
    window.addEventListener('online', onLine)
    return () => window.removeEventListener('online', onLine)
  }, [isAway])
}

/** Reports that autosaves could not be reverted; not if the record is deleted anyway. */
function useDiscardFailed(): (error: unknown) => void {
  const t = useText()
  const toast = useToast()
  return (error) => {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return
    toast({
      variant: 'destructive',
      title: t('editing.discard.failed'),
      description:
        status === 0 || status === 412
          ? t(status === 412 ? 'editing.discard.changed' : 'editing.discard.offline')
          : failureText(error, t('editing.discard.offline'), t),
    })
  }
}
