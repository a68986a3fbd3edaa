import { type Command, Extension, mergeAttributes, Node } from '@tiptap/core'
import { type Node as DocumentNode, type Schema } from '@tiptap/pm/model'
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'

// A footnote is a mark in the text that links to its content in a list at the end, and back. They refer to each other
// by ids of the only form that the sanitizer allows: `note-abc` and `note-abc-ref`.

const idOf = (element: Element | null, pattern: RegExp) => pattern.exec(element?.id ?? '')?.[1]
const ofMark = /^note-([a-z\d]{1,20})-ref$/
const ofWords = /^note-([a-z\d]{1,20})$/

/** The number in the text. */
const NoteMark = Node.create({
  name: 'noteMark',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ note: { default: '', rendered: false }, number: { default: 1, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'sup[id]',
      priority: 60,
      getAttrs: (sup) => {
        const note = idOf(sup, ofMark)
        return note !== undefined && sup.children.length === 1 && sup.querySelector(`:scope > a[href="#note-${note}"]`)
          ? { note, number: Number(sup.textContent) || 1 }
          : false
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'sup',
    { id: `note-${attrs.note}-ref` },
    ['a', { href: `#note-${attrs.note}` }, String(attrs.number)],
  ],
  // Renders no link in the editor, where it would be a tab stop.
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('sup')
      dom.className = 'rich-mark'
      dom.textContent = String(node.attrs.number)
      return { dom }
    },
})

/** The content of one footnote. */
const NoteWords = Node.create({
  name: 'noteWords',
  content: 'inline*',
  isolating: true,
  defining: true,
  addAttributes: () => ({ note: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'li[id]',
      priority: 60,
      context: 'notes/',
      getAttrs: (item) => ({ note: idOf(item, ofWords) ?? '' }),
      contentElement: ':scope > span',
    },
  ],
  renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
    'li',
    mergeAttributes(HTMLAttributes, { id: `note-${attrs.note}` }),
    ['span', 0],
    ' ',
    ['a', { href: `#note-${attrs.note}-ref` }, '↩'],
  ],
  addNodeView: () => () => {
    const dom = document.createElement('li')
    const contentDOM = document.createElement('div')
    dom.append(contentDOM)
    return { dom, contentDOM }
  },
  addKeyboardShortcuts() {
    return {
      // Back to the text, after the mark.
      Enter: () => {
        const { $from } = this.editor.state.selection
        if ($from.parent.type.name !== this.name) return false
        const place = marksOf(this.editor.state.doc).find(({ note }) => note === $from.parent.attrs.note)?.place
        return place === undefined || this.editor.commands.setTextSelection(place + 1)
      },
    }
  },
})

const Notes = Node.create({
  name: 'notes',
  // Only allowed at the top level.
  group: 'kept',
  content: 'noteWords+',
  parseHTML: () => [
    {
      tag: 'ol',
      priority: 60,
      getAttrs: (list) =>
        list.attributes.length === 0 &&
        list.children.length > 0 &&
        Array.from(list.children).every(
          (item) => idOf(item, ofWords) !== undefined && item.querySelector(':scope > span'),
        )
          ? null
          : false,
    },
  ],
  renderHTML: () => ['ol', 0],
})

/** Numbers the marks in their order, and sorts the footnotes accordingly. */
const NoteOrder = Extension.create({
  name: 'noteOrder',
  addKeyboardShortcuts() {
    return { 'Mod-Alt-f': () => this.editor.commands.command(insertNote) }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (changes, _, state) =>
        changes.some(({ docChanged }) => docChanged) ? orderNotes(state.tr, state.schema) : null,
    }),
  ],
})

export const noteExtensions = [NoteMark, NoteWords, Notes, NoteOrder]

/** Inserts a mark at the cursor; the cursor goes to its footnote. */
export const insertNote: Command = ({ tr, state, dispatch }) => {
  const { noteMark } = state.schema.nodes
  const { $to } = tr.selection
  if (
    !noteMark ||
    !$to.parent.inlineContent ||
    !$to.parent.type.contentMatch.matchType(noteMark) ||
    isWords($to.parent)
  )
    return false
  if (!dispatch) return true
  const note = crypto.randomUUID().slice(0, 8)
  tr.insert($to.pos, noteMark.create({ note }))
  orderNotes(tr, state.schema)
  tr.doc.descendants((node, place) => {
    if (isWords(node) && node.attrs.note === note) tr.setSelection(TextSelection.create(tr.doc, place + 1))
  })
  tr.scrollIntoView()
  return true
}

const isWords = (node: DocumentNode) => node.type.name === 'noteWords'

function marksOf(document: DocumentNode): { note: string; number: number; place: number }[] {
  const marks: { note: string; number: number; place: number }[] = []
  document.descendants(({ type, attrs }, place) => {
    if (type.name === 'noteMark') marks.push({ note: String(attrs.note), number: Number(attrs.number), place })
  })
  return marks
}

/** Footnotes with content stay without a mark: it may be in the middle of a cut and paste. */
function orderNotes(tr: Transaction, { nodes }: Schema): Transaction | null {
  const { noteWords, notes } = nodes
  if (!noteWords || !notes) return null
  const before = tr.doc
  const marks = marksOf(tr.doc)
  const repeated = marks.filter(({ note }, index) => marks.findIndex((mark) => mark.note === note) < index)
  for (const { place } of repeated.toReversed()) tr.delete(place, place + 1)
  const order = marksOf(tr.doc)
  for (const [index, { number, place }] of order.entries())
    if (number !== index + 1) tr.setNodeAttribute(place, 'number', index + 1)

  const lists = listsOf(tr.doc)
  const words = lists.flatMap(({ list }) => list.content.content)
  const isMarked = ({ attrs }: DocumentNode) => order.some(({ note }) => note === attrs.note)
  const wanted = [
    ...order.map(({ note }) => words.find(({ attrs }) => attrs.note === note) ?? noteWords.create({ note })),
    ...words.filter((one) => !isMarked(one) && one.content.size > 0),
  ]
  const isThere = wanted.length === words.length && wanted.every((one, index) => one === words[index])
  if (!isThere || lists.some(({ isLast }) => !isLast)) {
    for (const { place, list } of lists.toReversed()) tr.delete(place, place + list.nodeSize)
    if (wanted.length > 0) tr.insert(endOf(tr.doc), notes.create(null, wanted))
  }
  return tr.doc === before ? null : tr
}

function listsOf(document: DocumentNode): { place: number; list: DocumentNode; isLast: boolean }[] {
  const lists: { place: number; list: DocumentNode; isLast: boolean }[] = []
  document.forEach((list, place) => {
    if (list.type.name === 'notes') lists.push({ place, list, isLast: place + list.nodeSize === endOf(document) })
  })
  return lists
}

/** The position before the trailing empty paragraph of the editor. */
function endOf({ lastChild, content, childCount }: DocumentNode): number {
  const isOffer = lastChild?.type.name === 'paragraph' && lastChild.content.size === 0 && childCount > 1
  return content.size - (isOffer ? lastChild.nodeSize : 0)
}
