import type { Merge } from '#records/editor/merge/merging'
import { changedFields, isIn, pick, type Values } from '#records/editor/values/values'
import type { RestorableText } from './unsaved-text'

/** The versions of a record and of its draft: 0 for one that is not stored. */
export type Versions = { version: number; draft?: number }

/** A record as loaded into an editor. */
export type Loaded<V extends Values> = Versions & { values: V }

/** A record as saved by someone else: their username, if it is known. */
export type Theirs<V extends Values> = Loaded<V> & { by?: string }

/** How a record is saved: as a draft by hand or automatically, published, or unpublished. */
export type Way = 'draft' | 'autosave' | 'publish' | 'unpublish'

/** An autosave in flight: `base` shows whether the form still has the same base when the response arrives. */
export type Attempt<V extends Values> = { values: V; base: Loaded<V>; key: string }

/**
 * `conflict`: someone else has changed the same field, and a version has to be chosen. `offline`: the last autosave got
 * no response. `signed-out`: the session ended and was not renewed. `gone`: the record was deleted elsewhere. `over`:
 * the work is saved or discarded, and its copies are deleted.
 */
export type StateName = 'clean' | 'editing' | 'saving' | 'conflict' | 'offline' | 'signed-out' | 'gone' | 'over'

export type EditorState<V extends Values> = {
  at: StateName
  values: V
  /** The stored record, with which `values` are compared. */
  base: Loaded<V>
  /** The version before the autosaves since it was opened or saved; undefined without any. */
  opened?: Loaded<V>
  /** The time of the last edit in milliseconds; 0 without one: initial values are no work to lose. */
  typedAt: number
  /** Since when there are changes that are not on the server. */
  dirtySince?: number
  errors: Record<string, string>
  /** An unsaved text of an earlier visit, until it is restored or discarded. */
  offer?: RestorableText
  /** The restored text of an earlier visit. */
  restored?: RestorableText
  /** When the values were last stored on this device. */
  keptAt?: string
  theirs?: Theirs<V>
  /** How the last or the running manual save stores; `isPending` while it is running. */
  way: Way
  isPending: boolean
  /** The autosave without a response, the number of consecutive failures, and the time of the last. */
  unanswered?: Attempt<V>
  failures: number
  failedAt: number
  /** The rejected fields, and the base or the values with which a retry would be rejected again. */
  rejectedValues: Values
  rejected: { base?: Loaded<V>; values?: V }
  /** Why the last autosave was incomplete. */
  note?: Note
  /** When all changes were last stored, as an ISO date. */
  savedAt?: string
  /** Whether the confirmation to discard is open, or discarding is running. */
  discarding?: 'asking' | 'pending'
}

/** Why it is not saved: rejected by the server (`rejected`), not storable yet (`unready`), or a field error (`marked`). */
type Note = { at: 'unready' | 'marked' } | { at: 'rejected'; reason: string }

export type EditorEvent<V extends Values> =
  | { type: 'edited'; patch: Partial<V>; time: number }
  | { type: 'errors-set'; errors: Record<string, string> }
  | { type: 'copied'; at: string | undefined }
  | { type: 'offered'; kept: RestorableText | undefined }
  | { type: 'restored'; kept: RestorableText; over: RestoredText<V>; time: number }
  | { type: 'autosave-started' }
  | { type: 'autosave-postponed'; why: 'offline' | 'unready' | 'marked'; time: number }
  | { type: 'autosave-unanswered'; attempt: Attempt<V>; time: number }
  | { type: 'autosave-rejected'; attempt: Attempt<V>; status: number; reason: string; faults: readonly Fault[] }
  | { type: 'autosaved'; attempt: Attempt<V>; stored: Versions; time: number }
  | { type: 'save-started'; way: Way }
  | { type: 'saved'; stored: Loaded<V>; sent: V; time: number }
  | { type: 'save-failed'; status: number; errors?: Record<string, string> }
  | { type: 'conflict-found'; theirs: Theirs<V> | undefined }
  | { type: 'rebased'; stored: Loaded<V>; values: V }
  | { type: 'gone' }
  | { type: 'discarding'; step: 'asking' | 'pending' | undefined }
  | { type: 'finished' }

