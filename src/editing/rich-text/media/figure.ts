import { mergeAttributes, Node } from '@tiptap/core'
import { leaveBlock } from '#editing/rich-text/blocks/leave-block'

/** A picture with an editable caption. An empty caption is not stored. */
export const Figure = Node.create({
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
