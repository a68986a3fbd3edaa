import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { useIntentKey } from '#client/use-intent-key'
import { useMergedWords } from '#records/editor/merge/merged-words'
import { mergeFields } from '#records/editor/merge/merging'
import type { Values } from '#records/editor/values/values'
import { saveDraft, settleDraft, takeBack } from './autosave'
import { deviceCopy, unsavedOf } from './device-copy'
import { draftDueAt } from './draft-due'
import { begin, editorStore, isDirty, type Loaded, reduce, takeUp, type Theirs, type Way } from './editor-state'
import type { EditorOptions, EditorWork, Stored, Work } from './editor-work'
import { answerWithin, responseTimeout } from './failure'
import { refresh } from './refresh'
import { createAnew, save, saveMerged } from './save'
import { dropUnsaved, type KeptText, readUnsaved } from './unsaved-text'
import { useDiscardFailed } from './use-discard-failed'

/** Edits one record: what is typed is kept on this device, in a draft on the server if there is one, and saved. */
export function useEditor<V extends Values, Answer extends Stored = Stored>(options: EditorOptions<V, Answer>) {
  const { loaded, resume, merge = mergeFields } = options
  const [store] = useState(() => {
    const begun = begin(loaded)
    if (!resume) return editorStore(begun)
    const over = takeUp(loaded, resume, merge)
    return editorStore(reduce(begun, { type: 'resumed', kept: resume, over, time: Date.now() }))
  })
  const state = useSyncExternalStore(store.subscribe, store.now)
  const [copy] = useState(() => deviceCopy(resume?.place))
  const { keyFor } = useIntentKey()
  const { sentence, tellMerged } = useMergedWords()
  const discardFailed = useDiscardFailed()
  const withSession = useWithSession()
  // Offline, a save fails at once and says so, instead of waiting unseen.
  const { mutateAsync: persist } = useMutation({
    networkMode: 'always',
    mutationFn: (write: () => Promise<Answer>) => write(),
  })
  const request: Work['request'] = (ask) => withSession(() => answerWithin(responseTimeout, ask()))
  const write: typeof options.write = (...change) => request(() => options.write(...change))
  const telling = { keyFor, persist, request, mergedSentence: sentence, tellMerged }
  const work: EditorWork<V, Answer> = { ...options, ...store, ...telling, merge, write, copy }

  useKeptCopy(work, state)
  const isAway = options.autosave !== undefined && state.failures > 0
  useDraftTimer(work, options.autosave && draftDueAt(state), isAway)
  return {
    ...state,
    ...actionsOf(work),
    merge,
    /** The state for whoever has waited since the last rendering. */
    newest: store.now,
    isDirty: isDirty(state),
    /** Something was autosaved since it was opened or saved. */
    isAutosaved: state.opened !== undefined,
    isPending: state.isAsked,
    /** The way of the save that is under way. */
    pendingWay: state.isAsked ? state.way : undefined,
    /** Discards what was typed since the form was opened or saved, what autosaves have stored of it included. */
    discard: async () => {
      store.tell({ type: 'discarding', step: 'pending' })
      await takeBack(work).catch(discardFailed)
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
    /** Leaves the choice between two versions for later. */
    leaveConflict: () => tell({ type: 'met', theirs: undefined }),
    /** Goes on from a stored version with these values. */
    rebase: (stored: Loaded<V>, values: V) => tell({ type: 'rebased', stored, values }),
    save: (values: V = now().values, way: Way = 'publish') => save(work, values, way),
    saveMerged: (theirs: Theirs<V>, values: V) => saveMerged(work, theirs, values),
    createAnew: () => createAnew(work),
    refresh: () => refresh(work),
    settle: () => settleDraft(work),
    finish: () => finish(work),
  }
}

/** The work is over, saved or discarded: nothing of it is kept. */
function finish({ tell, copy }: Work): void {
  tell({ type: 'finished' })
  copy.drop()
}

function goOnWith({ copy, tell, loaded, merge }: Work, kept: KeptText): void {
  copy.adopt(kept.place)
  tell({ type: 'resumed', kept, over: takeUp(loaded, kept, merge), time: Date.now() })
}

/** Milliseconds: however fast somebody types, what is there is kept on this device so soon after. */
const keepAfter = 400

function useKeptCopy(work: Work, { values, base }: { values: Values; base: object }) {
  const keep = useEffectEvent((isLeaving = false) => void keepCopy(work, isLeaving))
  const meetKept = useEffectEvent((kept: KeptText | undefined) => {
    const { now, tell, takesUp } = work
    if (!kept || now().at === 'over') return
    if (!takesUp) tell({ type: 'offered', kept })
    else if (!isDirty(now())) goOnWith(work, kept)
  })
  const findKept = useEffectEvent(async () => (work.resume ? undefined : readUnsaved(work.unsavedKey)))
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
    let isThere = true
    const lookUp = async () => {
      const kept = await findKept()
      if (isThere) meetKept(kept)
    }
    void lookUp()
    const onLeave = (event: BeforeUnloadEvent) => leave(event)
    const onHide = () => keep(true)
    window.addEventListener('beforeunload', onLeave)
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      isThere = false
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

/** `due`: when the next autosave is. What got no answer is tried again as soon as the device is online. */
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
