import type { Editor, JSONContent } from '@tiptap/core'
import type { Language } from '#i18n/language'
import type { LibraryFile } from '#editing/picture-library'

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
