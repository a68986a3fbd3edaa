import { type EditorState, isDirty } from './editor-state'
import { dropUnsaved, keepUnsaved, placeOf, type UnsavedText } from './unsaved-text'
import { changedFields, pick, type Values } from '#records/editor/values/values'

/** What of one editor lies in this device's store of unsaved texts. `place`: where a text is that it begins with. */
export function deviceCopy(place?: string) {
  const places = new Set(place === undefined ? [] : [place])
  const drop = () => {
    void dropUnsaved(...places)
    places.clear()
  }
  return {
    /** The text in another place is in this editor by now. */
    adopt: (other: string) => places.add(other),
    drop,
    isEmpty: () => places.size === 0,
    /** False where it could not be kept, or was dropped meanwhile. */
    keep: async (key: string, unsaved: UnsavedText, isLeaving: boolean): Promise<boolean> => {
      const own = placeOf(key)
      const others = [...places].filter((other) => other !== own)
      places.add(own)
      const isKept = await keepUnsaved(key, unsaved, isLeaving)
      if (!isKept || !places.has(own)) return false
      for (const other of others) places.delete(other)
      if (others.length > 0) await dropUnsaved(...others)
      return true
    },
  }
}

/** What was typed and is not stored; undefined where there is nothing. */
export function unsavedOf<V extends Values>(state: EditorState<V>, title: string): UnsavedText | undefined {
  const { base, values } = state
  if (!isDirty(state)) return undefined
  const fields = changedFields(base.values, values)
  return {
    title,
    changed: pick(values, fields),
    base: pick(base.values, fields),
    version: base.version,
    draft: base.draft,
    keptAt: new Date().toISOString(),
  }
}
