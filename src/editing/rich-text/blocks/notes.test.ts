import { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'bun:test'
import { sanitizeHtml } from '#text/sanitize'
import { toDocument, toHtml } from '#editing/rich-text/html-document'
import { insertNote } from './notes'
import { extensions } from '#editing/rich-text/schema'

const open = (html: string) => new Editor({ extensions, content: toDocument(html).toJSON() })
/** The HTML with the ids replaced by letters, in their order. */
function stored(editor: Editor): string {
  const html = toHtml(editor.state.doc)
  expect(sanitizeHtml(html)).toBe(html)
  const ids = [...new Set([...html.matchAll(/id="note-([a-z\d]+)-ref"/g)].map(([, id = '']) => id))]
  return ids.reduce((text, id, index) => text.replaceAll(`note-${id}`, `note-${'abc'[index]}`), html)
}
const words = (id: string, text: string) =>
  `<li id="note-${id}"><span>${text}</span> <a href="#note-${id}-ref">↩</a></li>`
const mark = (id: string, number: number) => `<sup id="note-${id}-ref"><a href="#note-${id}">${number}</a></sup>`

test('a footnote is a number in the text and a note at the end, which gets the cursor; both stay in order', () => {
  const editor = open('<p>One</p><p>Two</p>')
  editor.commands.setTextSelection(9)
  editor.commands.command(insertNote)
  editor.commands.insertContent('second')
  editor.commands.setTextSelection(4)
  editor.commands.command(insertNote)
  editor.commands.insertContent('first')
  expect(stored(editor)).toBe(
    `<p>One${mark('a', 1)}</p>\n<p>Two${mark('b', 2)}</p>\n<ol>${words('a', 'first')}${words('b', 'second')}</ol>`,
  )
  editor.commands.undo()
})

test('a deleted footnote number keeps its note until it is empty, and can be restored', () => {
  const editor = open(
    `<p>One${mark('a', 1)}</p><p>Two${mark('b', 2)}</p><ol>${words('a', 'first')}${words('b', 'second')}</ol>`,
  )
  const cut = editor.state.doc.slice(4, 5)
  editor.view.dispatch(editor.state.tr.delete(4, 5))
  expect(toHtml(editor.state.doc)).toBe(
    `<p>One</p>\n<p>Two${mark('b', 1)}</p>\n<ol>${words('b', 'second')}${words('a', 'first')}</ol>`,
  )
  editor.view.dispatch(editor.state.tr.replace(4, 4, cut))
  expect(toHtml(editor.state.doc)).toContain(`<ol>${words('a', 'first')}${words('b', 'second')}</ol>`)
  editor.view.dispatch(editor.state.tr.delete(4, 5))
  editor.state.doc.descendants((node, place) => {
    if (node.textContent === 'first' && node.type.name === 'noteWords')
      editor.view.dispatch(editor.state.tr.delete(place + 1, place + 1 + node.content.size))
  })
  expect(toHtml(editor.state.doc)).toBe(`<p>One</p>\n<p>Two${mark('b', 1)}</p>\n<ol>${words('b', 'second')}</ol>`)
})

test('there is no footnote in code, in another footnote, or twice', () => {
  const editor = open('<pre><code>a</code></pre>')
  expect(editor.can().command(insertNote)).toBe(false)
  const noted = open(`<p>One${mark('a', 1)}</p><ol>${words('a', 'first')}</ol>`)
  noted.view.dispatch(noted.state.tr.setSelection(TextSelection.create(noted.state.doc, 9)))
  expect(noted.can().command(insertNote)).toBe(false)
  noted.view.dispatch(noted.state.tr.replace(1, 1, noted.state.doc.slice(1, 5)))
  expect(toHtml(noted.state.doc)).toBe(`<p>One${mark('a', 1)}One</p>\n<ol>${words('a', 'first')}</ol>`)
})
