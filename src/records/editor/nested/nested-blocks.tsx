import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
  useEffect,
  type RefObject,
} from 'react'
import { ActionMenu } from '#ui/controls/buttons/popover'
import { Button } from '#ui/controls/buttons/button'
import { CopyIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { type BlocksField, type RowFields, isText } from '#records/kind/fields'
import { declaredValues, fieldsOfBlock } from '#records/kind/nested'
import { htmlToText } from '#text/html-text'
import { type Block, blocksAt, pathOfBlock, type CopiedBlock, readCopiedBlock, type ListPath } from './list-edits'
import { type BlockActions, BlockHead } from './block-head'
import {
  BlockPicturesContext,
  blockNewsAtom,
  scrollBehavior,
  selectedBlockAtom,
  stageClass,
  type StagedBlocks,
  stagedBlocksAtom,
} from './block-stage'
import { useBlockActions, useBlockDrag } from './use-block-actions'
import { useAtom, useSetAtom } from 'jotai'
import { focusFieldEvent } from '#records/editor/fields/field-location'

/** The selected block, which rows and preview outline; scrolls to its row if it was selected elsewhere. */
function useSelection(frame: RefObject<HTMLFieldSetElement | null>, ids: readonly string[]) {
  const [selected, select] = useAtom(selectedBlockAtom)
  const index = ids.indexOf(selected ?? '')
  useEffect(() => {
    const row = rowsIn(frame.current)[index]
    if (!row) return undefined
    // In a hidden tab it waits until the row is shown.
    const shown = new ResizeObserver(() => {
      if (row.offsetHeight === 0) return
      shown.disconnect()
      if (!row.contains(document.activeElement)) row.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
    })
    shown.observe(row)
    return () => shown.disconnect()
  }, [frame, index])
  const focusBlock = (place: number) =>
    requestAnimationFrame(() => {
      const row = rowsIn(frame.current)[Math.max(0, place)]
      select(row?.dataset.block)
      if (document.activeElement?.closest(`.${stageClass}`)) return
      // Without blocks, the button that adds one.
      ;(row ?? frame.current?.querySelector<HTMLElement>(':scope > .edit-row:last-child > button'))?.focus()
    })
  return { selected, select, focusBlock }
}

const rowsIn = (frame: HTMLElement | null) => [
  ...(frame?.querySelectorAll<HTMLElement>(':scope > .content-entry') ?? []),
]

/** Offers the blocks to the preview while the rows are shown. */
function useStaging(now: StagedBlocks) {
  const stage = useSetAtom(stagedBlocksAtom)
  const select = useSetAtom(selectedBlockAtom)
  const announce = useSetAtom(blockNewsAtom)
  useEffect(() => stage((staged) => (staged && isSame(staged, now) ? staged : now)))
  useEffect(
    () => () => {
      stage(undefined)
      select(undefined)
      announce('')
    },
    [stage, select, announce],
  )
}

const isSame = (one: StagedBlocks, other: StagedBlocks): boolean =>
  one.actions === other.actions &&
  one.renderInsert === other.renderInsert &&
  JSON.stringify(one.blocks) === JSON.stringify(other.blocks)

/** Up to this number, blocks are expanded at first. */
const maxUnfolded = 3

/**
 * Which blocks are collapsed: all stored ones of many, until one is opened. A block that is new, has an error
 * (`isFaulty`), or contains the field to focus, is expanded. `below` is the path of the blocks in field locations.
 */
function useFolding(
  below: string,
  ids: readonly string[],
  stored: readonly string[],
  isFaulty: (index: number) => boolean,
) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(ids.length > maxUnfolded ? ids.filter((id) => stored.includes(id)) : []),
  )
  const unfold = useCallback((wanted: readonly string[]) => {
    setFolded((now) => (wanted.some((id) => now.has(id)) ? now.difference(new Set(wanted)) : now))
  }, [])

  useEffect(() => {
    const show = (event: Event) => {
      const path = event instanceof CustomEvent ? String(event.detail) : ''
      const holders = ids.filter((id) => path.replace(/^translations\.\w+\./, '').startsWith(`${below}.${id}.`))
      if (holders.length > 0) unfold(holders)
    }
    document.addEventListener(focusFieldEvent, show)
    return () => document.removeEventListener(focusFieldEvent, show)
  }, [below, ids, unfold])

  const isOpen = (index: number) => !folded.has(ids[index] ?? '') || isFaulty(index)
  return {
    isOpen,
    toggle: (index: number) => {
      const id = ids[index] ?? ''
      if (isOpen(index)) setFolded((now) => new Set([...now, id]))
      else unfold([id])
    },
    isAllFolded: ids.every((id) => folded.has(id)),
    foldAll: () => setFolded(new Set(ids)),
    unfoldAll: () => setFolded(new Set()),
  }
}

