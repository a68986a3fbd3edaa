import { type HTMLAttributes, memo, type ReactNode } from 'react'
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
  /** The label of its type. */
  type: string
  /** Its first words. */
  summary: string
  /** Stable across renders. */
  actions: BlockActions
  /** The button that adds a block at an index. */
  renderAdd: (index: number) => ReactNode
}

/** Actions on the block at an index. */
export type BlockActions = {
  handle: (index: number) => HTMLAttributes<HTMLElement>
  toggle: (index: number) => void
  hide: (index: number) => void
  duplicate: (index: number) => void
  copy: (index: number) => void
  move: (from: number, to: number) => void
  remove: (index: number) => void
}

/** A block's summary and actions in one line. Memoized, so that only changed blocks are rendered again. */
export const BlockHead = memo(function BlockHead(props: BlockHeadProps) {
  const { index, isOpen, isHidden, isLast, type, summary, actions, renderAdd } = props
  const t = useText()
  const toast = useToast()
  const place = index + 1
  return (
    <div className="content-entry-head block-head">
      <span className="block-grip" aria-hidden="true" {...actions.handle(index)}>
        <GripIcon />
      </span>
      <button type="button" className="block-fold" aria-expanded={isOpen} onClick={() => actions.toggle(index)}>
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        <span className="block-type">
          {place} {isHidden ? t('blocks.isHidden', { type }) : type}
        </span>
        {!isOpen && summary !== '' && <span className="block-summary">{summary}</span>}
      </button>
      <span className="block-tools">
        {renderAdd(place)}
        <IconButton
          label={t('blocks.hide', { place })}
          icon={<EyeIcon />}
          aria-pressed={isHidden}
          onPress={() => actions.hide(index)}
        />
        <IconButton
          label={t('blocks.duplicate', { place })}
          icon={<DuplicateIcon />}
          onPress={() => actions.duplicate(index)}
        />
        <IconButton
          label={t('blocks.copy', { place })}
          icon={<CopyIcon />}
          onPress={() => {
            actions.copy(index)
            toast({ title: t('blocks.copied'), description: t('blocks.copiedText') })
          }}
        />
        <IconButton
          label={t('blocks.moveUp', { place })}
          icon={<ChevronUpIcon />}
          shortcut="Alt+↑"
          isDisabled={index === 0}
          onPress={() => actions.move(index, index - 1)}
        />
        <IconButton
          label={t('blocks.moveDown', { place })}
          icon={<ChevronDownIcon />}
          shortcut="Alt+↓"
          isDisabled={isLast}
          onPress={() => actions.move(index, index + 1)}
        />
        <IconButton label={t('blocks.remove', { place })} icon={<TrashIcon />} onPress={() => actions.remove(index)} />
      </span>
    </div>
  )
})