export type Fault = { field: string; value: string | boolean; message: string }

export const isDirty = <V extends Values>({
  typedAt,
  base,
  values,
}: Pick<EditorState<V>, 'typedAt' | 'base' | 'values'>) => typedAt > 0 && changedFields(base.values, values).length > 0

export function initialState<V extends Values>(loaded: Loaded<V>): EditorState<V> {
  const nothing = { errors: {}, rejectedValues: {}, rejected: {}, failures: 0, failedAt: 0 }
  return { at: 'clean', values: loaded.values, base: loaded, typedAt: 0, way: 'draft', isPending: false, ...nothing }
}

/** The reducer: the only place where the state of an editor changes. */
export function reduce<V extends Values>(state: EditorState<V>, event: EditorEvent<V>): EditorState<V> {
  if (state.at === 'over') return state
  // A choice after a conflict or a deletion publishes only if a manual save has met it.
  const way = state.isPending ? state.way : 'draft'
  switch (event.type) {
    case 'edited': {
      const errors = Object.entries(state.errors).filter(([field]) => !isIn(event.patch, field))
      const values = { ...state.values, ...event.patch }
      const typed = { ...state, values, typedAt: event.time, errors: Object.fromEntries(errors) }
      return withDirtySince(event.time, state.at === 'clean' || state.at === 'editing' ? withStateName(typed) : typed)
    }
    case 'errors-set':
      return { ...state, errors: event.errors }
    case 'copied':
      return { ...state, keptAt: event.at }
    case 'offered':
      return { ...state, offer: event.kept }
    case 'restored': {
      const typedAt = event.kept.place === '' ? 0 : event.time
      return withDirtySince(
        event.time,
        withStateName({ ...state, ...event.over, typedAt, restored: event.kept, offer: undefined }),
      )
    }
    case 'autosave-started':
      return { ...state, at: 'saving', note: undefined }
    case 'autosave-postponed': {
      const held = { ...state, dirtySince: event.time }
      if (event.why !== 'offline') return withStateName({ ...held, note: { at: event.why } })
      return { ...held, at: state.isPending ? 'saving' : 'offline' }
    }
    case 'autosave-unanswered': {
      const { attempt, time } = event
      const at = state.isPending ? 'saving' : 'offline'
      return { ...state, at, unanswered: attempt, failures: state.failures + 1, failedAt: time }
    }
    case 'autosave-rejected':
      return rejectAutosave({ ...state, unanswered: undefined, failures: 0 }, event)
    case 'autosaved':
      return storeDraft({ ...state, unanswered: undefined }, event)
    case 'save-started':
      return { ...state, at: 'saving', isPending: true, way: event.way }
    case 'saved': {
      const typedSince = pick(state.values, changedFields(event.sent, state.values))
      const values = { ...event.stored.values, ...typedSince }
      const done = { isPending: false, opened: undefined, theirs: undefined, keptAt: undefined, errors: {} }
      return afterStored(event.time, { ...state, ...done, base: event.stored, values })
    }
    case 'save-failed': {
      const failed = withStateName({ ...state, isPending: false, errors: event.errors ?? state.errors })
      return event.status === 401 ? { ...failed, at: 'signed-out' } : failed
    }
    case 'conflict-found':
      return withStateName({ ...state, isPending: false, theirs: event.theirs, way })
    case 'rebased':
      return withStateName({ ...state, base: event.stored, opened: undefined, values: event.values, theirs: undefined })
    case 'gone':
      return { ...state, at: 'gone', isPending: false, way }
    case 'discarding':
      return { ...state, discarding: event.step }
    case 'finished':
      return { ...state, at: 'over' }
  }
}

