import { Extension, getSchema, Mark, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { DOMSerializer, type Mark as DocumentMark, type Node as DocumentNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { leaveBlock } from './blocks/block-commands'
import { noteExtensions } from './blocks/notes'
import { VideoCard } from './media/video'

/** Allowed link targets: web URLs, paths of the site, fragments, `mailto:` and `tel:`. */
export const isLinkTarget = (href: string): boolean => /^(https?:\/\/[^/\s]|mailto:|tel:|\/(?!\/)|#)/i.test(href.trim())

/** A picture with an editable caption. An empty caption is not stored. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () =>
    Object.fromEntries(
      ['src', 'alt', 'title', 'width', 'height'].map((name) => [
        name,
        { default: null, parseHTML: (figure: Element) => figure.querySelector('img')?.getAttribute(name) ?? null },
      ]),
    ),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (figure) =>
        figure.querySelector(':scope > img[src]') &&
        figure.querySelectorAll('img, iframe, video, table, pre').length === 1
          ? null
          : false,
      contentElement: (figure) =>
        figure.querySelector('figcaption') ?? figure.ownerDocument.createElement('figcaption'),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', ['img', mergeAttributes(HTMLAttributes)], ['figcaption', 0]],
  addKeyboardShortcuts() {
    return {
      Enter: () => leaveBlock(this.editor, this.name),
    }
  },
})

/** Marks without a button, preserved in existing text. */
const quietMarks = ['sub', 'sup', 'kbd', 'mark', 'small', 'del', 'ins'].map((tag) =>
  Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
)

/** A top-level block that the editor cannot edit, preserved as HTML. */
const KeptHtml = Node.create({
  name: 'keptHtml',
  group: 'kept',
  atom: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-kept-html'),
      renderHTML: ({ html }) => ({ 'data-kept-html': html }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-kept-html]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('pre')
      dom.className = 'rich-kept'
      dom.textContent = String(node.attrs.html)
      return { dom }
    },
})

const TopDocument = Node.create({ name: 'doc', topNode: true, content: '(block | kept)+' })

/** Renders a table as plain rows: widths and column groups would become inline styles. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
})

/**
 * Links are not focusable in the editor. As tab stops they would trap the keyboard: the dialog's Tab handling focuses
 * them, and the browser returns to the text around.
 */
const LinksWithoutFocus = Extension.create({
  name: 'linksWithoutFocus',
  addProseMirrorPlugins: () => [new Plugin({ props: { markViews: { link: drawUnfocusable } } })],
})

function drawUnfocusable(mark: DocumentMark, _: unknown, inline: boolean) {
  const drawn = DOMSerializer.renderSpec(document, mark.type.spec.toDOM?.(mark, inline) ?? ['a', 0])
  if (drawn.dom instanceof HTMLElement) drawn.dom.tabIndex = -1
  return { dom: drawn.dom, contentDOM: drawn.contentDOM ?? null }
}

/** A picture without an alternative text has the library's on the page; in the editor it has none. */
const SilentPictures = Extension.create({
  name: 'silentPictures',
  addProseMirrorPlugins: () => [new Plugin({ props: { nodeViews: { image: drawSilent, figure: drawSilent } } })],
})

function drawSilent(node: DocumentNode) {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) ?? ['span'])
  const image = dom instanceof HTMLImageElement ? dom : (dom as Element).querySelector('img')
  if (image && !image.hasAttribute('alt')) image.alt = ''
  return { dom, contentDOM: contentDOM ?? null }
}

/** `# ` makes an `h2`, the highest heading in a text: the page's title is above it. */
const TitleTyping = Extension.create({
  name: 'titleTyping',
  addInputRules() {
    const heading = this.editor.schema.nodes.heading
    return heading ? [textblockTypeInputRule({ find: /^#\s$/, type: heading, getAttributes: { level: 2 } })] : []
  },
})

export const extensions = [
  TopDocument,
  StarterKit.configure({
    document: false,
    heading: { levels: [2, 3, 4] },
    strike: { HTMLAttributes: {} },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isLinkTarget,
    },
  }),
  Image.configure({ inline: true }),
  Figure,
  VideoCard,
  TitleTyping,
  ...noteExtensions,
  PlainTable.configure({ View: null }),
  TableRow,
  TableHeader,
  TableCell,
  KeptHtml,
  LinksWithoutFocus,
  SilentPictures,
  ...quietMarks,
]

export const schema = getSchema(extensions)
