import { EditorContent, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useMemo } from 'react'
import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { useText } from '#i18n/i18n'
import { type Language, defaultLanguage } from '#i18n/language'
import { ignoreComposingKeys, isComposing } from '#ui/controls/event-guards'
import { UploadNote, useUploading } from '#editing/uploading'
import { IconButton } from '#ui/controls/buttons/button'
import { CloseIcon } from '#ui/controls/buttons/icons'
import { useListener } from '#ui/controls/use-listener'
import { useDebounced } from '#editing/use-debounced'
import { hasFiles, filesIn, isOfText, ownPicture } from '#editing/dropped-files'
import type { LibraryFile } from '#editing/picture-library'
import { BlockMenu } from './blocks/block-menu'
import type { PanelName } from './blocks/block-tools'
import {
  countUneditableBlocks,
  pictureAddresses,
  shareSources,
  toDocument,
  toHtml,
  findLeftOut,
  type LeftOut,
  leftOfPaste,
} from './html-document'
import { type PasteNotice, pasteProps } from './paste/paste-props'
import { extensions } from './schema'
import { Toolbar } from './toolbar'
import { insertFile } from './blocks/block-commands'

/** Shows which parts of the HTML would be removed on saving. */
function LeftOutNote({ html }: { html: string }) {
  const t = useText()
  const debounced = useDebounced(html, 300)
  const left = useMemo(() => findLeftOut(debounced), [debounced])
  return <Note title={t('editing.rich.left')} left={left} />
}

/** Shows what was removed from pasted content, until it is dismissed or something else is pasted. */
function PasteNote({ notice, onDismiss }: { notice: PasteNotice | undefined; onDismiss: () => void }) {
  const t = useText()
  return (
    <div className="rich-pasted">
      {notice?.kind === 'tooLong' ? (
        <output className="rich-note rich-warning">{t('editing.rich.pasteTooLong')}</output>
      ) : notice?.kind === 'plain' ? (
        <output className="rich-note rich-warning">{t('editing.rich.pastePlain')}</output>
      ) : (
        <Note title={t('editing.rich.pasteLeft')} left={notice ? leftOfPaste(notice.names, notice.pictures) : []} />
      )}
      {notice && <IconButton label={t('editing.rich.pasteDismiss')} icon={<CloseIcon />} onPress={onDismiss} />}
    </div>
  )
}

function Note({ title, left }: { title: string; left: LeftOut[] }) {
  const t = useText()
  return (
    <output className="rich-note rich-warning">
      {left.length > 0 && (
        <>
          {title}
          <ul className="kit-bullets">
            {left.map(({ kind, names, count }) => (
              <li key={kind}>{t(`editing.rich.left.${kind}`, { count, names: listed(names) })}</li>
            ))}
          </ul>
        </>
      )}
    </output>
  )
}

const mostNamed = 12
const listed = (names: string[]) => names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '')

/**
 * In tables and lists Tab moves between cells and indents. Escape lets the next Tab leave the text instead, so that
 * there is no keyboard trap. Returns whether it will.
 */
function useTabOut(editor: Editor, frame: RefObject<HTMLElement | null>): boolean {
  const [tabLeaves, setTabLeaves] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isText = event.target === editor.view.dom
    if (event.key === 'Tab' && tabLeaves) event.stopPropagation()
    else if (event.key === 'Escape' && isText && !tabLeaves && takesTab(editor)) {
      event.preventDefault()
      event.stopPropagation()
      setTabLeaves(true)
    } else if (tabLeaves && !['Shift', 'Escape'].includes(event.key)) setTabLeaves(false)
  }
  useListener('keydown', onKeyDown, { on: frame, capture: true })
  useListener('focusout', () => setTabLeaves(false), { on: frame })
  useListener('pointerdown', () => setTabLeaves(false), { on: frame })
  return tabLeaves
}

const takesTab = (editor: Editor) => editor.isActive('table') || editor.isActive('listItem')

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
  useEffect(ignoreComposingKeys, [])
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape, which would close the dialog.
    if (isComposing(event)) return event.stopPropagation()
    // A Tab that moved to the next cell must not also move the focus, which the dialog would do.
    if (event.key === 'Tab' && event.defaultPrevented) event.stopPropagation()
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    open('link')
  }
  useListener('keydown', onKeyDown, { on: frame })
}

/** The URLs of pictures that failed to load, also of removed ones. */
function useBrokenPictures(frame: Frame): ReadonlySet<string> {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const onBroken = ({ target }: Event) => {
    const address = target instanceof HTMLImageElement && target.getAttribute('src')
    if (address) setBroken((known) => new Set([...known, address]))
  }
  useListener('error', onBroken, { on: frame, capture: true })
  return broken
}

/** The cursor's position: the top-level block, and the offset in it. */
type Cursor = { block: EditorState['doc']; offset: number }

function cursorOf({ selection: { $from }, doc }: EditorState): Cursor | undefined {
  const block = doc.maybeChild($from.index(0))
  return block && $from.depth > 0 ? { block, offset: $from.pos - $from.before(1) } : undefined
}

/** Restores the cursor in the same block, wherever it is now. */
function putCursor(editor: Editor, { block, offset }: Cursor): void {
  let place: number | undefined
  editor.state.doc.forEach((child, start) => {
    if (place === undefined && child.eq(block)) place = start + offset
  })
  if (place !== undefined) editor.commands.setTextSelection(place)
}

/** Uploads files dropped on a text or pasted into it to the library, and inserts them at that position. */
function useDroppedPictures(
  editor: Editor,
  frame: RefObject<HTMLElement | null>,
  language: Language = defaultLanguage,
) {
  const { library, ...uploading } = useUploading()
  const take = async (files: File[], at: number) => {
    let place = at
    // Typing during the upload moves the position.
    const follow = ({ transaction }: { transaction: Transaction }) => {
      place = transaction.mapping.map(place)
    }
    editor.on('transaction', follow)
    let left = files.length
    const insert = (uploaded: LibraryFile) => {
      insertFile(editor, place, uploaded, language)
      left -= 1
      if (left === 0) editor.off('transaction', follow)
    }
    for (const file of files) await uploading.send(file, insert)
  }
  const isText = ({ target }: Event) => target instanceof Node && editor.view.dom.contains(target)
  const receive = (event: Event, files: File[], at: number) => {
    if (files.length === 0 || !isText(event)) return
    event.preventDefault()
    event.stopPropagation()
    void take(files, at)
  }
  const onPaste = (event: ClipboardEvent) => receive(event, filesIn(event.clipboardData), editor.state.selection.to)
  const onDrop = (event: DragEvent) => {
    // A picture of this text or another one, which the editor moves or copies with its description and caption.
    const given = event.dataTransfer
    if (editor.view.dragging || isOfText(given) || ownPicture(given) !== undefined) return
    const point = editor.view.posAtCoords({ left: event.clientX, top: event.clientY })
    receive(event, Array.from(event.dataTransfer?.files ?? []), point?.pos ?? editor.state.selection.to)
  }
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event.dataTransfer) && isText(event)) event.preventDefault()
  }
  const on = library ? frame : null
  useListener('paste', onPaste, { on, capture: true })
  useListener('drop', onDrop, { on, capture: true })
  useListener('dragover', onDragOver, { on })
  return uploading
}
