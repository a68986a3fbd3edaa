import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { UploadNote } from '#editing/upload-note'
import { BlockMenu } from './blocks/block-menu'
import type { PanelName } from './blocks/block-tools'
import { cursorOf, putCursor } from './cursor'
import { countUneditableBlocks, pictureAddresses, shareSources, toDocument, toHtml } from './html-document'
import { LeftOutNote, PasteNote } from './left-out-note'
import { type PasteNotice, pasteProps } from './paste/paste-props'
import { extensions } from './schema'
import { Toolbar } from './toolbar'
import { useGivenPictures } from './media/use-given-pictures'
import { useTabOut } from './blocks/use-tab-out'

type SurfaceProps = {
  labelId: string
  notesId: string
  value: string
  onChange: (html: string) => void
  isInvalid: boolean
  isRequired: boolean
  language?: Language
}

/** Formatted text with its toolbar. Reading a value in changes nothing; only what is edited goes out. */
export function Surface({ labelId, notesId, value, onChange, isInvalid, isRequired, language }: SurfaceProps) {
  const t = useText()
  const [start] = useState(() => toDocument(value))
  /** The HTML that the editor holds, in the caller's form and in its own. */
  const held = useRef({ given: value, written: '' })
  const emit = useEffectEvent((html: string) => {
    if (html === held.current.written) return
    held.current = { given: html, written: html }
    onChange(html)
  })

  const frame = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<PanelName>()
  const [notice, setNotice] = useState<PasteNotice>()
  /** Addresses of pictures that did not load, be they still in the text or not. */
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const [paste] = useState(() => pasteProps(setNotice, t('editing.rich.video')))
  const attributes: Record<string, string> = {
    class: 'rich-text prose',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-invalid': String(isInvalid),
    'aria-required': String(isRequired),
    style: `--rich-start: ${JSON.stringify(t('editing.rich.start'))}; --rich-caption: ${JSON.stringify(t('editing.rich.imageCaption'))}`,
    ...(notesId === '' ? {} : { 'aria-describedby': notesId }),
    ...(language ? { lang: language } : {}),
  }
  const editor = useEditor({
    extensions,
    content: start.toJSON(),
    injectCSS: false,
    // Text that was copied as text stays as it was written, but for addresses, which become links.
    enablePasteRules: ['link'],
    editorProps: { attributes, ...paste },
  })
  const tabLeaves = useTabOut(editor, frame)
  const given = useGivenPictures(editor, frame, language)

  useEffect(() => {
    shareSources(start, editor.state.doc)
    held.current.written = toHtml(editor.state.doc)
    const onUpdate = () => emit(toHtml(editor.state.doc))
    // A Tab that has gone to the next cell must not also move the focus, which the dialog around would do.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && event.defaultPrevented) event.stopPropagation()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setPanel('link')
    }
    const onBroken = ({ target }: Event) => {
      const address = target instanceof HTMLImageElement && target.getAttribute('src')
      if (address) setBroken((known) => new Set([...known, address]))
    }
    const around = frame.current
    editor.on('update', onUpdate)
    around?.addEventListener('keydown', onKeyDown)
    around?.addEventListener('error', onBroken, true)
    return () => {
      editor.off('update', onUpdate)
      around?.removeEventListener('keydown', onKeyDown)
      around?.removeEventListener('error', onBroken, true)
    }
  }, [editor, start])

  useEffect(() => {
    if (value === held.current.given) return
    const document = toDocument(value)
    const cursor = cursorOf(editor.state)
    editor.commands.setContent(document.toJSON(), { emitUpdate: false })
    if (cursor && editor.isFocused) putCursor(editor, cursor)
    shareSources(document, editor.state.doc)
    held.current = { given: value, written: toHtml(editor.state.doc) }
  }, [editor, value])

  const kept = countUneditableBlocks(editor.state.doc)
  const missing = pictureAddresses(editor.state.doc).filter((address) => broken.has(address))
  return (
    <div ref={frame} className="rich-frame" data-invalid={isInvalid || undefined}>
      <Toolbar editor={editor} label={t('editing.rich.toolbar')} language={language} panel={panel} onPanel={setPanel} />
      <EditorContent editor={editor} />
      <BlockMenu editor={editor} frame={frame} onPanel={setPanel} />
      <output className="rich-note">
        {missing.length > 0 && t('editing.rich.broken', { count: missing.length, addresses: missing.join(', ') })}
      </output>
      <div className="rich-events">
        <output className="rich-note">{tabLeaves && t('editing.rich.tabLeaves')}</output>
        <UploadNote {...given} />
        <PasteNote
          notice={notice}
          onDismiss={() => {
            setNotice(undefined)
            editor.commands.focus()
          }}
        />
      </div>
      <LeftOutNote html={value} />
      {kept > 0 && <p className="rich-note">{t('editing.rich.kept', { count: kept })}</p>}
    </div>
  )
}
