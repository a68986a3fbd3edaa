import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { useText } from '#i18n/i18n'
import {
  blockNewsAtom,
  scrollBehavior,
  selectedBlockAtom,
  type StagedBlocks,
  stagedBlocksAtom,
} from '#records/editor/nested/block-stage'
import { IconButton } from '#ui/controls/buttons/button'
import { ChevronDownIcon, ChevronUpIcon, DuplicateIcon, EyeIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { useListener } from '#ui/controls/use-listener'
import { useMedia } from '#ui/controls/use-media'
import {
  blockAround,
  type BlockBox,
  elementOf,
  type Gap,
  gapNear,
  gapsBetween,
  useBlockBoxes,
} from './preview-document'

type PreviewStageProps = {
  /** Around the stage and the preview. */
  frame: RefObject<HTMLElement | null>
  /** The document of the preview. */
  shown: Document
  scale: number
}

/**
 * Lies over a preview of blocks: the outline and the tools of the selected block, and a button between two of them. It
 * is part of the editor, so that the page in the frame is the one that visitors get.
 */
export function PreviewStage(props: PreviewStageProps) {
  const staged = useAtomValue(stagedBlocksAtom)
  return staged && <Stage {...props} staged={staged} />
}

/** In pixels of the screen. */
const reach = 14

function Stage({ frame, shown, scale, staged }: PreviewStageProps & { staged: StagedBlocks }) {
  const t = useText()
  const stage = useRef<HTMLDivElement>(null)
  const [selected, select] = useAtom(selectedBlockAtom)
  const boxes = useBlockBoxes(shown)
  const gaps = gapsBetween(boxes, endOfMain(shown))
  const [pointed, setPointed] = useState<Gap>()
  const index = staged.blocks.findIndex(({ id }) => id === selected)
  const box = boxes.find(({ id }) => id === selected)
  const actions = actionsOn(staged, index, select)
  const isTouched = useMedia('(hover: none)')
  const steps = useSteps(boxes, staged, selected, select)
  useScrolled(shown, scale, stage)
  useRevealed(shown, box, `${selected} ${index}`, isCurrent(staged, boxes))

  const onPointer = (event: PointerEvent) => {
    const near = gapNear(gaps, event.clientY + scrolledIn(shown), reach / scale)
    setPointed((now) => (now?.after === near?.after && !now === !near ? now : near))
  }
  const onSelect = ({ target }: Event) => {
    const block = blockAround(elementOf(target))
    if (block !== undefined) select(block)
  }
  // Fingers cannot point at a block without pressing it: the first tap selects it, the next one leads to its field.
  const before = useRef(selected)
  const onPress = (event: PointerEvent) => {
    before.current = selected
    onPointer(event)
  }
  const onTap = (event: Event) => {
    const block = blockAround(elementOf(event.target))
    if (!isTouched || block === undefined || block === before.current) return
    event.preventDefault()
    event.stopPropagation()
    select(block)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    const move = { ArrowUp: actions.up, ArrowDown: actions.down }[event.key]
    const focus = event.key === 'F10' ? () => focusIn(stage.current) : undefined
    const act = event.altKey ? (move ?? focus) : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
  useListener('pointermove', onPointer, { on: shown })
  useListener('pointerdown', onPress, { on: shown })
  useListener('click', onTap, { on: shown, capture: true })
  useListener('click', onSelect, { on: shown })
  useListener('focusin', onSelect, { on: shown })
  useListener('keydown', onKey, { on: shown })
  useListener('pointerleave', () => setPointed(undefined), { on: frame })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    stage.current?.parentElement?.querySelector('iframe')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the controls inside
    <div
      className="stage"
      ref={stage}
      onKeyDown={onKeyDown}
      onWheel={({ deltaY }) => shown.defaultView?.scrollBy({ top: deltaY / scale, behavior: 'instant' })}
    >
      <div className="stage-page">
        {box && (
          <div
            className="stage-block"
            style={{ insetBlockStart: box.top * scale, blockSize: (box.bottom - box.top) * scale }}
            onPointerEnter={() => setPointed(undefined)}
          >
            <BlockTools
              label={t('blocks.at', { type: staged.blocks[index]?.type ?? '', place: index + 1 })}
              actions={actions}
              steps={steps}
              top={box.top * scale}
              stage={stage}
            />
          </div>
        )}
        <InsertPoint
          {...{ shown, scale, gaps, staged, selected }}
          pointed={pointed ?? (isTouched && box ? gaps.find(({ after }) => after === selected) : undefined)}
          onEnter={staged.blocks[index]?.isHidden === false ? undefined : steps.ArrowDown}
        />
      </div>
    </div>
  )
}

type Keys = Partial<Record<string, () => void>>

/** The arrow keys that select the next block of the page, and the one before. */
function useSteps(
  boxes: readonly BlockBox[],
  { blocks }: StagedBlocks,
  selected: string | undefined,
  select: (id: string) => void,
): Keys {
  const t = useText()
  const announce = useSetAtom(blockNewsAtom)
  const at = boxes.findIndex(({ id }) => id === selected)
  const to = (step: number) => () => {
    const index = blocks.findIndex(({ id }) => id === boxes[at + step]?.id)
    const block = blocks[index]
    if (!block) return
    select(block.id)
    announce(t('blocks.at', { type: block.type, place: index + 1 }))
  }
  return { ArrowUp: to(-1), ArrowDown: to(1) }
}

/** The lower end of the page's content. */
function endOfMain(shown: Document): number {
  const main = shown.querySelector('main')
  return main ? Math.round(main.getBoundingClientRect().bottom + scrolledIn(shown)) : 0
}

const scrolledIn = (shown: Document) => shown.defaultView?.scrollY ?? 0

/** Focuses the first button that can be pressed, other than `except`. */
function focusIn(within: Element | null | undefined, except?: Element | null): void {
  const buttons = within?.querySelectorAll<HTMLElement>('button:not([disabled])') ?? []
  ;[...buttons].find((button) => button !== except)?.focus()
}

/** Whether the page shows the blocks in the order of the rows: it follows changes half a second later. */
function isCurrent({ blocks }: StagedBlocks, boxes: readonly BlockBox[]): boolean {
  const places = boxes.map(({ id }) => blocks.findIndex((block) => block.id === id))
  return places.every((place, at) => place > (places[at - 1] ?? -1))
}

/** The overlay moves with the page, without rendering again. */
function useScrolled(shown: Document, scale: number, stage: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const follow = () => stage.current?.style.setProperty('--stage-scrolled', `${scrolledIn(shown) * scale}px`)
    follow()
    shown.addEventListener('scroll', follow, { passive: true })
    return () => shown.removeEventListener('scroll', follow)
  }, [shown, scale, stage])
}

