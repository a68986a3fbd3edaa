import { type HTMLAttributes, memo, type ReactNode } from 'react'
import { ActionMenu } from '#ui/controls/buttons/popover'
import { IconButton } from '#ui/controls/buttons/button'
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
}

type MenuText = 'moveUp' | 'moveDown' | 'duplicate' | 'copy' | 'show' | 'hide' | 'remove'

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
  const { index, isOpen, isHidden, isLast, type, summary, actions } = props
  const t = useText()
  const toast = useToast()
  const place = index + 1
  const copy = () => {
    actions.copy(index)
    toast({ title: t('blocks.copied'), description: t('blocks.copiedText') })
  }
  const entry = (text: MenuText, icon: ReactNode, onAction: () => void) => ({
    id: text,
    label: t(`blocks.${text}`, { place }),
    icon,
    onAction,
  })
  // Where there is no room for their buttons, the menu has them.
  const moves = [
    ...(index === 0 ? [] : [entry('moveUp', <ChevronUpIcon />, () => actions.move(index, index - 1))]),
    ...(isLast ? [] : [entry('moveDown', <ChevronDownIcon />, () => actions.move(index, index + 1))]),
  ]
  const others = [
    entry('duplicate', <DuplicateIcon />, () => actions.duplicate(index)),
    entry('copy', <CopyIcon />, copy),
    entry(isHidden ? 'show' : 'hide', <EyeIcon />, () => actions.hide(index)),
    entry('remove', <TrashIcon />, () => actions.remove(index)),
  ]
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
        <ActionMenu label={t('blocks.more', { place })} actions={[...moves, ...others]} />
      </span>
    </div>
  )
})
