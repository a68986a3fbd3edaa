import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { fieldIssues } from '#client/field-issues'
import { useIntentKey } from '#client/use-submission'
import { useText } from '#i18n/i18n'
import { useMergedMessage } from '#records/editor/merge/merged-words'
import { type Merge, mergeFields } from '#records/editor/merge/merging'
import { type Values, changedFields, isIn } from '#records/editor/values/values'
import { useListener } from '#ui/controls/use-listener'
import { useToast } from '#ui/toasts/toast'
import { saveDraft, settleDraft, revertAutosaves } from './autosave'
import { deviceCopy, unsavedOf } from './device-copy'
import {
  initialState,
  isDirty,
  type Loaded,
  reduce,
  restoreUnsaved,
  type Theirs,
  type Way,
  type EditorState,
  editorStore,
} from './editor-state'
import { type EditorOptions, type EditorWork, type Stored, type Work, refresh } from './editor-work'
import { withTimeout, responseTimeout, failureText } from './failure'
import { deleteUnsaved, type RestorableText, readUnsaved } from './unsaved-text'

/** Maximum retries when others keep saving during a merge; after that the save fails. */
const maxMerges = 5

/** `from`: the version that is replaced; `merged`: the message about another person's changes in the values. */
type SaveAttempt = { values: Values; from: Loaded<Values>; way: Way; merged?: string; merges: number }

/** Saves the values, and handles that another person has changed or deleted the record meanwhile. */
async function save(work: Work, values: Values, way: Way): Promise<void> {
  const attempt = () => ({ values, way, from: work.getState().base, merges: 0 })
  work.dispatch({ type: 'save-started', way })
  try {
    await settleDraft(work)
  } catch (error) {
    return reportFailure(work, attempt(), error)
  }
  return saveOver(work, attempt())
}

/** Rebases the resolved conflict on the other version, and saves it. */
async function saveMerged(work: Work, theirs: Theirs<Values>, values: Values, merges = 0): Promise<void> {
  const { way, values: yours } = work.getState()
  work.dispatch({ type: 'rebased', stored: theirs, values })
  work.dispatch({ type: 'save-started', way })
  const isMixed = [yours, theirs.values].every((whole) => changedFields(whole, values).length > 0)
  const merged = isMixed ? work.mergedSentence(theirs.by) : undefined
  return saveOver(work, { values, from: theirs, way, merged, merges })
}

/** Saves the changes as a new record, replacing one that was deleted elsewhere. */
async function createAgain(work: Work): Promise<void> {
  const { base, values, way } = work.getState()
  const from = { values: base.values, version: 0 }
  work.dispatch({ type: 'rebased', stored: from, values })
  work.dispatch({ type: 'save-started', way })
  return saveOver(work, { values, from, way, merges: 0 })
}

async function saveOver(work: Work, attempt: SaveAttempt): Promise<void> {
  const { getState, dispatch, write, closes, toLoaded, copy, keyFor, onSaved } = work
  const { values, way, from } = attempt
  const { values: _, ...on } = from
  try {
    const answer = await work.persist(() => write(values, on, keyFor({ values, on, way }), way))
    const before = getState().opened ?? from
    copy.drop()
    const stored = toLoaded?.(answer) ?? { values, version: answer.version }
    dispatch(closes?.(way) ? { type: 'finished' } : { type: 'saved', stored, sent: values, time: Date.now() })
    onSaved({ ...before, values }, answer, way, attempt.merged)
  } catch (error) {
    await handleFailure(work, attempt, error)
  }
}

async function handleFailure(work: Work, attempt: SaveAttempt, error: unknown): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404 && attempt.from.version > 0) work.dispatch({ type: 'gone' })
  else if (status !== 412 || attempt.merges >= maxMerges) reportFailure(work, attempt, error)
  else await mergeOtherVersion(work, attempt).catch((cause: unknown) => reportFailure(work, attempt, cause))
}

async function mergeOtherVersion(work: Work, { values, from, merges }: SaveAttempt): Promise<void> {
  const theirs = await work.fresh()
  const merging = theirs && work.merge({ base: from.values, yours: values, theirs: theirs.values })
  if (!merging) work.dispatch({ type: 'gone' })
  else if (merging.conflicts.length > 0) work.dispatch({ type: 'conflict-found', theirs })
  else await saveMerged(work, theirs, merging.resolve({}), merges + 1)
}

