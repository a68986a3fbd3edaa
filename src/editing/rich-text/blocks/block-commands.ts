import type { Command, JSONContent, Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'

/** Inserts a block after the selection, or instead of an empty paragraph. `select` moves the cursor into it. */
export const insertBlock =
  (block: JSONContent, select: (document: Node, position: number) => Selection): Command =>
  ({ tr, commands }) => {
    const from = tr.selection.to
    commands.setTextSelection(from)
    commands.insertContent(block)
    let inserted: number | undefined
    tr.doc.nodesBetween(Math.max(0, from - 2), tr.doc.content.size, (node, position) => {
      if (inserted === undefined && node.type.name === block.type) inserted = position
      return inserted === undefined
    })
    if (inserted !== undefined) tr.setSelection(select(tr.doc, inserted))
    return true
  }

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