/** Scrolls to the selected block once after it was selected or moved, if little of it is in view. */
function useRevealed(shown: Document, box: BlockBox | undefined, selection: string, isReady: boolean) {
  const revealed = useRef('')
  useEffect(() => {
    if (!box || !isReady || revealed.current === selection) return
    revealed.current = selection
    const top = scrolledIn(shown)
    const { clientHeight } = shown.documentElement
    const inView = Math.min(box.bottom, top + clientHeight) - Math.max(box.top, top)
    if (inView < Math.min(box.bottom - box.top, clientHeight / 3))
      shown.defaultView?.scrollTo({ top: Math.max(0, box.top - clientHeight / 8), behavior: scrollBehavior() })
  }, [shown, box, selection, isReady])
}

type Actions = ReturnType<typeof actionsOn>

/** The actions on a block; absent where it cannot move. */
const actionsOn = ({ blocks, actions }: StagedBlocks, index: number, select: (id: string | undefined) => void) => ({
  up: index > 0 ? () => actions.move(index, index - 1) : undefined,
  isNextToFirst: index === 1,
  isNextToLast: index === blocks.length - 2,
  down: index >= 0 && index < blocks.length - 1 ? () => actions.move(index, index + 1) : undefined,
  duplicate: () => actions.duplicate(index),
  hide: () => {
    select(besides(blocks, index)?.id)
    actions.hideInPreview(index)
  },
  remove: () => {
    select(besides(blocks, index)?.id)
    actions.remove(index)
  },
})

/** The nearest block that the page shows, first of those before. */
const besides = (blocks: StagedBlocks['blocks'], index: number) =>
  [...blocks.slice(0, index).toReversed(), ...blocks.slice(index + 1)].find(({ isHidden }) => !isHidden)

type BlockToolsProps = {
  label: string
  actions: Actions
  steps: Keys
  /** Of the block. */
  top: number
  /** Around it. */
  stage: RefObject<HTMLElement | null>
}

