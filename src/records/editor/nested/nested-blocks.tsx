import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  use,
  useState,
  useEffect,
} from 'react'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import { type BlocksField, type RowFields, isText } from '#records/kind/fields'
import { fieldsOfBlock, declaredValues } from '#records/kind/nested'
import { CopyIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { htmlToText } from '#text/html-text'
import { focusFieldEvent } from '#records/editor/fields/field-location'
import { insertAt } from '#editing/json-text'
import { useToast } from '#ui/toasts/toast'
import { isRecord, parseJson } from '#text/parse-json'
import { type BlockActions, BlockHead } from './block-head'
import {
  type Block,
  blocksAt,
  pathOfBlock,
  duplicateBlock,
  freeId,
  moveBlock,
  putBlockBack,
  removeBlock,
  setHidden,
  textsOfBlock,
} from './block-edits'
import { BlockPicturesContext } from './block-pictures'
import type { ListPath } from './list-edits'
import { useBlockDrag } from './use-block-drag'
import { blankRow } from './blank-row'

/** A copied block with its translations, by language. */
type CopiedBlock = { block: Block & { type: string }; texts: Record<string, unknown> }

/** The localStorage key, so that a block copied in one window can be pasted in another. */
const key = 'industria-block'

function storeCopiedBlock(copied: CopiedBlock): void {
  try {
    localStorage.setItem(key, JSON.stringify(copied))
  } catch {
    // Without storage there is nothing to paste.
  }
}

/** The last copied block, if there is one. */
function readCopiedBlock(): CopiedBlock | undefined {
  const kept = parseJson(readText())
  if (!isRecord(kept) || !isRecord(kept.block) || typeof kept.block.type !== 'string') return undefined
  return { block: { ...kept.block, type: kept.block.type }, texts: isRecord(kept.texts) ? kept.texts : {} }
}

function readText(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

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
  onEdit: (change: (text: string) => string) => void
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
  const focusBlock = (index: number) =>
    requestAnimationFrame(() => {
      const found = frame.current?.querySelectorAll<HTMLElement>(':scope > .content-entry')[Math.max(0, index)]
      found?.focus()
    })
  const typeOf = ({ type }: Block) => labelOf([...names, String(type)])
  const edits = useBlockActions({ content, place, onEdit, typeOf, onToggle: folding.toggle, focusBlock })
  const drag = useBlockDrag(edits.move)
  const actions = useMemo(() => ({ ...edits, handle: drag.handle }), [edits, drag.handle])
  const renderAdd = useCallback(
    (index: number, text?: string) => (
      <AddBlock
        {...{ field, names, labelOf, index, text }}
        onAdd={(type, fields) => actions.insert(index, type, fields)}
        onPaste={(copied) => actions.paste(index, copied)}
      />
    ),
    [field, names, labelOf, actions],
  )
  return (
    <fieldset className="content-list block-list" ref={frame} {...drag.list}>
      <legend className="kit-label">{labelOf(names)}</legend>
      {blocks.length > 1 && (
        <div className="edit-row">
          <Button variant="quiet" onPress={folding.isAllFolded ? folding.unfoldAll : folding.foldAll}>
            {t(folding.isAllFolded ? 'blocks.unfoldAll' : 'blocks.foldAll')}
          </Button>
        </div>
      )}
      {blocks.map((block, index) => (
        <Fragment key={String(block.id)}>
          <div className="block-gap">{renderAdd(index)}</div>
          <BlockRow
            {...props}
            {...{ block, index, drag, actions }}
            isOpen={folding.isOpen(index)}
            last={blocks.length - 1}
          />
        </Fragment>
      ))}
      <div className="edit-row">
        {renderAdd(blocks.length, t('blocks.new'))}
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
  index: number
  /** The label beside the icon, if there is room. */
  text?: string
  onAdd: (type: string, fields: RowFields) => void
  onPaste: (copied: CopiedBlock) => void
}

/** Adds a block of a type, chosen by its illustration, or pastes the copied one. */
function AddBlock({ field, names, labelOf, index, text, onAdd, onPaste }: AddBlockProps) {
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
      onOpen={() => setCopied(readCopiedBlock())}
      actions={[...(paste ? [paste] : []), ...types]}
    />
  )
}

type Blocks = {
  content: Record<string, unknown>
  place: ListPath
  onEdit: (change: (text: string) => string) => void
  typeOf: (block: Block) => string
  onToggle: (index: number) => void
  /** Focuses the block at an index. */
  focusBlock: (index: number) => void
}

/**
 * Actions on blocks by index. The functions have a stable identity, so that memoized blocks are rendered again only
 * when they change.
 */
function useBlockActions(blocks: Blocks) {
  const t = useText()
  const toast = useToast()
  const newest = useRef(blocks)
  useEffect(() => {
    newest.current = blocks
  })
  return useMemo(() => {
    const edit = (index: number, change: (text: string, place: ListPath) => string) => {
      const { place, onEdit, focusBlock } = newest.current
      onEdit((text) => change(text, place))
      focusBlock(index)
    }
    const idOfNew = () => freeId(newest.current.content, newest.current.place)
    const blockAt = (index: number) => blocksAt(newest.current.content, newest.current.place)[index]
    return {
      toggle: (index: number) => newest.current.onToggle(index),
      insert: (index: number, type: string, fields: RowFields) =>
        edit(index, (text, { at }) => insertAt(text, at, index, { id: idOfNew(), type, ...blankRow(fields) })),
      paste: (index: number, { block, texts }: CopiedBlock) =>
        edit(index, (text, place) => putBlockBack(text, place, index, { ...block, id: idOfNew() }, texts)),
      move: (from: number, to: number) => edit(to, (text, place) => moveBlock(text, place, from, to)),
      hide: (index: number) => {
        const { onEdit, place } = newest.current
        onEdit((text) => setHidden(text, place, index, blockAt(index)?.hidden !== true))
      },
      duplicate: (index: number) => {
        const { onEdit, place } = newest.current
        onEdit((text) => duplicateBlock(text, place, index, idOfNew()))
      },
      /** Copies for this page or another one, in this window or another one. */
      copy: (index: number) => {
        const block = blockAt(index)
        const { content, place } = newest.current
        if (block)
          storeCopiedBlock({
            block: { ...block, type: String(block.type) },
            texts: textsOfBlock(content, place, block),
          })
      },
      /** Offers to undo it, together with the block's translations. */
      remove: (index: number) => {
        const block = blockAt(index)
        if (!block) return
        const { content, place, typeOf } = newest.current
        const texts = textsOfBlock(content, place, block)
        const type = typeOf(block)
        edit(index - 1, (json) => removeBlock(json, place, index))
        const undo = () => {
          edit(index, (json) => putBlockBack(json, place, index, block, texts))
          // Replaces the button, so that it works once.
          toast({ title: t('blocks.restored', { type }) })
        }
        toast({ title: t('blocks.removed', { type }), action: <Button onPress={undo}>{t('life.undo')}</Button> })
      },
    }
  }, [t, toast])
}
