import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { memo, useState } from 'react'
import { Group, Separator, Toolbar as AriaToolbar } from 'react-aria-components'
import { BoldIcon, CodeIcon, ItalicIcon, LinkIcon, RedoIcon, StrikeIcon, UndoIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { type Language, defaultLanguage } from '#i18n/language'
import { TextField } from '#ui/controls/fields/text-field'
import { Panel, NoteIcon, Tool } from './toolbar-parts'
import { hasCredentials, isSafeUrl } from '#text/schema'
import { knownPicture } from '#ui/pictures/picture'
import { ImageField } from '#editing/image-field'
import type { LibraryFile } from '#editing/picture-library'
import { headings, insertedBlocks, type PanelName, textBlocks, TableTools } from './blocks/block-tools'
import { LinkPanel } from './links/link-panel'
import { insertNote } from './blocks/notes'
import { videoOf, insertVideo } from './media/video'
import { altIn } from './blocks/block-commands'

const marks = [
  { name: 'bold', keys: 'B', Icon: BoldIcon },
  { name: 'italic', keys: 'I', Icon: ItalicIcon },
  { name: 'strike', keys: 'Shift+S', Icon: StrikeIcon },
  { name: 'code', keys: 'E', Icon: CodeIcon },
] as const

type ToolbarProps = {
  editor: Editor
  label: string
  language?: Language
  panel: PanelName | undefined
  onPanel: (panel: PanelName | undefined) => void
}

/**
 * The toolbar. One button has the tab stop; the arrow keys move between them. It is not rendered again on every key
 * press in the text.
 */
export const Toolbar = memo(function Toolbar({ editor, label, language, panel, onPanel }: ToolbarProps) {
  const t = useText()
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const edit = () => editor.chain().focus()
  const toggle = (wanted: PanelName) => onPanel(panel === wanted ? undefined : wanted)
  const close = () => {
    onPanel(undefined)
    edit().run()
  }

  const tools = { state, edit }
  return (
    <div className="rich-tools">
      <AriaToolbar aria-label={label} className="rich-toolbar">
        <HistoryTools {...tools} />
        <Separator orientation="vertical" />
        <Group aria-label={t('editing.rich.blocks')}>
          {textBlocks(t).map((block) => (
            <Tool
              key={block.id}
              label={block.label}
              keys={block.keys}
              icon={block.icon}
              isOn={state.blocks.includes(block.id)}
              onPress={() => block.apply(edit()).run()}
            />
          ))}
        </Group>
        <Separator orientation="vertical" />
        <MarkTools {...tools} />
        <Separator orientation="vertical" />
        <InsertTools {...tools} panel={panel} onToggle={toggle} />
      </AriaToolbar>
      {state.table && <TableTools editor={editor} />}
      {panel === 'link' && <LinkPanel key={state.link} editor={editor} href={state.link ?? ''} onClose={close} />}
      {panel === 'video' && <VideoPanel key={state.video} editor={editor} href={state.video} onClose={close} />}
      {panel === 'image' && (
        <ImagePanel key={state.image?.src} editor={editor} language={language} image={state.image} onClose={close} />
      )}
    </div>
  )
})

type Tools = { state: ReturnType<typeof stateOf>; edit: () => ChainedCommands }

function HistoryTools({ state, edit }: Tools) {
  const t = useText()
  return (
    <Group aria-label={t('editing.rich.history')}>
      <Tool
        label={t('editing.rich.undo')}
        keys="Z"
        icon={<UndoIcon />}
        isDisabled={!state.canUndo}
        onPress={() => edit().undo().run()}
      />
      <Tool
        label={t('editing.rich.redo')}
        keys="Y"
        icon={<RedoIcon />}
        isDisabled={!state.canRedo}
        onPress={() => edit().redo().run()}
      />
    </Group>
  )
}

function MarkTools({ state, edit }: Tools) {
  const t = useText()
  return (
    <Group aria-label={t('editing.rich.marks')}>
      {marks.map(({ name, keys, Icon }) => (
        <Tool
          key={name}
          label={t(`editing.rich.${name}`)}
          keys={keys}
          icon={<Icon />}
          isOn={state.marks.includes(name)}
          onPress={() => edit().toggleMark(name).run()}
        />
      ))}
    </Group>
  )
}

type InsertToolsProps = Tools & { panel: PanelName | undefined; onToggle: (panel: PanelName) => void }

function InsertTools({ state, edit, panel, onToggle }: InsertToolsProps) {
  const t = useText()
  return (
    <Group aria-label={t('editing.rich.insert')}>
      <Tool
        label={t('editing.rich.link')}
        keys="K"
        icon={<LinkIcon />}
        isOn={state.link !== undefined}
        onPress={() => onToggle('link')}
        isExpanded={panel === 'link'}
      />
      <Tool
        label={t('editing.rich.note')}
        keys="Alt+F"
        icon={<NoteIcon />}
        isDisabled={!state.note}
        onPress={() => edit().command(insertNote).run()}
      />
      {insertedBlocks(t).map((block) =>
        'panel' in block ? (
          <Tool
            key={block.id}
            label={block.label}
            icon={block.icon}
            isOn={(block.panel === 'image' ? state.image : state.video) !== undefined}
            onPress={() => onToggle(block.panel)}
            isExpanded={panel === block.panel}
          />
        ) : (
          <Tool
            key={block.id}
            label={block.label}
            icon={block.icon}
            isDisabled={block.id === 'table' && state.table}
            onPress={() => block.apply(edit()).run()}
          />
        ),
      )}
    </Group>
  )
}

function stateOf(editor: Editor) {
  const kind = (['image', 'figure'] as const).find((name) => editor.isActive(name))
  const image = kind && editor.getAttributes(kind)
  return {
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    blocks: [
      ...headings.filter((level) => editor.isActive('heading', { level })).map((level) => `heading${level}`),
      ...['bulletList', 'orderedList', 'blockquote', 'codeBlock'].filter((name) => editor.isActive(name)),
    ],
    marks: marks.map(({ name }) => name).filter((name) => editor.isActive(name)),
    table: editor.isActive('table'),
    note: editor.can().command(insertNote),
    video: editor.isActive('videoCard') ? String(editor.getAttributes('videoCard').href ?? '') : undefined,
    link: editor.isActive('link') ? String(editor.getAttributes('link').href ?? '') : undefined,
    image: kind && image && { kind, src: String(image.src ?? ''), alt: String(image.alt ?? '') },
  }
}

/** Inserts the card of a video, or changes the URL of the one at the cursor. */
function VideoPanel({ editor, href, onClose }: { editor: Editor; href?: string; onClose: () => void }) {
  const t = useText()
  const [address, setAddress] = useState(href ?? '')
  const [title, setTitle] = useState('')
  const [isTried, setTried] = useState(false)
  const video = videoOf(address)

  const apply = () => {
    setTried(true)
    if (!video) return
    const edit = editor.chain().focus()
    if (href !== undefined) edit.updateAttributes('videoCard', { href: video.href }).run()
    else edit.command(insertVideo(video.href, title.trim() || t('editing.rich.video'))).run()
    onClose()
  }

  return (
    <Panel
      label={t('editing.rich.video')}
      submitLabel={t(href === undefined ? 'editing.rich.videoInsert' : 'editing.rich.apply')}
      onSubmit={apply}
      onClose={onClose}
    >
      <TextField
        label={t('editing.rich.videoAddress')}
        value={address}
        onChange={setAddress}
        error={isTried && !video ? t('editing.rich.videoError') : undefined}
        description={video ? t('editing.rich.videoFound', { host: video.host }) : t('editing.rich.videoHint')}
        inputMode="url"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was just asked for
        autoFocus
        placeholder="https://"
      />
      {href === undefined && <TextField label={t('editing.rich.videoTitle')} value={title} onChange={setTitle} />}
    </Panel>
  )
}

type ImagePanelProps = {
  editor: Editor
  /** The language of the text. */
  language?: Language
  image?: { kind: 'image' | 'figure'; src: string; alt: string }
  onClose: () => void
}

/** Inserts a picture, with or without a caption, or changes the selected one. */
function ImagePanel({ editor, language = defaultLanguage, image, onClose }: ImagePanelProps) {
  const t = useText()
  const [src, setSrc] = useState(image?.src ?? '')
  const [alt, setAlt] = useState(image?.alt ?? '')
  const [caption, setCaption] = useState('')
  const [error, setError] = useState<string>()
  const [picked, setPicked] = useState<LibraryFile>()

  const apply = () => {
    const url = src.trim()
    if (!isSafeUrl(url)) {
      setError(t(hasCredentials(url) ? 'validation.urlCredentials' : 'validation.url'))
    } else {
      const size = picked?.url === url ? picked : knownPicture(url)
      const measures = url === image?.src ? {} : { width: size?.width ?? null, height: size?.height ?? null }
      const attrs = { src: url, alt: alt.trim() === '' && picked?.url === url ? null : alt.trim(), ...measures }
      const edit = editor.chain().focus()
      const content =
        caption.trim() === ''
          ? { type: 'image', attrs }
          : { type: 'figure', attrs, content: [{ type: 'text', text: caption.trim() }] }
      if (image) edit.updateAttributes(image.kind, attrs).run()
      // After the selection, without replacing it.
      else edit.setTextSelection(editor.state.selection.to).insertContent(content).run()
      onClose()
    }
  }

  return (
    <Panel
      label={t('editing.rich.image')}
      submitLabel={t(image ? 'editing.rich.apply' : 'editing.rich.imageInsert')}
      onSubmit={apply}
      onClose={onClose}
    >
      <ImageField
        label={t('editing.rich.imageAddress')}
        value={src}
        onChange={setSrc}
        onPicture={(picture) => {
          setPicked(picture)
          if (alt.trim() === '') setAlt(altIn(picture, language))
        }}
        error={error}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was just asked for
        autoFocus
      />
      <TextField
        label={t('editing.rich.imageAlt')}
        value={alt}
        onChange={setAlt}
        description={t(
          src.trim().startsWith('/media/') ? 'editing.rich.imageAltOfLibrary' : 'editing.rich.imageAltHint',
        )}
      />
      {!image && (
        <TextField
          label={t('editing.rich.imageCaption')}
          value={caption}
          onChange={setCaption}
          description={t('editing.rich.imageCaptionHint')}
        />
      )}
    </Panel>
  )
}
