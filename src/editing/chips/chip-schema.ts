import { Extension, InputRule, Node } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import type { Node as DocumentNode, Slice } from '@tiptap/pm/model'
import type { MessagePart } from '#i18n/message-parts'
import { type Chip, textOf } from './chip-text'

/** One line of text with chips. */
export function chipExtensions(chips: readonly Chip[]) {
  const known = new Map(chips.map(({ name, label }) => [name, label]))
  return [
    Node.create({ name: 'doc', topNode: true, content: 'line' }),
    Node.create({ name: 'text', group: 'inline' }),
    Node.create({
      name: 'line',
      content: 'inline*',
      parseHTML: () => [{ tag: 'p' }],
      renderHTML: () => ['p', 0],
    }),
    Node.create({
      name: 'chip',
      group: 'inline',
      inline: true,
      atom: true,
      draggable: true,
      addAttributes: () => ({
        name: {
          default: '',
          parseHTML: (element) => element.getAttribute('data-chip'),
          renderHTML: ({ name }) => ({ 'data-chip': String(name) }),
        },
      }),
      // Chips of another text are pasted as their words.
      parseHTML: () => [
        {
          tag: 'span[data-chip]',
          getAttrs: (element) => (known.has(element.getAttribute('data-chip') ?? '') ? {} : false),
        },
      ],
      renderHTML: ({ node, HTMLAttributes }) => [
        'span',
        { ...HTMLAttributes, class: 'edit-chip' },
        known.get(String(node.attrs.name)) ?? String(node.attrs.name),
      ],
      /** `{name}` becomes a chip as it is typed. */
      addInputRules() {
        return [
          new InputRule({
            find: /\{([\w.-]+)\}$/,
            handler: ({ state, range, match: [, name = ''] }) => {
              if (!known.has(name)) return null
              state.tr.replaceWith(range.from, range.to, this.type.create({ name }))
            },
          }),
        ]
      },
    }),
    Extension.create({
      name: 'line keys',
      addProseMirrorPlugins: () => [history()],
      addKeyboardShortcuts() {
        const step = (way: typeof undo) => () => way(this.editor.state, this.editor.view.dispatch)
        return { Enter: () => true, 'Mod-z': step(undo), 'Shift-Mod-z': step(redo), 'Mod-y': step(redo) }
      },
    }),
  ]
}

export const toLine = (parts: readonly MessagePart[]) => ({
  type: 'doc',
  content: [{ type: 'line', content: nodesOf(parts) }],
})

/** The editor's nodes of a text; an empty text has no node. */
export const nodesOf = (parts: readonly MessagePart[]) =>
  parts
    .filter((part) => part !== '')
    .map((part) =>
      typeof part === 'string' ? { type: 'text', text: part } : { type: 'chip', attrs: { name: part.name } },
    )

export function toParts(document: Pick<DocumentNode, 'descendants'>): MessagePart[] {
  const parts: MessagePart[] = []
  document.descendants((node) => {
    if (node.isText) parts.push(node.text ?? '')
    else if (node.type.name === 'chip') parts.push({ name: String(node.attrs.name) })
  })
  return parts
}

/** Copied text has the names of its placeholders in braces, so that they can be pasted again. */
export const copiedText = (slice: Slice): string => textOf(toParts(slice.content))
