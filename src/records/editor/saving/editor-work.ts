import type { Merging, Versions as Merged } from '#records/editor/merge/merging'
import type { Values } from '#records/editor/values/values'
import type { deviceCopy } from './device-copy'
import type { EditorStore, Loaded, Theirs, Versions, Way } from './editor-state'
import type { KeptText } from './unsaved-text'

export type Stored = { version: number }

/** What an editor is told of the record that it edits. */
export type EditorOptions<V extends Values, Answer extends Stored> = {
  /** Under which what is not saved is kept on this device. */
  unsavedKey: string
  loaded: Loaded<V>
  /** What the unsaved text is called where it is offered again. */
  titleOf(values: V): string
  /** An unsaved text to take up at once, without asking. */
  resume?: KeptText
  /** Takes up what was kept on an earlier visit as soon as it is found, instead of offering it. */
  takesUp?: boolean
  /** Puts this work and that of somebody else together; field by field unless said otherwise. */
  merge?(versions: Merged<V>): Merging<V>
  /**
   * Stores the values on these versions; the key is the same for every try of the same change. Whoever is signed out is
   * asked to sign in again, and then it runs again.
   */
  write(values: V, on: Versions, idempotencyKey: string, way: Way): Promise<Answer>
  /** The record as it is stored now, null when there is none. */
  fresh(): Promise<Theirs<V> | null>
  /** Whether the work is over once it is saved so. */
  closes?(way: Way): boolean
  /** What the form then goes on from, where the answer says more than the version. */
  toLoaded?(answer: Answer): Loaded<V>
  /** Keeps what is typed in a draft on the server meanwhile. */
  autosave?: Autosaving<V, Answer>
  /** The field in which the place that an issue names is edited. */
  fieldOf?(path: string): string
  /**
   * What was saved, over the version that somebody opened or saved last (0 means that it is new), and the answer.
   * `merged`: what somebody else has changed is in it too, as a sentence.
   */
  onSaved(saved: Loaded<V>, answer: Answer, way: Way, merged: string | undefined): void
  /** `faults` are those that the server found in fields of the form, which are marked already. */
  onFailed(error: unknown, tried: Loaded<V>, faults: Record<string, string>): void
}

/** How what is typed is kept in the draft on the server, without anyone asking for it. */
export type Autosaving<V extends Values, Answer> = {
  toVersions(answer: Answer): Versions
  /** What is wrong with the values, by field: what is marked waits, and the rest is kept. */
  faultsIn?(values: V): Record<string, string>
  /** Whether there is anything yet that the server could keep: a record that is new wants a title first. */
  isReady?(values: V): boolean
  /** Whether it has to wait for somebody who saves, since what they asked for last got no answer. */
  isUncertain?(): boolean
  /** What has to change for a save that nobody has asked for. */
  prepare?(values: V): Partial<V> | undefined
  onKept?(answer: Answer): void
  /** Removes what autosaves have begun: the draft, or the record itself if it is new. */
  remove(on: Versions, isNew: boolean): Promise<unknown>
  /** What autosaves have stored was taken back, if it could be. */
  onDiscarded?(): void
}

/** What saving works with: the options, the state, and the world outside. */
export type EditorWork<V extends Values, Answer extends Stored> = EditorOptions<V, Answer> &
  EditorStore<V> & {
    merge(versions: Merged<V>): Merging<V>
    copy: ReturnType<typeof deviceCopy>
    keyFor(change: unknown): string
    /** Once more where it got no answer. */
    persist(write: () => Promise<Answer>): Promise<Answer>
    /** Asks for a sign-in where one is needed, and waits only so long for an answer. */
    request<Result>(work: () => Promise<Result>): Promise<Result>
    mergedSentence(by: string | undefined): string
    tellMerged(by: string | undefined): void
  }

/** Of whatever record. */
export type Work = EditorWork<Values, Stored>
