import type { ChainedCommands, Editor, Command } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { ReactNode } from 'react'
import { Toolbar } from 'react-aria-components'
import {
  Tool,
  CodeBlockIcon,
  VideoIcon,
  ColumnAfterIcon,
  ColumnBeforeIcon,
  ColumnRemoveIcon,
  HeaderRowIcon,
  RowAboveIcon,
  RowBelowIcon,
  RowRemoveIcon,
} from '#editing/rich-text/toolbar-parts'
import {
  type IconComponent,
  BulletListIcon,
  ImageIcon,
  MinusIcon,
  NumberListIcon,
  QuoteIcon,
  TableIcon,
  TrashIcon,
} from '#ui/controls/buttons/icons'
import { insertBlock } from './block-commands'
import { type Translate, useText } from '#i18n/i18n'

/** A form below the toolbar. */
export type PanelName = 'link' | 'image' | 'video'

export type BlockTool = {
  id: string
  label: string
  icon: ReactNode
  /** Keys pressed together with Ctrl or Cmd. */
  keys?: string
  /** Its names in HTML and Markdown, as search terms. */
  names: string
} & ({ apply: Apply } | { panel: PanelName })

type Apply = (chain: ChainedCommands) => ChainedCommands

export const headings = [2, 3, 4] as const

/** The blocks that a paragraph can become: toggled in the toolbar, chosen in the menu of `/`. */
export const textBlocks = (t: Translate): (BlockTool & { apply: Apply })[] => [
  ...headings.map((level) => ({
    id: `heading${level}`,
    label: t('editing.rich.heading', { level }),
    icon: <span className="rich-letters" data-letters={`H${level}`} aria-hidden="true" />,
    keys: `Alt+${level}`,
    names: `h${level} ${'#'.repeat(level)}`,
    apply: (chain: ChainedCommands) => chain.toggleHeading({ level }),
  })),
  {
    id: 'bulletList',
    label: t('editing.rich.bulletList'),
    icon: <BulletListIcon />,
    keys: 'Shift+8',
    names: 'ul -',
    apply: (chain) => chain.toggleBulletList(),
  },
  {
    id: 'orderedList',
    label: t('editing.rich.orderedList'),
    icon: <NumberListIcon />,
    keys: 'Shift+7',
    names: 'ol 1.',
    apply: (chain) => chain.toggleOrderedList(),
  },
  {
    id: 'blockquote',
    label: t('editing.rich.quote'),
    icon: <QuoteIcon />,
    keys: 'Shift+B',
    names: 'blockquote >',
    apply: (chain) => chain.toggleBlockquote(),
  },
  {
    id: 'codeBlock',
    label: t('editing.rich.codeBlock'),
    icon: <CodeBlockIcon />,
    keys: 'Alt+C',
    names: 'pre ```',
    apply: (chain) => chain.toggleCodeBlock(),
  },
]

/** The blocks that are inserted as a whole. */
export const insertedBlocks = (t: Translate): BlockTool[] => [
  {
    id: 'image',
    label: t('editing.rich.image'),
    icon: <ImageIcon />,
    names: 'img figure',
    panel: 'image',
  },
  {
    id: 'table',
    label: t('editing.rich.table'),
    icon: <TableIcon />,
    names: '|',
    apply: (chain) => chain.command(insertTable((column) => t('editing.rich.column', { column }))),
  },
  {
    id: 'video',
    label: t('editing.rich.video'),
    icon: <VideoIcon />,
    names: 'youtube vimeo',
    panel: 'video',
  },
  {
    id: 'rule',
    label: t('editing.rich.rule'),
    icon: <MinusIcon />,
    names: 'hr ---',
    apply: (chain) => chain.setHorizontalRule(),
  },
]

/** The blocks that match the text after `/`. */
export function findBlocks(t: Translate, typed: string): BlockTool[] {
  const wanted = plain(typed)
  const all = [...textBlocks(t), ...insertedBlocks(t)]
  const words = ({ label, names }: BlockTool) => `${plain(label)} ${names}`.split(' ')
  return all.filter(
    (block) => plain(block.label).includes(wanted) || words(block).some((word) => word.startsWith(wanted)),
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const tableTools = [
  { id: 'rowAbove', Icon: RowAboveIcon, apply: (chain) => chain.addRowBefore() },
  { id: 'rowBelow', Icon: RowBelowIcon, apply: (chain) => chain.addRowAfter() },
  { id: 'rowRemove', Icon: RowRemoveIcon, apply: (chain) => chain.deleteRow() },
  { id: 'columnBefore', Icon: ColumnBeforeIcon, apply: (chain) => chain.addColumnBefore() },
  { id: 'columnAfter', Icon: ColumnAfterIcon, apply: (chain) => chain.addColumnAfter() },
  { id: 'columnRemove', Icon: ColumnRemoveIcon, apply: (chain) => chain.deleteColumn() },
  { id: 'headerRow', Icon: HeaderRowIcon, apply: (chain) => chain.toggleHeaderRow() },
  { id: 'tableRemove', Icon: TrashIcon, apply: (chain) => chain.deleteTable() },
] as const satisfies readonly { id: string; Icon: IconComponent; apply: Apply }[]

/** Shown while the cursor is in a table. */
export function TableTools({ editor }: { editor: Editor }) {
  const t = useText()
  return (
    <Toolbar aria-label={t('editing.rich.tableTools')} className="rich-toolbar">
      {tableTools.map(({ id, Icon, apply }) => (
        <Tool
          key={id}
          label={t(`editing.rich.${id}`)}
          icon={<Icon />}
          onPress={() => apply(editor.chain().focus()).run()}
        />
      ))}
    </Toolbar>
  )
}

/** Inserts a table with two rows and three columns; they have names, so that none is without a heading. */
const insertTable = (nameOf: (column: number) => string): Command =>
  insertBlock(blankTable(nameOf), (document, table) => TextSelection.near(document.resolve(table + 1)))

function blankTable(nameOf: (column: number) => string) {
  const columns = [1, 2, 3]
  const cell = (type: string, content: object[]) => ({ type, content: [{ type: 'paragraph', content }] })
  const blankRow = { type: 'tableRow', content: columns.map(() => cell('tableCell', [])) }
  const headRow = {
    type: 'tableRow',
    content: columns.map((column) => cell('tableHeader', [{ type: 'text', text: nameOf(column) }])),
  }
  return { type: 'table', content: [headRow, blankRow, blankRow] }
}
