import type { HTMLAttributes, ReactNode } from 'react'
import { IconButton } from '#ui/controls/buttons/icon-button'
import {
  ChevronDownIcon,
  ChevronRightIcon,
  ChevronUpIcon,
  CopyIcon,
  DuplicateIcon,
  EyeIcon,
  GripIcon,
  TrashIcon,
} from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

type BlockHeadProps = {
  index: number
  isLast: boolean
  isOpen: boolean
  isHidden: boolean
  /** What its type is called. */
  type: string
  /** Its first words. */
  summary: string
  handle: HTMLAttributes<HTMLElement>
  /** The way to a block behind it. */
  add: ReactNode
  onToggle: () => void
  onHide: () => void
  onDuplicate: () => void
  onCopy: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** What a block is, in a line, and what is done with it. */
export function BlockHead(props: BlockHeadProps) {
  const {
    index,
    isOpen,
    isHidden,
    isLast,
    type,
    summary,
    handle,
    add,
    onToggle,
    onHide,
    onDuplicate,
    onCopy,
    onMove,
    onRemove,
  } = props
  const t = useText()
  const toast = useToast()
  const place = index + 1
  return (
    <div className="content-entry-head block-head">
      <span className="block-grip" aria-hidden="true" {...handle}>
        <GripIcon />
      </span>
      <button type="button" className="block-fold" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        <span className="block-type">
          {place} {isHidden ? t('blocks.isHidden', { type }) : type}
        </span>
        {!isOpen && summary !== '' && <span className="block-summary">{summary}</span>}
      </button>
      <span className="block-tools">
        {add}
        <IconButton label={t('blocks.hide', { place })} icon={<EyeIcon />} aria-pressed={isHidden} onPress={onHide} />
        <IconButton label={t('blocks.duplicate', { place })} icon={<DuplicateIcon />} onPress={onDuplicate} />
        <IconButton
          label={t('blocks.copy', { place })}
          icon={<CopyIcon />}
          onPress={() => {
            onCopy()
            toast({ title: t('blocks.copied'), description: t('blocks.copiedText') })
          }}
        />
        <IconButton
          label={t('page.moveUp', { place })}
          icon={<ChevronUpIcon />}
          shortcut="Alt+↑"
          isDisabled={index === 0}
          onPress={() => onMove(index - 1)}
        />
        <IconButton
          label={t('page.moveDown', { place })}
          icon={<ChevronDownIcon />}
          shortcut="Alt+↓"
          isDisabled={isLast}
          onPress={() => onMove(index + 1)}
        />
        <IconButton label={t('page.remove', { place })} icon={<TrashIcon />} onPress={onRemove} />
      </span>
    </div>
  )
}
