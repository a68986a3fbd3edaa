import type { Editor } from '@tiptap/core'

/** Continues in a new paragraph after a single-line block, if the cursor is in one. */
export function leaveBlock(editor: Editor, name: string): boolean {
  const { $from } = editor.state.selection
  if ($from.parent.type.name !== name) return false
  const after = $from.after()
  return editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .setTextSelection(after + 1)
    .run()
}
