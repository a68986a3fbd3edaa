import { type Command, Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { insertBlock, leaveBlock } from '#editing/rich-text/blocks/block-commands'
import { videoOf } from './video'

/**
 * An external video as a link with an editable title and the name of its host. Nothing is loaded from there before the
 * link is followed.
 */
export const VideoCard = Node.create({
  name: 'videoCard',
  group: 'block',
  content: 'text*',
  marks: '',
  draggable: true,
  isolating: true,
  defining: true,
  addAttributes: () => ({
    href: { default: null, parseHTML: (figure: Element) => figure.querySelector('a')?.getAttribute('href') ?? null },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: 60,
      getAttrs: (figure) => {
        const [link, caption, ...others] = Array.from(figure.children)
        const video = videoOf(link?.getAttribute('href') ?? '')
        return link?.localName === 'a' && caption?.textContent === video?.host && others.length === 0 ? null : false
      },
      contentElement: 'a',
    },
  ],
  renderHTML({ node }) {
    const href = String(node.attrs.href)
    const host = videoOf(href)?.host ?? ''
    return ['figure', ['a', { href }, ...(node.content.size > 0 ? [0] : [host])], ['figcaption', host]]
  },
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('figure')
      // Not a link: browsers remove an empty one during editing.
      const title = document.createElement('div')
      title.className = 'rich-video'
      const host = document.createElement('figcaption')
      host.contentEditable = 'false'
      const show = ({ attrs }: typeof node) => {
        dom.title = String(attrs.href)
        host.textContent = videoOf(String(attrs.href))?.host ?? ''
      }
      show(node)
      dom.append(title, host)
      return {
        dom,
        contentDOM: title,
        update(changed) {
          if (changed.type !== node.type) return false
          show(changed)
          return true
        },
      }
    },
  addKeyboardShortcuts() {
    return {
      Enter: () => leaveBlock(this.editor, this.name),
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection
        if ($from.parent.type.name !== this.name || !empty || $from.parent.content.size > 0) return false
        return this.editor.commands.setNode('paragraph')
      },
    }
  },
})

/** Inserts a video's card, and selects its title. */
export const insertVideo = (href: string, title: string): Command =>
  insertBlock({ type: 'videoCard', attrs: { href }, content: [{ type: 'text', text: title }] }, (document, card) =>
    TextSelection.create(document, card + 1, card + 1 + title.length),
  )
