import type { Values } from '#records/editor/values/values'
import { type EditorState, isDirty } from './editor-state'

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
