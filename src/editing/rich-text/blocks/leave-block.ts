import type { Editor } from '@tiptap/core'

/** Goes on in a new paragraph behind a block of one line, if the cursor is in such a block. */
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
