import type { Editor, JSONContent } from '@tiptap/core'
import type { Language } from '#i18n/language'
import type { LibraryFile } from '#editing/picture-library'

/** What the library says of a picture, in the language of the text where it does. */
export const altIn = ({ alt }: LibraryFile, language: Language): string =>
  alt[language] || Object.values(alt).find(Boolean) || ''

/** Puts a file of the library into a text: a picture as such, a document as the link to it. */
export function insertFile(editor: Editor, place: number, file: LibraryFile, language: Language): void {
  const { url, name, width, height } = file
  const content: JSONContent = file.isPicture
    ? // Without a text of its own it has that of the library, whenever somebody writes one there.
      { type: 'image', attrs: { src: url, alt: altIn(file, language) || null, width, height } }
    : { type: 'text', text: name, marks: [{ type: 'link', attrs: { href: url } }] }
  editor.chain().insertContentAt(Math.min(place, editor.state.doc.content.size), content).run()
}
