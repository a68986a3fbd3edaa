import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'

/** The cursor's position: the top-level block, and the offset in it. */
type Cursor = { block: EditorState['doc']; offset: number }

export function cursorOf({ selection: { $from }, doc }: EditorState): Cursor | undefined {
  const block = doc.maybeChild($from.index(0))
  return block && $from.depth > 0 ? { block, offset: $from.pos - $from.before(1) } : undefined
}

/** Restores the cursor in the same block, wherever it is now. */
export function putCursor(editor: Editor, { block, offset }: Cursor): void {
  let place: number | undefined
  editor.state.doc.forEach((child, start) => {
    if (place === undefined && child.eq(block)) place = start + offset
  })
  if (place !== undefined) editor.commands.setTextSelection(place)
}