/** Marks the fields of the form that the server rejected, with the errors. */
function reportFailure({ fieldOf, dispatch, onFailed }: Work, { values, from }: SaveAttempt, error: unknown): void {
  const found = fieldIssues(error).map(({ path, message }) => [fieldOf?.(path) ?? path, message] as const)
  const isMarked = found.some(([field]) => isIn(values, field))
  const faults = isMarked ? Object.fromEntries(found) : {}
  dispatch({
    type: 'save-failed',
    status: error instanceof ApiError ? error.status : 0,
    errors: isMarked ? faults : undefined,
  })
  onFailed(error, { ...from, values }, faults)
}

/** Milliseconds. */
export const pace = { afterPause: 3000, atLatest: 9000, retries: [2000, 4000, 8000, 15_000], longestRetry: 30_000 }

/**
 * The time of the next autosave in milliseconds: after a pause in typing, and at the latest some seconds after the
 * first change. Undefined without one.
 */
export function draftDueAt(state: EditorState<Values>): number | undefined {
  const isWaiting = state.at === 'editing' || state.at === 'offline'
  if (!isWaiting || !isDirty(state) || state.offer || state.discarding) return undefined
  const { failures, failedAt, typedAt, dirtySince = typedAt } = state
  return failures > 0
    ? failedAt + (pace.retries[failures - 1] ?? pace.longestRetry)
    : Math.min(typedAt + pace.afterPause, dirtySince + pace.atLatest)
}

/**
 * Edits one record: changes are stored on this device, autosaved to a draft on the server if there is one, and saved.
 */
export function useEditor<V extends Values, Answer extends Stored = Stored>(options: EditorOptions<V, Answer>) {
  const { loaded, resume } = options
  const merge: Merge<V> = options.merge ?? mergeFields
  const [store] = useState(() => {
    const initial = initialState(loaded)
    if (!resume) return editorStore(initial)
    const over = restoreUnsaved(loaded, resume, merge)
    return editorStore(reduce(initial, { type: 'restored', kept: resume, over, time: Date.now() }))
  })
  const state = useSyncExternalStore(store.subscribe, store.getState)
  const [copy] = useState(() => deviceCopy(resume?.place))
  const { keyFor } = useIntentKey()
  const { sentence, showMergedToast } = useMergedMessage()
  const discardFailed = useDiscardFailed()
  const withSession = useWithSession()
  // Offline, a save fails immediately with a message, instead of being queued.
  const { mutateAsync: persist } = useMutation({
    networkMode: 'always',
    mutationFn: (write: () => Promise<Answer>) => write(),
  })
  const request: Work['request'] = (ask) => withSession(() => withTimeout(responseTimeout, ask()))
  const write: typeof options.write = (...change) => request(() => options.write(...change))
  const telling = { keyFor, persist, request, mergedSentence: sentence, showMergedToast }
  const work: EditorWork<V, Answer> = { ...options, ...store, ...telling, merge, write, copy }

  useDeviceCopy(work, state)
  const isAway = options.autosave !== undefined && state.failures > 0
  useDraftTimer(work, options.autosave && draftDueAt(state), isAway)
  return {
    ...state,
    ...actionsOf(work),
    merge,
    /** The current state, for callbacks that run after the last render. */
    newest: store.getState,
    isDirty: isDirty(state),
    /** Whether there were autosaves since it was opened or saved. */
    isAutosaved: state.opened !== undefined,
    /** The way of the running save. */
    pendingWay: state.isPending ? state.way : undefined,
    /** Discards the changes since the form was opened or saved, including autosaved ones. */
    discard: async () => {
      store.dispatch({ type: 'discarding', step: 'pending' })
      await revertAutosaves(work).catch(discardFailed)
      if (store.getState().opened) options.autosave?.onDiscarded?.()
      finish(work)
    },
  }
}

export type Editor<V extends Values> = ReturnType<typeof useEditor<V>>

