import { Fragment, Slice } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { MessagePart } from '#i18n/message-parts'
import { Button } from '#ui/controls/buttons/button'
import { ignoreComposingKeys } from '#ui/controls/composition'
import { PlusIcon } from '#ui/controls/buttons/icons'
import { chipExtensions, copiedText, nodesOf, toLine, toParts } from './chip-schema'
import { type Chip, partsIn } from './chip-text'

export type ChipSurfaceProps = {
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
