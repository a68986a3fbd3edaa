import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { closeHistory } from '@tiptap/pm/history'
import { TextSelection, type EditorState } from '@tiptap/pm/state'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { isInTable, TableMap, tableNodeTypes } from '@tiptap/pm/tables'
import { type Video, videoOf } from '#editing/rich-text/media/video'
import { parseHtml } from '#editing/rich-text/canonical-html'
import { cleanPaste, type Pasted } from './clean-paste'

/** A notice about pasted content. */
export type PasteNotice =
  { kind: 'tooLong' } | { kind: 'plain' } | { kind: 'left'; names: string[]; pictures: string[] }

/** Maximum characters of clean HTML or text: a request body is limited to one mebibyte. */
const longest = 600_000
/** Longer markup is not parsed, because it would block the page. */
const longestRead = 30_000_000

/** Handles pasted content: cleaned, limited in size, and the URL of a video on a line of its own as a card. */
export function pasteProps(tell: (notice: PasteNotice | undefined) => void, videoTitle: string): EditorProps {
  let last: { given: string; pasted: Pasted } | undefined
  const clean = (html: string): Pasted => {
    if (last?.given !== html) last = { given: html, pasted: cleanPaste(html) }
    return last.pasted
  }
  const isTooLong = (html: string, text: string) =>
    html === ''
      ? text.length > longest
      : html.length > longestRead || (html.length > longest && clean(html).html.length > longest)
  const guarded = new WeakSet<Event>()
  /** Lets the editor handle it; where it fails on an unforeseen structure, the words are pasted without it. */
  const handle = (view: EditorView, event: Event, given: DataTransfer | null) => {
    guarded.add(event)
    try {
      view.dispatchEvent(event)
    } catch {
      event.preventDefault()
      tell({ kind: 'plain' })
      if (given) view.dispatch(view.state.tr.insertText(wordsOf(given)).scrollIntoView())
    }
  }
  return {
    handleDOMEvents: {
      paste(view, event) {
        if (guarded.has(event)) return false
        const html = event.clipboardData?.getData('text/html') ?? ''
        const isRefused = isTooLong(html, event.clipboardData?.getData('text/plain') ?? '')
        tell(isRefused ? { kind: 'tooLong' } : undefined)
        if (isRefused) event.preventDefault()
        else handle(view, event, event.clipboardData)
        return true
      },
      drop(view, event) {
        if (guarded.has(event)) return false
        // What was dragged from this text stays where it is if it cannot be moved.
        handle(view, event, view.dragging ? null : event.dataTransfer)
        return true
      },
    },
    transformPastedHTML(html) {
      const { html: cleaned, reported, pictures } = clean(html)
      last = undefined
      if (reported.length + pictures.length > 0) tell({ kind: 'left', names: reported, pictures })
      return cleaned
    },
    transformPasted: (slice, { state }) => withVideos(separateCells(slice, state), videoTitle),
    handlePaste(view, _, slice) {
      const [video, text] = onlyVideo(slice)
      return video !== undefined && pasteVideo(view, video, text, videoTitle)
    },
  }
}

const wordsOf = (given: DataTransfer) =>
  given.getData('text/plain') || (parseHtml(given.getData('text/html')).textContent ?? '')

function onlyVideo({ content }: Slice): [video: Video | undefined, text: string] {
  const text = content.textBetween(0, content.size, '\n').trim()
  return [content.childCount === 1 ? videoOf(text) : undefined, text]
}

/** Inserts the link first, then the card: undo returns to the link. */
function pasteVideo(view: EditorView, { href }: Video, text: string, title: string): boolean {
  const { $from, $to } = view.state.selection
  const { videoCard } = view.state.schema.nodes
  const isLine =
    $from.sameParent($to) &&
    $from.parent.type.name === 'paragraph' &&
    $from.parentOffset === 0 &&
    $to.parentOffset === $to.parent.content.size
  if (!isLine || !videoCard || !$from.node(-1).canReplaceWith($from.index(-1), $from.index(-1) + 1, videoCard))
    return false
  const place = $from.before()
  const link = view.state.schema.text(text, [view.state.schema.mark('link', { href })])
  view.dispatch(view.state.tr.replaceWith($from.start(), $to.end(), link))
  const card = videoCard.create({ href }, view.state.schema.text(title))
  const change = closeHistory(view.state.tr).replaceWith(place, place + link.nodeSize + 2, card)
  if (!change.doc.resolve(place + card.nodeSize).nodeAfter && change.doc.lastChild === change.doc.nodeAt(place))
    change.insert(place + card.nodeSize, view.state.schema.node('paragraph'))
  view.dispatch(
    change.setSelection(TextSelection.create(change.doc, place + 1, place + 1 + title.length)).scrollIntoView(),
  )
  return true
}

/** Replaces pasted paragraphs that are the URL of a video by cards. */
function withVideos(slice: Slice, title: string): Slice {
  const last = slice.content.childCount - 1
  let { openStart, openEnd } = slice
  const blocks: Node[] = []
  slice.content.forEach((block, _, index) => {
    const video = last > 0 && block.type.name === 'paragraph' ? videoOf(block.textContent) : undefined
    const card = video && block.type.schema.nodes.videoCard?.create({ href: video.href }, block.type.schema.text(title))
    if (card && index === 0) openStart = 0
    if (card && index === last) openEnd = 0
    blocks.push(card ?? block)
  })
  return new Slice(Fragment.from(blocks), openStart, openEnd)
}

/**
 * Separates the merged cells of pasted tables if the cursor is in a table: its cells receive them one by one, and a
 * cell over several of theirs is an error there. The words are in the first of the cells.
 */
function separateCells(slice: Slice, state: EditorState): Slice {
  const { content, openStart, openEnd } = slice
  if (!isInTable(state)) return slice
  if (content.firstChild?.type.spec.tableRole === 'row') {
    const { table } = tableNodeTypes(state.schema)
    return new Slice(separated(table.create(null, content)).content, openStart, openEnd)
  }
  const blocks: Node[] = []
  content.forEach((block) => blocks.push(block.type.spec.tableRole === 'table' ? separated(block) : block))
  return new Slice(Fragment.from(blocks), openStart, openEnd)
}

function separated(table: Node): Node {
  const { map, width, height } = TableMap.get(table)
  const { cell: plain } = tableNodeTypes(table.type.schema)
  const rows = Array.from({ length: height }, (_, row) => {
    const cells = map.slice(row * width, (row + 1) * width).map((place, column) => {
      const cell = table.nodeAt(place)
      const type = cell?.type.spec.tableRole === 'row' ? plain : (cell?.type ?? plain)
      const isFirst = cell?.type === type && map.indexOf(place) === row * width + column
      return isFirst ? type.create(null, cell.content) : (type.createAndFill() ?? type.create())
    })
    return table.child(row).copy(Fragment.from(cells))
  })
  return table.copy(Fragment.from(rows))
}
