import type { Merge } from '#records/editor/merge/merging'
import { changedFields, isIn, pick, type Values } from '#records/editor/values/values'
import type { KeptText } from './unsaved-text'

/** Which record, and which draft of it: version 0 is one that is not stored yet, draft 0 none. */
export type Versions = { version: number; draft?: number }

/** A record as an editor holds it. */
export type Loaded<V extends Values> = Versions & { values: V }

/** A record as somebody else has saved it: the name of their account, where it is known. */
export type Theirs<V extends Values> = Loaded<V> & { by?: string }

/** How a record is saved: for editors alone, as somebody wants or by itself, for visitors, or taken off the site. */
export type Way = 'draft' | 'autosave' | 'publish' | 'unpublish'

/** An autosave on its way: `base` tells whether the form is still compared with the same when the answer comes. */
export type Attempt<V extends Values> = { values: V; base: Loaded<V>; key: string }

/**
 * `conflict`: somebody else has changed the same, and one version is to be chosen. `offline`: the last autosave got no
 * answer. `signed-out`: the session ended, and no new one was begun. `gone`: the record was deleted elsewhere. `over`:
 * the work is saved or discarded, and nothing more is kept of it.
 */
export type Standing = 'clean' | 'editing' | 'saving' | 'conflict' | 'offline' | 'signed-out' | 'gone' | 'over'

export type EditorState<V extends Values> = {
  at: Standing
  values: V
  /** What is stored, with which `values` are compared. */
  base: Loaded<V>
  /** What autosaves have replaced since somebody opened or saved it; undefined while there were none. */
  opened?: Loaded<V>
  /** When something was typed last, in milliseconds; 0 while nobody has: what a record begins with is no work to lose. */
  typedAt: number
  /** Since when there is something that no server has. */
  dirtySince?: number
  errors: Record<string, string>
  /** An unsaved text of an earlier visit, until it is restored or discarded. */
  offer?: KeptText
  /** The unsaved text of an earlier visit with which this began. */
  takenUp?: KeptText
  /** When the values were last kept on this device. */
  keptAt?: string
  theirs?: Theirs<V>
  /** How somebody saved last, or wants to; `isAsked` while that is under way. */
  way: Way
  isAsked: boolean
  /** The autosave that got no answer, how many in a row did not, and when the last of them failed. */
  unanswered?: Attempt<V>
  failures: number
  failedAt: number
  /** The fields as the server did not take them, and the base or the values with which it is no use to try again. */
  unfit: Values
  refused: { base?: Loaded<V>; values?: V }
  /** Why the last autosave could not store everything. */
  note?: Note
  /** When everything was last stored, as an ISO date. */
  savedAt?: string
  /** Whether to discard is being asked, or done. */
  discarding?: 'asking' | 'pending'
}

/** The server does not take it (`refused`), could not keep it yet (`unready`), or a field is not right yet (`marked`). */
export type Note = { at: 'unready' | 'marked' } | { at: 'refused'; reason: string }

export type EditorEvent<V extends Values> =
  | { type: 'typed'; patch: Partial<V>; time: number }
  | { type: 'faulty'; errors: Record<string, string> }
  | { type: 'kept'; at: string | undefined }
  | { type: 'offered'; kept: KeptText | undefined }
  | { type: 'resumed'; kept: KeptText; over: TakenUp<V>; time: number }
  | { type: 'sending' }
  | { type: 'withheld'; why: 'offline' | 'unready' | 'marked'; time: number }
  | { type: 'unanswered'; attempt: Attempt<V>; time: number }
  | { type: 'refused'; attempt: Attempt<V>; status: number; reason: string; faults: readonly Fault[] }
  | { type: 'draft-stored'; attempt: Attempt<V>; stored: Versions; time: number }
  | { type: 'asked'; way: Way }
  | { type: 'saved'; stored: Loaded<V>; sent: V; time: number }
  | { type: 'failed'; status: number; errors?: Record<string, string> }
  | { type: 'met'; theirs: Theirs<V> | undefined; way?: Way }
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

export function begin<V extends Values>(loaded: Loaded<V>): EditorState<V> {
  const nothing = { errors: {}, unfit: {}, refused: {}, failures: 0, failedAt: 0 }
  return { at: 'clean', values: loaded.values, base: loaded, typedAt: 0, way: 'publish', isAsked: false, ...nothing }
}

