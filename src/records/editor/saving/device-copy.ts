import { type EditorState, isDirty } from './editor-state'
import { deleteUnsaved, storeUnsaved, placeOf, type UnsavedText } from './unsaved-text'
import { readPath, changedFields, pick, type Values } from '#records/editor/values/values'

/**
 * The copy of one editor's changes in this device's store of unsaved texts. `place`: the key of the text that it starts
 * with.
 */
export function deviceCopy(place?: string) {
  const places = new Set(place === undefined ? [] : [place])
  const drop = () => {
    void deleteUnsaved(...places)
    places.clear()
  }
  return {
    /** The text of another key is now in this editor. */
    adopt: (other: string) => places.add(other),
    drop,
    isEmpty: () => places.size === 0,
    /** False if it could not be stored, or was deleted meanwhile. */
    keep: async (key: string, unsaved: UnsavedText, isLeaving: boolean): Promise<boolean> => {
      const own = placeOf(key)
      const others = [...places].filter((other) => other !== own)
      places.add(own)
      const isKept = await storeUnsaved(key, unsaved, isLeaving)
      if (!isKept || !places.has(own)) return false
      for (const other of others) places.delete(other)
      if (others.length > 0) await deleteUnsaved(...others)
      return true
    },
  }
}

/** The unsaved changes; undefined if there are none. */
export function unsavedOf<V extends Values>(state: EditorState<V>, title: string): UnsavedText | undefined {
  const { base, values } = state
  if (!isDirty(state)) return undefined
  const fields = changedFields(base.values, values)
  const names = new Set(fields.map((field) => readPath(field).name))
  return {
    title,
    changed: pick(values, fields),
    base: pick(
      base.values,
      Object.keys(base.values).filter((field) => names.has(readPath(field).name)),
    ),
    version: base.version,
    draft: base.draft,
    keptAt: new Date().toISOString(),
  }
}
