import { use, useState } from 'react'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { CopyIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import type { BlocksField, RowFields } from '#records/kind/fields'
import { BlockPicturesContext } from './block-pictures'
import { type CopiedBlock, readCopy } from './copied-block'

type AddBlockProps = {
  field: BlocksField
  names: string[]
  labelOf: (names: string[]) => string
  index: number
  /** Beside the sign, where there is room. */
  text?: string
  onAdd: (type: string, fields: RowFields) => void
  onPaste: (copied: CopiedBlock) => void
}

/** Adds a block of a type, which is chosen by what it looks like, or the one that was copied. */
export function AddBlock({ field, names, labelOf, index, text, onAdd, onPaste }: AddBlockProps) {
  const t = useText()
  const pictureOf = use(BlockPicturesContext)
  const [copied, setCopied] = useState<CopiedBlock>()
  const types = Object.entries(field.types).map(([type, fields]) => ({
    id: type,
    label: labelOf([...names, type]),
    icon: pictureOf?.(type) ?? <PlusIcon />,
    onAction: () => onAdd(type, fields),
  }))
  const paste = copied &&
    Object.hasOwn(field.types, copied.block.type) && {
      id: ' paste',
      label: t('blocks.paste', { type: labelOf([...names, copied.block.type]) }),
      icon: <CopyIcon />,
      onAction: () => onPaste(copied),
    }
  return (
    <ActionMenu
      label={t('blocks.add', { place: index + 1 })}
      icon={<PlusIcon />}
      text={text}
      showsPictures={pictureOf !== undefined}
      // Another window may have copied one meanwhile.
      onOpen={() => setCopied(readCopy())}
      actions={[...(paste ? [paste] : []), ...types]}
    />
  )
}