/** The one place in which the state of an editor changes. */
export function reduce<V extends Values>(state: EditorState<V>, event: EditorEvent<V>): EditorState<V> {
  if (state.at === 'over') return state
  switch (event.type) {
    case 'typed': {
      const errors = Object.entries(state.errors).filter(([field]) => !isIn(event.patch, field))
      const values = { ...state.values, ...event.patch }
      const typed = { ...state, values, typedAt: event.time, errors: Object.fromEntries(errors) }
      return since(event.time, state.at === 'clean' || state.at === 'editing' ? rest(typed) : typed)
    }
    case 'faulty':
      return { ...state, errors: event.errors }
    case 'kept':
      return { ...state, keptAt: event.at }
    case 'offered':
      return { ...state, offer: event.kept }
    case 'resumed': {
      const typedAt = event.kept.place === '' ? 0 : event.time
      return since(event.time, rest({ ...state, ...event.over, typedAt, takenUp: event.kept, offer: undefined }))
    }
    case 'sending':
      return { ...state, at: 'saving', note: undefined }
    case 'withheld': {
      const held = { ...state, dirtySince: event.time }
      if (event.why !== 'offline') return rest({ ...held, note: { at: event.why } })
      return { ...held, at: state.isAsked ? 'saving' : 'offline' }
    }
    case 'unanswered': {
      const { attempt, time } = event
      const at = state.isAsked ? 'saving' : 'offline'
      return { ...state, at, unanswered: attempt, failures: state.failures + 1, failedAt: time }
    }
    case 'refused':
      return refuse({ ...state, unanswered: undefined, failures: 0 }, event)
    case 'draft-stored':
      return storeDraft({ ...state, unanswered: undefined }, event)
    case 'asked':
      return { ...state, at: 'saving', isAsked: true, way: event.way }
    case 'saved': {
      const typedSince = pick(state.values, changedFields(event.sent, state.values))
      const values = { ...event.stored.values, ...typedSince }
      const done = { isAsked: false, opened: undefined, theirs: undefined, keptAt: undefined, errors: {} }
      return stored(event.time, { ...state, ...done, base: event.stored, values })
    }
    case 'failed': {
      const failed = rest({ ...state, isAsked: false, errors: event.errors ?? state.errors })
      return event.status === 401 ? { ...failed, at: 'signed-out' } : failed
    }
    case 'met':
      return rest({ ...state, isAsked: false, theirs: event.theirs, way: event.way ?? state.way })
    case 'rebased':
      return rest({ ...state, base: event.stored, opened: undefined, values: event.values, theirs: undefined })
    case 'gone':
      return { ...state, at: 'gone', isAsked: false }
    case 'discarding':
      return { ...state, discarding: event.step }
    case 'finished':
      return { ...state, at: 'over' }
  }
}

/** What an editor is at while nothing of the autosaves is new. */
function rest<V extends Values>(state: EditorState<V>): EditorState<V> {
  const waiting = state.unanswered ? 'offline' : isDirty(state) ? 'editing' : 'clean'
  return { ...state, at: state.isAsked ? 'saving' : state.theirs ? 'conflict' : waiting }
}

const since = <V extends Values>(time: number, state: EditorState<V>): EditorState<V> => ({
  ...state,
  dirtySince: isDirty(state) ? (state.dirtySince ?? time) : undefined,
})

/** Something was stored; what was typed meanwhile is due from now on. */
const stored = <V extends Values>(time: number, state: EditorState<V>): EditorState<V> => {
  const savedAt = new Date(time).toISOString()
  const nothing = { unanswered: undefined, failures: 0, refused: {}, note: undefined, dirtySince: undefined }
  return since(time, rest({ ...state, ...nothing, savedAt }))
}

/** Nothing moves under the hands of whoever types. */
function storeDraft<V extends Values>(
  state: EditorState<V>,
  { attempt, stored: versions, time }: Extract<EditorEvent<V>, { type: 'draft-stored' }>,
): EditorState<V> {
  // Somebody has gone on from another version meanwhile.
  if (attempt.base !== state.base) return rest(state)
  const base = { ...versions, values: attempt.values }
  return stored(time, { ...state, base, opened: state.opened ?? state.base })
}

/** Without the fields that are wrong, the server takes the rest. */
function refuse<V extends Values>(
  state: EditorState<V>,
  { attempt, status, reason, faults }: Extract<EditorEvent<V>, { type: 'refused' }>,
): EditorState<V> {
  if (faults.length > 0) {
    const [errors, unfit] = [{ ...state.errors }, { ...state.unfit }]
    for (const { field, value, message } of faults) {
      errors[field] = message
      unfit[field] = value
    }
    return rest({ ...state, errors, unfit, note: { at: 'marked' } })
  }
  const refused = status === 422 || status === 413 ? { values: attempt.values } : { base: attempt.base }
  const told = rest({ ...state, refused, note: { at: 'refused', reason } })
  return status === 401 && !told.isAsked ? { ...told, at: 'signed-out' } : told
}

/** What a form begins with that takes up an unsaved text. */
export type TakenUp<V extends Values> = Pick<EditorState<V>, 'values' | 'base' | 'theirs'>

/**
 * An unsaved text over the record as it is now. Where somebody else has changed the same meanwhile, both versions are to
 * be shown.
 */
export function takeUp<V extends Values>(loaded: Loaded<V>, kept: KeptText, merge: Merge<V>): TakenUp<V> {
  const values: V = { ...loaded.values, ...kept.changed }
  const isOlder = kept.version !== loaded.version || (kept.draft ?? 0) !== (loaded.draft ?? 0)
  if (!isOlder) return { values, base: loaded }
  const base = { values: { ...loaded.values, ...kept.base }, version: kept.version, draft: kept.draft }
  const { questions, resolve } = merge({ base: base.values, yours: values, theirs: loaded.values })
  return questions.length > 0 ? { values, base, theirs: loaded } : { values: resolve({}), base: loaded }
}

/** The state, ahead of what is rendered: what is saved is what was typed last. `running`: the autosave under way. */
export type EditorStore<V extends Values> = {
  now(): EditorState<V>
  tell(event: EditorEvent<V>): void
  running: { current?: Promise<void> }
}

export function editorStore<V extends Values>(begun: EditorState<V>) {
  let state = begun
  const listeners = new Set<() => void>()
  return {
    running: {},
    now: () => state,
    tell: (event: EditorEvent<V>) => {
      state = reduce(state, event)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
