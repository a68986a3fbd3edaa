import type { Values } from '#records/editor/values/values'
import { type EditorEvent, type EditorState, reduce } from './editor-state'

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
