import type { Command, JSONContent, Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'
import type { Language } from '#i18n/language'
import type { LibraryFile } from '#editing/picture-library'

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

/** The library's alternative text, in the language of the text if possible. */
export const altIn = ({ alt }: LibraryFile, language: Language): string =>
  alt[language] || Object.values(alt).find(Boolean) || ''

/** Inserts a file of the library into a text: a picture, or a link to a document. */
export function insertFile(editor: Editor, place: number, file: LibraryFile, language: Language): void {
  const { url, name, width, height } = file
  const content: JSONContent = file.isPicture
    ? // Without an alternative text of its own it has the library's, also if that is added later.
      { type: 'image', attrs: { src: url, alt: altIn(file, language) || null, width, height } }
    : { type: 'text', text: name, marks: [{ type: 'link', attrs: { href: url } }] }
  editor.chain().insertContentAt(Math.min(place, editor.state.doc.content.size), content).run()
}
