import type { ChainedCommands } from '@tiptap/core'
import type { ReactNode } from 'react'
import { BulletListIcon, ImageIcon, MinusIcon, NumberListIcon, QuoteIcon, TableIcon } from '#ui/controls/buttons/icons'
import type { Translate } from '#i18n/i18n'
import { CodeBlockIcon, VideoIcon } from '#editing/rich-text/icons'
import { insertTable } from './insert-table'

/** A form below the tools. */
export type PanelName = 'link' | 'image' | 'video'

export type BlockTool = {
  id: string
  label: string
  icon: ReactNode
  /** What is pressed together with Ctrl or Cmd. */
  keys?: string
  /** What it is called in HTML and Markdown, for those who look for it by that name. */
  names: string
} & ({ apply: (chain: ChainedCommands) => ChainedCommands } | { panel: PanelName })

export const headings = [2, 3, 4] as const

/** The blocks that a paragraph turns into: switched on and off in the toolbar, chosen in the menu of `/`. */
export const textBlocks = (t: Translate): (BlockTool & { apply: (chain: ChainedCommands) => ChainedCommands })[] => [
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

/** The blocks that are set in whole. */
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

/** The blocks that somebody looks for who has typed `/` and this. */
export function findBlocks(t: Translate, typed: string): BlockTool[] {
  const wanted = plain(typed)
  const all = [...textBlocks(t), ...insertedBlocks(t)]
  const words = ({ label, names }: BlockTool) => `${plain(label)} ${names}`.split(' ')
  return all.filter(
    (block) => plain(block.label).includes(wanted) || words(block).some((word) => word.startsWith(wanted)),
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
