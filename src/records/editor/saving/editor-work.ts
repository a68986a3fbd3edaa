import type { Merging, Versions as Merged } from '#records/editor/merge/merging'
import type { Values } from '#records/editor/values/values'
import type { deviceCopy } from './device-copy'
import type { Loaded, Theirs, Versions, Way, EditorStore } from './editor-state'
import type { RestorableText } from './unsaved-text'

export type Stored = { version: number }

/** The options of an editor for its record. */
export type EditorOptions<V extends Values, Answer extends Stored> = {
  /** The key of unsaved changes on this device. */
  unsavedKey: string
  loaded: Loaded<V>
  /** The title of unsaved changes where they are offered again. */
  titleOf(values: V): string
  /** An unsaved text to restore without asking. */
  resume?: RestorableText
  /** Restores unsaved changes of an earlier visit immediately, instead of offering them. */
  restoresUnsaved?: boolean
  /** Merges concurrent changes; by field unless specified. */
  merge?(versions: Merged<V>): Merging<V>
  /**
   * Stores the values on these versions; all retries of a change have the same key. Without a session the user is asked
   * to sign in, and then it is retried.
   */
  write(values: V, on: Versions, idempotencyKey: string, way: Way): Promise<Answer>
  /** The currently stored record, null if it was deleted. */
  fresh(): Promise<Theirs<V> | null>
  /** Whether the editor closes after such a save. */
  closes?(way: Way): boolean
  /** The new base of the form, if the response contains more than the version. */
  toLoaded?(answer: Answer): Loaded<V>
  /** Saves changes to a draft on the server automatically. */
  autosave?: Autosaving<V, Answer>
  /** The form field of an issue's path. */
  fieldOf?(path: string): string
  /**
   * `saved`: what was saved, with the version it replaced (0 for a new record). `merged`: a sentence about another
   * person's changes included in it.
   */
  onSaved(saved: Loaded<V>, answer: Answer, way: Way, merged: string | undefined): void
  /** `faults` are the server's errors for fields of the form, which are marked already. */
  onFailed(error: unknown, tried: Loaded<V>, faults: Record<string, string>): void
}

/** How changes are saved to the draft on the server automatically. */
export type Autosaving<V extends Values, Answer> = {
  toVersions(answer: Answer): Versions
  /** Errors by field: fields with an error are held back, the others are saved. */
  faultsIn?(values: V): Record<string, string>
  /** Whether there is anything to save: a new record needs a title first. */
  isReady?(values: V): boolean
  /** Whether to wait, because the result of the last manual save is unknown. */
  isUncertain?(): boolean
  /** The values to change for an autosave. */
  prepare?(values: V): Partial<V> | undefined
  onKept?(answer: Answer): void
  /** Deletes what autosaves have created: the draft, or a new record itself. */
  remove(on: Versions, isNew: boolean): Promise<unknown>
  /** Called after the autosaves were reverted, or that failed. */
  onDiscarded?(): void
}

/** The context of saving: the options, the state and the side effects. */
export type EditorWork<V extends Values, Answer extends Stored> = EditorOptions<V, Answer> &
  EditorStore<V> & {
    merge(versions: Merged<V>): Merging<V>
    copy: ReturnType<typeof deviceCopy>
    keyFor(change: unknown): string
    /** Retried without a response. */
    persist(write: () => Promise<Answer>): Promise<Answer>
    /** Asks for a sign-in if needed, and has a timeout. */
    request<Result>(work: () => Promise<Result>): Promise<Result>
    mergedSentence(by: string | undefined): string
    showMergedToast(by: string | undefined): void
  }

/** For any record. */
export type Work = EditorWork<Values, Stored>

/** Merges the currently stored record into the changes. If both have changed the same field, the conflict is shown. */
export async function refresh({ fresh, merge, getState, dispatch, showMergedToast }: Work): Promise<void> {
  const theirs = await fresh()
  const { values, base } = getState()
  const merging = theirs && merge({ base: base.values, yours: values, theirs: theirs.values })
  if (!merging) dispatch({ type: 'gone' })
  else if (merging.conflicts.length > 0) dispatch({ type: 'conflict-found', theirs })
  else {
    dispatch({ type: 'rebased', stored: theirs, values: merging.resolve({}) })
    if (merging.autoMerged.length > 0) showMergedToast(theirs.by)
  }
}
