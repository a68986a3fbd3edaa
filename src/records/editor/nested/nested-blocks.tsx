import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import type { BlocksField, RowFields } from '#records/kind/fields'
import { fieldsOfBlock } from '#records/kind/nested'
import { AddBlock } from './add-block'
import { BlockHead } from './block-head'
import { blankRow } from './blank-row'
import {
  type Block,
  blocksAt,
  duplicateBlock,
  freeId,
  insertBlock,
  moveBlock,
  placeOfBlock,
  putBlockBack,
  setHidden,
  textsOfBlock,
} from './block-edits'
import { blockSummary } from './block-summary'
import { type CopiedBlock, keepCopy } from './copied-block'
import type { Place } from './list-edits'
import { useBlockDrag } from './use-block-drag'
import { useFolding } from './use-folding'
import { useRemoval } from './use-removal'

type NestedBlocksProps = {
  field: BlocksField
  place: Place
  names: string[]
  content: Record<string, unknown>
  labelOf: (names: string[]) => string
  errors?: Readonly<Record<string, string>>
  onEdit: (change: (text: string) => string) => void
  /** The controls of one block. */
  renderFields: (block: { fields: RowFields; place: Place; names: string[] }) => ReactNode
}

/**
 * Blocks in their order, folded to a line each where they are many: each is moved, hidden, duplicated and removed, and
 * new ones of any type come in.
 */
export function NestedBlocks({
  field,
  place,
  names,
  content,
  labelOf,
  errors = {},
  onEdit,
  renderFields,
}: NestedBlocksProps) {
  const t = useText()
  const frame = useRef<HTMLFieldSetElement>(null)
  const blocks = blocksAt(content, place)
  const ids = blocks.map(({ id }) => String(id))
  const faulty = faultyIn(errors, place)
  const folding = useFolding(place.name.join('.'), ids, (index) => faulty.has(index))
  const focusBlock = (index: number) =>
    requestAnimationFrame(() => {
      const found = frame.current?.querySelectorAll<HTMLElement>(':scope > .content-entry')[Math.max(0, index)]
      found?.focus()
    })
  const move = (from: number, to: number) => {
    onEdit((json) => moveBlock(json, place, from, to))
    focusBlock(to)
  }
  const remove = useRemoval({ content, place, onEdit, typeOf: ({ type }) => labelOf([...names, String(type)]) })
  const drag = useBlockDrag(move)
  const paste = (index: number, { block, texts }: CopiedBlock) => {
    onEdit((json) => putBlockBack(json, place, index, { ...block, id: freeId(content, place) }, texts))
    focusBlock(index)
  }
  const add = (index: number, text?: string) => (
    <AddBlock
      {...{ field, names, labelOf, index, text }}
      onAdd={(type, fields) => {
        onEdit((json) => insertBlock(json, place, index, { id: freeId(content, place), type, ...blankRow(fields) }))
        focusBlock(index)
      }}
      onPaste={(copied) => paste(index, copied)}
    />
  )
  const list: BlockList = {
    field,
    place,
    names,
    content,
    labelOf,
    onEdit,
    renderFields,
    folding,
    drag,
    add,
    move,
    last: blocks.length - 1,
    remove: (index) => {
      remove(index)
      focusBlock(index - 1)
    },
  }
  return (
    <fieldset className="content-list" ref={frame}>
      <legend className="kit-label">{labelOf(names)}</legend>
      {blocks.length > 1 && (
        <div className="edit-row">
          <Button variant="quiet" onPress={folding.isAllFolded ? folding.unfoldAll : folding.foldAll}>
            {t(folding.isAllFolded ? 'blocks.unfoldAll' : 'blocks.foldAll')}
          </Button>
        </div>
      )}
      {blocks.map((block, index) => (
        <BlockRow key={String(block.id)} {...{ list, block, index }} />
      ))}
      <div className="edit-row">
        {add(blocks.length, t('blocks.new'))}
        {errors[place.at.join('.')] !== undefined && <p className="kit-error">{errors[place.at.join('.')]}</p>}
      </div>
    </fieldset>
  )
}

type BlockList = Omit<NestedBlocksProps, 'errors'> & {
  folding: ReturnType<typeof useFolding>
  drag: ReturnType<typeof useBlockDrag>
  add: (index: number, text?: string) => ReactNode
  move: (from: number, to: number) => void
  remove: (index: number) => void
  last: number
}

function BlockRow({ list, block, index }: { list: BlockList; block: Block; index: number }) {
  const { field, place, names, content, labelOf, onEdit, renderFields, folding, drag, last } = list
  const t = useText()
  const fields = fieldsOfBlock(field, block)
  const isOpen = folding.isOpen(index)
  const isHidden = block.hidden === true
  const ownNames = [...names, String(block.type)]
  return (
    <fieldset
      className="content-entry"
      tabIndex={-1}
      data-folded={!isOpen || undefined}
      data-hidden={isHidden || undefined}
      data-dragged={drag.isDragged(index) || undefined}
      data-drop={drag.sideOf(index)}
      aria-label={t('page.entryOf', { field: labelOf(names), place: index + 1 })}
      {...movedByKeys(list, index)}
      {...drag.target(index)}
    >
      <BlockHead
        {...{ index, isOpen, isHidden }}
        isLast={index === last}
        type={labelOf(ownNames)}
        summary={blockSummary(fields, block)}
        handle={drag.handle(index)}
        add={list.add(index + 1)}
        onToggle={() => folding.toggle(index)}
        onHide={() => onEdit((json) => setHidden(json, place, index, !isHidden))}
        onDuplicate={() => onEdit((json) => duplicateBlock(json, place, index, freeId(content, place)))}
        onCopy={() => copy(list, block)}
        onMove={(to) => list.move(index, to)}
        onRemove={() => list.remove(index)}
      />
      {isOpen && isHidden && <p className="edit-note">{t('blocks.hidden')}</p>}
      {isOpen && renderFields({ fields, place: placeOfBlock(place, index, block), names: ownNames })}
    </fieldset>
  )
}

/** For this page or another one, in this window or another one. */
function copy({ content, place }: Pick<BlockList, 'content' | 'place'>, block: Block): void {
  keepCopy({ block: { ...block, type: String(block.type) }, texts: textsOfBlock(content, place, block) })
}

/** Alt and an arrow move the block that has the focus, as long as nobody types in it. */
const movedByKeys = ({ move, last }: BlockList, index: number) => ({
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')
    if (step === undefined || !event.altKey || isTyping) return
    event.preventDefault()
    event.stopPropagation()
    const to = index + step
    if (to >= 0 && to <= last) move(index, to)
  },
})

/** The places of blocks with a fault. */
function faultyIn(errors: Readonly<Record<string, string>>, { at }: Place): ReadonlySet<number> {
  const start = `${at.join('.')}.`
  const paths = Object.keys(errors).filter((path) => path.startsWith(start))
  return new Set(paths.map((path) => Number(path.slice(start.length).split('.')[0])))
}
