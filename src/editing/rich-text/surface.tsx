import { EditorContent, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { ignoreComposingKeys, isComposing } from '#ui/controls/composition'
import { UploadNote } from '#editing/upload-note'
import { BlockMenu } from './blocks/block-menu'
import type { PanelName } from './blocks/block-tools'
import { cursorOf, putCursor } from './cursor'
import { countUneditableBlocks, pictureAddresses, shareSources, toDocument, toHtml } from './html-document'
import { LeftOutNote, PasteNote } from './left-out-note'
import { type PasteNotice, pasteProps } from './paste/paste-props'
import { extensions } from './schema'
import { Toolbar } from './toolbar'
import { useDroppedPictures } from './media/use-dropped-pictures'
import { useTabOut } from './blocks/use-tab-out'

type SurfaceProps = {
  labelId: string
  /** The id of the error message of an invalid text. */
  errorId: string | undefined
  value: string
  onChange: (html: string) => void
  isRequired: boolean
  language?: Language
}

/** Formatted text with its toolbar. Setting a value causes no change event; only editing does. */
export function Surface(props: SurfaceProps) {
  const { value, onChange, errorId, language } = props
  const t = useText()
  const [start] = useState(() => toDocument(value))
  /** The editor's HTML, as given by the caller and as written by the editor. */
  const lastHtml = useRef({ given: value, written: '' })
  const emit = useEffectEvent((html: string) => {
    if (html === lastHtml.current.written) return
    lastHtml.current = { given: html, written: html }
    onChange(html)
  })

  const frame = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<PanelName>()
  const [notice, setNotice] = useState<PasteNotice>()
  const broken = useBrokenPictures(frame)
  const [paste] = useState(() => pasteProps(setNotice, t('editing.rich.video')))
  const editor = useEditor({
    extensions,
    content: start.toJSON(),
    injectCSS: false,
    // Pasted plain text stays as it is, except that URLs become links.
    enablePasteRules: ['link'],
    editorProps: { attributes: attributesOf(t, props), ...paste },
  })
  const tabLeaves = useTabOut(editor, frame)
  const uploading = useDroppedPictures(editor, frame, language)
  useLinkKey(frame, setPanel)

  useEffect(() => {
    shareSources(start, editor.state.doc)
    lastHtml.current.written = toHtml(editor.state.doc)
    const onUpdate = () => emit(toHtml(editor.state.doc))
    editor.on('update', onUpdate)
    return () => {
      editor.off('update', onUpdate)
    }
  }, [editor, start])

  useEffect(() => {
    if (value === lastHtml.current.given) return
    const document = toDocument(value)
    const cursor = cursorOf(editor.state)
    editor.commands.setContent(document.toJSON(), { emitUpdate: false })
    if (cursor && editor.isFocused) putCursor(editor, cursor)
    shareSources(document, editor.state.doc)
    lastHtml.current = { given: value, written: toHtml(editor.state.doc) }
  }, [editor, value])

  const kept = countUneditableBlocks(editor.state.doc)
  const missing = pictureAddresses(editor.state.doc).filter((address) => broken.has(address))
  return (
    <div ref={frame} className="rich-frame" data-invalid={errorId !== undefined || undefined}>
      <Toolbar editor={editor} label={t('editing.rich.toolbar')} language={language} panel={panel} onPanel={setPanel} />
      <EditorContent editor={editor} />
      <BlockMenu editor={editor} frame={frame} onPanel={setPanel} />
      <output className="rich-note">
        {missing.length > 0 && t('editing.rich.broken', { count: missing.length, addresses: missing.join(', ') })}
      </output>
      <div className="rich-events">
        <output className="rich-note">{tabLeaves && t('editing.rich.tabLeaves')}</output>
        <UploadNote {...uploading} />
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

function attributesOf(t: ReturnType<typeof useText>, props: SurfaceProps): Record<string, string> {
  const { labelId, errorId, isRequired, language } = props
  return {
    class: 'rich-text prose',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-invalid': String(errorId !== undefined),
    'aria-required': String(isRequired),
    style: `--rich-start: ${JSON.stringify(t('editing.rich.start'))}; --rich-caption: ${JSON.stringify(t('editing.rich.imageCaption'))}`,
    ...(errorId === undefined ? {} : { 'aria-describedby': errorId }),
    ...(language ? { lang: language } : {}),
  }
}

type Frame = RefObject<HTMLElement | null>

/** Opens the panel for links with Ctrl+K. */
function useLinkKey(frame: Frame, open: (panel: 'link') => void): void {
  useEffect(() => {
    ignoreComposingKeys()
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape, which would close the dialog.
      if (isComposing(event)) return event.stopPropagation()
      // A Tab that moved to the next cell must not also move the focus, which the dialog would do.
      if (event.key === 'Tab' && event.defaultPrevented) event.stopPropagation()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      open('link')
    }
    const around = frame.current
    around?.addEventListener('keydown', onKeyDown)
    return () => around?.removeEventListener('keydown', onKeyDown)
  }, [frame, open])
}

/** The URLs of pictures that failed to load, also of removed ones. */
function useBrokenPictures(frame: Frame): ReadonlySet<string> {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const onBroken = ({ target }: Event) => {
      const address = target instanceof HTMLImageElement && target.getAttribute('src')
      if (address) setBroken((known) => new Set([...known, address]))
    }
    const around = frame.current
    around?.addEventListener('error', onBroken, true)
    return () => around?.removeEventListener('error', onBroken, true)
  }, [frame])
  return broken
}
