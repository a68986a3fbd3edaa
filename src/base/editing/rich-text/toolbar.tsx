import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { Group, Separator, Toolbar as AriaToolbar } from 'react-aria-components'
import {
  BoldIcon,
  BulletListIcon,
  CodeIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  MinusIcon,
  NumberListIcon,
  QuoteIcon,
  RedoIcon,
  StrikeIcon,
  TableIcon,
  UndoIcon,
} from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'
import { shortcut } from '../save-shortcut'
import { CodeBlockIcon } from './icons'
import { ImagePanel } from './image-panel'
import { insertTable } from './insert-table'
import { LinkPanel } from './link-panel'
import { TableTools } from './table-tools'
import { Tool } from './tool'

type Panel = 'link' | 'image' | undefined

/** The formatting tools. One of them has the tab stop; the arrow keys go from one to the next. */
export function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const t = useText()
  const [panel, setPanel] = useState<Panel>()
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const edit = () => editor.chain().focus()
  const toggle = (wanted: Panel) => setPanel(panel === wanted ? undefined : wanted)
  const close = () => {
    setPanel(undefined)
    edit().run()
  }

  return (
    <div className="rich-tools">
      <AriaToolbar aria-label={label} className="rich-toolbar">
        <Group aria-label={t('editing.rich.history')}>
          <Tool
            label={t('editing.rich.undo')}
            keys={shortcut('Z')}
            icon={<UndoIcon />}
            isDisabled={!state.canUndo}
            onPress={() => edit().undo().run()}
          />
          <Tool
            label={t('editing.rich.redo')}
            keys={shortcut('Y')}
            icon={<RedoIcon />}
            isDisabled={!state.canRedo}
            onPress={() => edit().redo().run()}
          />
        </Group>
        <Separator orientation="vertical" />
        <Group aria-label={t('editing.rich.blocks')}>
          {headings.map((level) => (
            <Tool
              key={level}
              label={t('editing.rich.heading', { level })}
              keys={shortcut(`Alt+${level}`)}
              icon={<span className="rich-letters" data-letters={`H${level}`} aria-hidden="true" />}
              isOn={state.heading === level}
              onPress={() => edit().toggleHeading({ level }).run()}
            />
          ))}
          <Tool
            label={t('editing.rich.bulletList')}
            keys={shortcut('Shift+8')}
            icon={<BulletListIcon />}
            isOn={state.bulletList}
            onPress={() => edit().toggleBulletList().run()}
          />
          <Tool
            label={t('editing.rich.orderedList')}
            keys={shortcut('Shift+7')}
            icon={<NumberListIcon />}
            isOn={state.orderedList}
            onPress={() => edit().toggleOrderedList().run()}
          />
          <Tool
            label={t('editing.rich.quote')}
            keys={shortcut('Shift+B')}
            icon={<QuoteIcon />}
            isOn={state.blockquote}
            onPress={() => edit().toggleBlockquote().run()}
          />
          <Tool
            label={t('editing.rich.codeBlock')}
            keys={shortcut('Alt+C')}
            icon={<CodeBlockIcon />}
            isOn={state.codeBlock}
            onPress={() => edit().toggleCodeBlock().run()}
          />
        </Group>
        <Separator orientation="vertical" />
        <Group aria-label={t('editing.rich.marks')}>
          <Tool
            label={t('editing.rich.bold')}
            keys={shortcut('B')}
            icon={<BoldIcon />}
            isOn={state.bold}
            onPress={() => edit().toggleBold().run()}
          />
          <Tool
            label={t('editing.rich.italic')}
            keys={shortcut('I')}
            icon={<ItalicIcon />}
            isOn={state.italic}
            onPress={() => edit().toggleItalic().run()}
          />
          <Tool
            label={t('editing.rich.strike')}
            keys={shortcut('Shift+S')}
            icon={<StrikeIcon />}
            isOn={state.strike}
            onPress={() => edit().toggleStrike().run()}
          />
          <Tool
            label={t('editing.rich.code')}
            keys={shortcut('E')}
            icon={<CodeIcon />}
            isOn={state.code}
            onPress={() => edit().toggleCode().run()}
          />
        </Group>
        <Separator orientation="vertical" />
        <Group aria-label={t('editing.rich.insert')}>
          <Tool
            label={t('editing.rich.link')}
            icon={<LinkIcon />}
            isOn={state.link !== undefined}
            onPress={() => toggle('link')}
            isExpanded={panel === 'link'}
          />
          <Tool
            label={t('editing.rich.image')}
            icon={<ImageIcon />}
            isOn={state.image !== undefined}
            onPress={() => toggle('image')}
            isExpanded={panel === 'image'}
          />
          <Tool
            label={t('editing.rich.table')}
            icon={<TableIcon />}
            isDisabled={state.table}
            onPress={() => insertTable(editor, (column) => t('editing.rich.column', { column }))}
          />
          <Tool label={t('editing.rich.rule')} icon={<MinusIcon />} onPress={() => edit().setHorizontalRule().run()} />
        </Group>
      </AriaToolbar>
      {state.table && <TableTools editor={editor} />}
      {panel === 'link' && <LinkPanel key={state.link} editor={editor} href={state.link ?? ''} onClose={close} />}
      {panel === 'image' && <ImagePanel key={state.image?.src} editor={editor} image={state.image} onClose={close} />}
    </div>
  )
}

const headings = [2, 3, 4] as const

function stateOf(editor: Editor) {
  const kind = (['image', 'figure'] as const).find((name) => editor.isActive(name))
  const image = kind && editor.getAttributes(kind)
  return {
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    heading: headings.find((level) => editor.isActive('heading', { level })),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    blockquote: editor.isActive('blockquote'),
    codeBlock: editor.isActive('codeBlock'),
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    table: editor.isActive('table'),
    link: editor.isActive('link') ? String(editor.getAttributes('link').href ?? '') : undefined,
    image: kind && image && { kind, src: String(image.src ?? ''), alt: String(image.alt ?? '') },
  }
}
