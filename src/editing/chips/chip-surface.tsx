import { Fragment, Slice, type Node as DocumentNode } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Extension, InputRule, Node } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { MessagePart } from '#i18n/message-parts'
import { Button } from '#ui/controls/buttons/button'
import { ignoreComposingKeys } from '#ui/controls/event-guards'
import { PlusIcon } from '#ui/controls/buttons/icons'
import { type Chip, partsIn, textOf } from './chip-text'

/** One line of text with chips. */
function chipExtensions(chips: readonly Chip[]) {
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

const toLine = (parts: readonly MessagePart[]) => ({
  type: 'doc',
  content: [{ type: 'line', content: nodesOf(parts) }],
})

/** The editor's nodes of a text; an empty text has no node. */
const nodesOf = (parts: readonly MessagePart[]) =>
  parts
    .filter((part) => part !== '')
    .map((part) =>
      typeof part === 'string' ? { type: 'text', text: part } : { type: 'chip', attrs: { name: part.name } },
    )

function toParts(document: Pick<DocumentNode, 'descendants'>): MessagePart[] {
  const parts: MessagePart[] = []
  document.descendants((node) => {
    if (node.isText) parts.push(node.text ?? '')
    else if (node.type.name === 'chip') parts.push({ name: String(node.attrs.name) })
  })
  return parts
}

/** Copied text has the names of its placeholders in braces, so that they can be pasted again. */
const copiedText = (slice: Slice): string => textOf(toParts(slice.content))

type ChipSurfaceProps = {
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
  /** Setting them causes no change event; only editing does. */
  parts: readonly MessagePart[]
  chips: readonly Chip[]
  onChange: (parts: MessagePart[]) => void
  language?: Language
}

/** A line of text in which placeholders are chips; a placeholder that it lacks can be inserted. */
export function ChipSurface({ labelId, describedBy, isInvalid, parts, chips, onChange, language }: ChipSurfaceProps) {
  const t = useText()
  useEffect(ignoreComposingKeys, [])
  const emit = useEffectEvent(onChange)
  const last = useRef(JSON.stringify(parts))
  const [used, setUsed] = useState(() => namesIn(parts))
  const [extensions] = useState(() => chipExtensions(chips))
  const editor = useEditor({
    extensions,
    content: toLine(parts),
    injectCSS: false,
    enablePasteRules: false,
    onUpdate: ({ editor: { state } }) => {
      const now = toParts(state.doc)
      setUsed(namesIn(now))
      last.current = JSON.stringify(now)
      emit(now)
    },
    editorProps: {
      attributes: {
        class: 'kit-input edit-chips',
        role: 'textbox',
        'aria-labelledby': labelId,
        'aria-invalid': String(isInvalid),
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        ...(language ? { lang: language } : {}),
        dir: 'auto',
      },
      clipboardTextSerializer: copiedText,
      clipboardTextParser: (text, _, __, view) => {
        const nodes = nodesOf(partsIn(text, chips)).map((node) => view.state.schema.nodeFromJSON(node))
        return new Slice(Fragment.fromArray(nodes), 0, 0)
      },
    },
  })
  const given = JSON.stringify(parts)
  useEffect(() => {
    if (given === last.current) return
    last.current = given
    editor.commands.setContent(toLine(JSON.parse(given) as MessagePart[]), { emitUpdate: false })
    setUsed(namesIn(toParts(editor.state.doc)))
  }, [editor, given])
  const insert = (name: string) => {
    editor.commands.insertContent({ type: 'chip', attrs: { name } })
    // The button, which is focused while it is pressed, is gone then.
    setTimeout(() => editor.view.focus(), 50)
  }
  const missing = chips.filter(({ name }) => !used.includes(name))
  return (
    <>
      <EditorContent editor={editor} />
      {missing.length > 0 && (
        <div className="edit-row edit-chips-missing">
          {missing.map(({ name, label }) => (
            <Button key={name} variant="quiet" onPress={() => insert(name)}>
              <PlusIcon />
              {t('editing.insertChip', { name: label })}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

const namesIn = (parts: readonly MessagePart[]) =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))