/** The state with the name that follows from its parts. */
function withStateName<V extends Values>(state: EditorState<V>): EditorState<V> {
  const waiting = state.unanswered ? 'offline' : isDirty(state) ? 'editing' : 'clean'
  return { ...state, at: state.isPending ? 'saving' : state.theirs ? 'conflict' : waiting }
}

const withDirtySince = <V extends Values>(time: number, state: EditorState<V>): EditorState<V> => ({
  ...state,
  dirtySince: isDirty(state) ? (state.dirtySince ?? time) : undefined,
})

/** A draft was stored; changes made meanwhile are due from now on. */
const afterStored = <V extends Values>(time: number, state: EditorState<V>): EditorState<V> => {
  const savedAt = new Date(time).toISOString()
  const nothing = { unanswered: undefined, failures: 0, rejected: {}, note: undefined, dirtySince: undefined }
  return withDirtySince(time, withStateName({ ...state, ...nothing, savedAt }))
}

/** The values on the screen stay, whatever was stored. */
function storeDraft<V extends Values>(
  state: EditorState<V>,
  { attempt, stored: versions, time }: Extract<EditorEvent<V>, { type: 'autosaved' }>,
): EditorState<V> {
  // Editing has continued from another version meanwhile.
  if (attempt.base !== state.base) return withStateName(state)
  const base = { ...versions, values: attempt.values }
  return afterStored(time, { ...state, base, opened: state.opened ?? state.base })
}

/** Without the invalid fields the server accepts the rest. */
function rejectAutosave<V extends Values>(
  state: EditorState<V>,
  { attempt, status, reason, faults }: Extract<EditorEvent<V>, { type: 'autosave-rejected' }>,
): EditorState<V> {
  if (faults.length > 0) {
    const [errors, rejectedValues] = [{ ...state.errors }, { ...state.rejectedValues }]
    for (const { field, value, message } of faults) {
      errors[field] = message
      rejectedValues[field] = value
    }
    return withStateName({ ...state, errors, rejectedValues, note: { at: 'marked' } })
  }
  const rejected = status === 422 || status === 413 ? { values: attempt.values } : { base: attempt.base }
  const next = withStateName({ ...state, rejected, note: { at: 'rejected', reason } })
  return status === 401 && !next.isPending ? { ...next, at: 'signed-out' } : next
}

/** The initial state of a form that restores an unsaved text. */
type RestoredText<V extends Values> = Pick<EditorState<V>, 'values' | 'base' | 'theirs'>

/** Applies an unsaved text to the current record, with a conflict if someone else has changed the same fields. */
export function restoreUnsaved<V extends Values>(
  loaded: Loaded<V>,
  kept: RestorableText,
  merge: Merge<V>,
): RestoredText<V> {
  const values: V = { ...loaded.values, ...kept.base, ...kept.changed }
  const isOlder = kept.version !== loaded.version || (kept.draft ?? 0) !== (loaded.draft ?? 0)
  if (!isOlder) return { values, base: loaded }
  const base = { values: { ...loaded.values, ...kept.base }, version: kept.version, draft: kept.draft }
  const { conflicts, resolve } = merge({ base: base.values, yours: values, theirs: loaded.values })
  return conflicts.length > 0 ? { values, base, theirs: loaded } : { values: resolve({}), base: loaded }
}

/**
 * The state, possibly newer than the rendered one, so that the latest input is saved. `running`: the autosave in
 * flight.
 */
export type EditorStore<V extends Values> = {
  getState(): EditorState<V>
  dispatch(event: EditorEvent<V>): void
  running: { current?: Promise<void> }
}

export function editorStore<V extends Values>(initial: EditorState<V>) {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    running: {},
    getState: () => state,
    dispatch: (event: EditorEvent<V>) => {
      state = reduce(state, event)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