const maxLength = 120

/** The first words of a block, to recognize it by; '' if it has no text. */
function blockSummary(fields: RowFields, block: Record<string, unknown>): string {
  for (const { value, field } of declaredValues(fields, block)) {
    const text = isText(field) && typeof value === 'string' ? value : ''
    const words = field.type === 'html' ? htmlToText(text.slice(0, 20 * maxLength)) : text.trim()
    if (words !== '') return words.slice(0, maxLength)
  }
  return ''
}

type NestedBlocksProps = {
  field: BlocksField
  place: ListPath
  names: string[]
  content: Record<string, unknown>
  /** The stored content. */
  base: Record<string, unknown>
  labelOf: (names: string[]) => string
  errors?: Readonly<Record<string, string>>
  onEdit: (change: (content: Block) => Block) => void
  /** The controls of one block. */
  renderFields: (block: { fields: RowFields; place: ListPath; names: string[] }) => ReactNode
}

/**
 * Blocks in order, collapsed to a line each if there are many: they can be moved, hidden, duplicated, removed and
 * added.
 */
export function NestedBlocks(props: NestedBlocksProps) {
  const { field, place, names, content, base, labelOf, errors = {}, onEdit } = props
  const t = useText()
  const frame = useRef<HTMLFieldSetElement>(null)
  const blocks = blocksAt(content, place)
  const ids = blocks.map(({ id }) => String(id))
  const faulty = faultyIn(errors, place)
  const stored = blocksAt(base, place).map(({ id }) => String(id))
  const folding = useFolding(place.name.join('.'), ids, stored, (index) => faulty.has(index))
  const { selected, select, focusBlock } = useSelection(frame, ids)
  const typeOf = ({ type }: Block) => labelOf([...names, String(type)])
  const edits = useBlockActions({ content, place, onEdit, typeOf, onToggle: folding.toggle, focusBlock })
  const drag = useBlockDrag(edits.move)
  const actions = useMemo(() => ({ ...edits, handle: drag.handle }), [edits, drag.handle])
  const renderAdd = useCallback(
    (index: number, label: string, text?: string) => (
      <AddBlock
        {...{ field, names, labelOf, label, text }}
        onAdd={(type, fields) => actions.insert(index, type, fields)}
        onPaste={(copied) => actions.paste(index, copied)}
      />
    ),
    [field, names, labelOf, actions],
  )
  const renderInsert = useCallback(
    (index: number) => renderAdd(index, t('blocks.insert', { place: index + 1 })),
    [renderAdd, t],
  )
  useStaging({
    blocks: blocks.map((block) => ({ id: String(block.id), type: typeOf(block), isHidden: block.hidden === true })),
    actions,
    renderInsert,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is that of the controls inside
    <fieldset
      className="content-list block-list"
      ref={frame}
      onFocus={({ target }) => {
        const id = target.closest('[data-block]')?.getAttribute('data-block')
        if (id) select(id)
      }}
      {...drag.list}
    >
      <legend className="kit-label">{labelOf(names)}</legend>
      {blocks.length > 1 && (
        <div className="block-folding">
          <Button variant="quiet" onPress={folding.isAllFolded ? folding.unfoldAll : folding.foldAll}>
            {t(folding.isAllFolded ? 'blocks.unfoldAll' : 'blocks.foldAll')}
          </Button>
        </div>
      )}
      {blocks.map((block, index) => (
        <Fragment key={String(block.id)}>
          <div className="block-gap">{renderAdd(index, t('blocks.add', { place: index + 1 }))}</div>
          <BlockRow
            {...props}
            {...{ block, index, drag, actions }}
            isOpen={folding.isOpen(index)}
            isSelected={block.id === selected}
            last={blocks.length - 1}
          />
        </Fragment>
      ))}
      <div className="edit-row">
        {renderAdd(blocks.length, t('blocks.add', { place: blocks.length + 1 }), t('blocks.new'))}
        {errors[place.at.join('.')] !== undefined && <p className="kit-error">{errors[place.at.join('.')]}</p>}
      </div>
    </fieldset>
  )
}

type BlockRowProps = NestedBlocksProps & {
  block: Block
  index: number
  last: number
  isOpen: boolean
  isSelected: boolean
  drag: ReturnType<typeof useBlockDrag>
  actions: BlockActions
}

function BlockRow(props: BlockRowProps) {
  const { field, place, names, labelOf, renderFields, block, index, last, isOpen, drag, actions } = props
  const t = useText()
  const fields = fieldsOfBlock(field, block)
  const isHidden = block.hidden === true
  const ownNames = [...names, String(block.type)]
  return (
    <fieldset
      className="content-entry"
      tabIndex={-1}
      data-block={String(block.id)}
      data-selected={props.isSelected || undefined}
      data-folded={!isOpen || undefined}
      data-hidden={isHidden || undefined}
      data-dragged={drag.isDragged(index) || undefined}
      data-drop={drag.sideOf(index)}
      aria-label={t('blocks.at', { type: labelOf(ownNames), place: index + 1 })}
      {...movedByKeys(actions, last, index)}
      {...drag.target(index)}
    >
      <BlockHead
        {...{ index, isOpen, isHidden, actions }}
        isLast={index === last}
        type={labelOf(ownNames)}
        summary={isOpen ? '' : blockSummary(fields, block)}
      />
      {isOpen && isHidden && <p className="edit-note">{t('blocks.hidden')}</p>}
      {isOpen && renderFields({ fields, place: pathOfBlock(place, index, block), names: ownNames })}
    </fieldset>
  )
}

/** Alt and an arrow key move the focused block, unless a text field has the focus. */
const movedByKeys = ({ move }: BlockActions, last: number, index: number) => ({
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

/** The indexes of blocks with an error. */
function faultyIn(errors: Readonly<Record<string, string>>, { at }: ListPath): ReadonlySet<number> {
  const start = `${at.join('.')}.`
  const paths = Object.keys(errors).filter((path) => path.startsWith(start))
  return new Set(paths.map((path) => Number(path.slice(start.length).split('.')[0])))
}

type AddBlockProps = {
  field: BlocksField
  names: string[]
  labelOf: (names: string[]) => string
  label: string
  /** The label beside the icon, if there is room. */
  text?: string
  onAdd: (type: string, fields: RowFields) => void
  onPaste: (copied: CopiedBlock) => void
}

/** Adds a block of a type, chosen by its illustration, or pastes the copied one. */
function AddBlock({ field, names, labelOf, label, text, onAdd, onPaste }: AddBlockProps) {
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
      label={label}
      icon={<PlusIcon />}
      text={text}
      showsPictures={pictureOf !== undefined}
      // Another window may have copied one meanwhile.
      onOpen={() => setCopied(readCopiedBlock())}
      actions={[...(paste ? [paste] : []), ...types]}
    />
  )
}