/** The focus stays in it while it acts, and goes to the button beside it where the one pressed is of no use any more. */
function BlockTools({ label, actions, steps, top, stage }: BlockToolsProps) {
  const t = useText()
  const tools = useRef<HTMLDivElement>(null)
  const { up, down } = actions
  /** The button of a move to an end is disabled there, so that it would lose the focus. */
  const toEnd = (place: 0 | 1, isEnd: boolean, move: (() => void) | undefined) => {
    const button = tools.current?.querySelectorAll('button')[place]
    if (isEnd && button === document.activeElement) focusIn(tools.current, button)
    move?.()
  }
  const moveUp = () => toEnd(0, actions.isNextToFirst, up)
  const moveDown = () => toEnd(1, actions.isNextToLast, down)
  // Until the page shows a new block, the focus waits at the place where one is added.
  useLayoutEffect(() => {
    const [own, around] = [tools.current, stage.current]
    if (around?.contains(document.activeElement)) focusIn(own)
    return () => {
      if (own?.contains(document.activeElement)) requestAnimationFrame(() => focusIn(around))
    }
  }, [stage])
  /** Pressed again, the same button would act on the next block. */
  const leaveWith = (act: () => void) => {
    act()
    requestAnimationFrame(() => focusIn(tools.current))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Keys = { ArrowUp: moveUp, ArrowDown: moveDown }
    const act = (event.altKey ? moves : steps)[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the buttons inside
    <div onKeyDown={onKeyDown}>
      <Toolbar
        className="stage-tools"
        aria-label={label}
        aria-keyshortcuts="Alt+F10"
        ref={tools}
        // In view while the block is.
        style={{ insetBlockStart: `clamp(0px, var(--stage-scrolled, 0px) - ${top}px, 100% - 2rem)` }}
      >
        <IconButton
          label={t('blocks.stage.up')}
          icon={<ChevronUpIcon />}
          shortcut="Alt+↑"
          isDisabled={!up}
          onPress={moveUp}
        />
        <IconButton
          label={t('blocks.stage.down')}
          icon={<ChevronDownIcon />}
          shortcut="Alt+↓"
          isDisabled={!down}
          onPress={moveDown}
        />
        <IconButton label={t('blocks.stage.duplicate')} icon={<DuplicateIcon />} onPress={actions.duplicate} />
        <IconButton label={t('blocks.stage.hide')} icon={<EyeIcon />} onPress={() => leaveWith(actions.hide)} />
        <IconButton label={t('blocks.stage.remove')} icon={<TrashIcon />} onPress={() => leaveWith(actions.remove)} />
      </Toolbar>
    </div>
  )
}

type InsertPointProps = Omit<PreviewStageProps, 'frame'> & {
  gaps: readonly Gap[]
  staged: StagedBlocks
  /** The gap under the pointer. */
  pointed: Gap | undefined
  /** The block after which the keyboard enters. */
  selected: string | undefined
  /** Called when the keyboard enters, if the page shows no selected block. */
  onEnter: (() => void) | undefined
}

/** The line between two blocks with the button that adds one there. With the focus in it, arrow keys move it. */
function InsertPoint({ shown, scale, gaps, staged, pointed, selected, onEnter }: InsertPointProps) {
  const t = useText()
  const announce = useSetAtom(blockNewsAtom)
  const point = useRef<HTMLFieldSetElement>(null)
  const [after, setAfter] = useState<string>()
  const [isFocused, setIsFocused] = useState(false)
  if (pointed && pointed.after !== after) setAfter(pointed.after)
  const indexOf = (id: string | undefined) =>
    Math.max(
      0,
      gaps.findIndex((one) => one.after === id),
    )
  const index = indexOf(after)
  const gap = gaps[index]
  if (!gap) return null
  const placeAfter = (id: string | undefined) => staged.blocks.findIndex((block) => block.id === id) + 1
  const isOpen = () => point.current?.querySelector('[aria-expanded=true]') !== null
  const goTo = (next: number) => {
    const to = gaps[next]
    if (!to) return
    setAfter(to.after)
    announce(t('blocks.insert', { place: placeAfter(to.after) + 1 }))
    const { clientHeight } = shown.documentElement
    const top = to.at - scrolledIn(shown)
    if (top < 40 || top > clientHeight - 40)
      shown.defaultView?.scrollTo({ top: to.at - clientHeight / 2, behavior: scrollBehavior() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = gaps.length - 1
    const next = {
      ArrowUp: Math.max(0, index - 1),
      ArrowDown: Math.min(last, index + 1),
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined || event.altKey || isOpen()) return
    event.preventDefault()
    event.stopPropagation()
    goTo(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the button inside
    <fieldset
      className="stage-gap"
      aria-label={t('blocks.stage.gap')}
      ref={point}
      data-shown={pointed !== undefined || isFocused || undefined}
      style={{ insetBlockStart: gap.at * scale }}
      onKeyDownCapture={onKeyDown}
      onFocus={({ target }) => {
        // Events of the menu come here too.
        if (!point.current?.contains(target) || !target.matches(':focus-visible')) return
        setIsFocused(true)
        if (!pointed && !isFocused) goTo(indexOf(selected))
        onEnter?.()
      }}
      onBlur={() => setIsFocused(false)}
    >
      {staged.renderInsert(placeAfter(gap.after))}
    </fieldset>
  )
}