function actionsOf<V extends Values, Answer extends Stored>(work: EditorWork<V, Answer>) {
  const { getState, dispatch } = work
  return {
    change: (patch: Partial<V>) => dispatch({ type: 'edited', patch, time: Date.now() }),
    setErrors: (errors: Record<string, string>) => dispatch({ type: 'errors-set', errors }),
    restore: () => {
      const { offer } = getState()
      if (offer) restoreText(work, offer)
    },
    discardOffer: () => {
      const { offer } = getState()
      if (offer) void deleteUnsaved(offer.place)
      dispatch({ type: 'offered', kept: undefined })
    },
    askToDiscard: (isAsking: boolean) => dispatch({ type: 'discarding', step: isAsking ? 'asking' : undefined }),
    /** Postpones the conflict. */
    leaveConflict: () => dispatch({ type: 'conflict-found', theirs: undefined }),
    /** Continues from a stored version with these values. */
    rebase: (stored: Loaded<V>, values: V) => dispatch({ type: 'rebased', stored, values }),
    save: (values: V = getState().values, way: Way = 'publish') => save(work, values, way),
    saveMerged: (theirs: Theirs<V>, values: V) => saveMerged(work, theirs, values),
    createAgain: () => createAgain(work),
    refresh: () => refresh(work),
    settle: () => settleDraft(work),
    finish: () => finish(work),
  }
}

/** Saved or discarded: deletes the copies on this device. */
function finish({ dispatch, copy }: Work): void {
  dispatch({ type: 'finished' })
  copy.drop()
}

function restoreText({ copy, dispatch, loaded, merge }: Work, kept: RestorableText): void {
  copy.adopt(kept.place)
  dispatch({ type: 'restored', kept, over: restoreUnsaved(loaded, kept, merge), time: Date.now() })
}

/** Milliseconds after which changes are stored on this device, also during typing. */
const copyDelay = 400

function useDeviceCopy(work: Work, { values, base }: { values: Values; base: object }) {
  const keep = useEffectEvent(() => void updateDeviceCopy(work, false))
  const findUnsaved = useEffectEvent(async () => {
    const { getState, dispatch, resume, restoresUnsaved, unsavedKey } = work
    const kept = resume ? undefined : await readUnsaved(unsavedKey)
    if (!kept || getState().at === 'over') return
    if (!restoresUnsaved) dispatch({ type: 'offered', kept })
    else if (!isDirty(getState())) restoreText(work, kept)
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keepSoon = useEffectEvent((_values: Values, _base: object) => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      keep()
    }, copyDelay)
  })
  useEffect(() => keepSoon(values, base), [values, base])
  useEffect(() => {
    void findUnsaved()
    return () => {
      clearTimeout(timer.current)
      keep()
    }
  }, [])
  useListener('beforeunload', (event) => {
    void updateDeviceCopy(work, true)
    if (isDirty(work.getState()) && work.getState().at !== 'over') event.preventDefault()
  })
  useListener('pagehide', () => void updateDeviceCopy(work, true))
  useListener('visibilitychange', () => void updateDeviceCopy(work, true), { on: document })
}

async function updateDeviceCopy(
  { getState, dispatch, copy, unsavedKey, titleOf }: Work,
  isLeaving: boolean,
): Promise<void> {
  const state = getState()
  if (state.at === 'over' || state.offer) return
  const unsaved = unsavedOf(state, titleOf(state.values))
  if (unsaved) {
    if (await copy.keep(unsavedKey, unsaved, isLeaving)) dispatch({ type: 'copied', at: unsaved.keptAt })
  } else if (!copy.isEmpty()) {
    copy.drop()
    dispatch({ type: 'copied', at: undefined })
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
  useListener('online', () => void saveDraft(work), { on: isAway ? undefined : null })
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

/** The props of a text control for one field. */
export function textField<V extends Values>(
  form: Pick<Editor<V>, 'values' | 'change'> & { errors: Readonly<Record<string, string>> },
  field: keyof V & string,
) {
  return {
    value: String(form.values[field] ?? ''),
    error: form.errors[field],
    onChange: (value: string) => form.change({ [field]: value } as Partial<V>),
  }
}
