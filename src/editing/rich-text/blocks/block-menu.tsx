/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   the focus and the keys stay in the text, which names the chosen option: no element of HTML does that */
import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { isComposing } from '#ui/controls/event-guards'
import { useListener } from '#ui/controls/use-listener'
import { useEditorState } from '@tiptap/react'
import { memo, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import { shortcut } from '#editing/save-shortcut'
import { type BlockTool, findBlocks, type PanelName } from './block-tools'

type BlockMenuProps = {
  editor: Editor
  /** The element around the text: it receives keys before the text does. */
  frame: RefObject<HTMLElement | null>
  onPanel: (panel: PanelName) => void
}

/**
 * The menu of blocks that opens for `/` at the beginning of a paragraph, filtered by what is typed after it. The focus
 * stays in the text; the arrow keys select, Enter inserts the block, Escape keeps the slash as text.
 */
export const BlockMenu = memo(function BlockMenu({ editor, frame, onPanel }: BlockMenuProps) {
  const t = useText()
  const id = useId()
  const typed = useEditorState({ editor, selector: ({ editor: now }) => typedIn(now.state, now.isFocused) })
  const [before, setBefore] = useState(typed)
  const [active, setActive] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  if (typed !== before) {
    setBefore(typed)
    setActive(0)
    if (typed === undefined) setDismissed(false)
  }
  const blocks = typed === undefined || isDismissed ? [] : findBlocks(t, typed)
  const isOpen = blocks.length > 0

  const choose = (block: BlockTool | undefined) => {
    if (!block) return
    const { $from } = editor.state.selection
    const chain = editor.chain().focus().deleteRange({ from: $from.start(), to: $from.end() }).clearNodes()
    if ('apply' in block) block.apply(chain).run()
    else {
      chain.run()
      onPanel(block.panel)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || isComposing(event)) return
    if (event.key === 'ArrowDown') setActive((active + 1) % blocks.length)
    else if (event.key === 'ArrowUp') setActive((active + blocks.length - 1) % blocks.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(blocks[active])
    else if (event.key === 'Escape') setDismissed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useListener('keydown', onKeyDown, { on: frame, capture: true })

  const list = useRef<HTMLDivElement>(null)
  useMenuPlace(list, editor, isOpen)
  useDescribedText(list, editor, isOpen ? { id, active } : undefined)

  if (!isOpen) return null
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t('editing.rich.menu')}
      popover="manual"
      className="rich-menu"
    >
      {blocks.map((block, index) => (
        <div
          key={block.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="rich-menu-block"
          // Keeps the focus in the text.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => setActive(index)}
          onClick={() => choose(block)}
        >
          {block.icon}
          {block.label}
          {block.keys !== undefined && <kbd className="edit-shortcut">{shortcut(block.keys)}</kbd>}
        </div>
      ))}
    </div>
  )
})

/** The text after a slash at the beginning of a paragraph, while the cursor is at its end; undefined in tables. */
function typedIn({ selection }: EditorState, isFocused: boolean): string | undefined {
  const { $from, empty } = selection
  if (!isFocused || !empty || $from.parent.type.name !== 'paragraph' || $from.parentOffset < $from.parent.content.size)
    return undefined
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === 'table') return undefined
  return /^\/(\S{0,20}(?: \S{0,20})?)$/.exec($from.parent.textContent)?.[1]
}

/** Below the line of the cursor, or above it if there is more room. */
function placeBelowCursor(menu: HTMLElement, editor: Editor): void {
  const line = editor.view.coordsAtPos(editor.state.selection.$from.start())
  // Above the on-screen keyboard of a phone.
  const end = window.visualViewport
    ? window.visualViewport.offsetTop + window.visualViewport.height
    : window.innerHeight
  const below = end - line.bottom
  const isAbove = below < menu.scrollHeight && line.top > below
  const room = Math.max(0, (isAbove ? line.top : below) - gap * 2)
  menu.style.maxBlockSize = `${room}px`
  menu.style.top = isAbove ? 'auto' : `${line.bottom + gap}px`
  menu.style.bottom = isAbove ? `${window.innerHeight - line.top + gap}px` : 'auto'
  menu.style.left = `${Math.max(gap, Math.min(line.left, window.innerWidth - menu.offsetWidth - gap))}px`
}

const gap = 6

type List = RefObject<HTMLElement | null>

/** Positions the menu at the cursor while it is open. */
function useMenuPlace(list: List, editor: Editor, isOpen: boolean): void {
  const place = () => {
    if (list.current) placeBelowCursor(list.current, editor)
  }
  useLayoutEffect(() => {
    if (!isOpen || !list.current) return
    list.current.showPopover?.()
    placeBelowCursor(list.current, editor)
  }, [list, isOpen, editor])
  useListener('scroll', place, { capture: true })
  useListener('resize', place)
}

/** Describes the open menu and its active option to assistive technology, on the focused text. */
function useDescribedText(list: List, editor: Editor, menu: { id: string; active: number } | undefined): void {
  const { id, active } = menu ?? {}
  useLayoutEffect(() => {
    if (id === undefined) return
    const text = editor.view.dom
    const described = {
      'aria-controls': `${id}-list`,
      'aria-activedescendant': `${id}-${active}`,
      'aria-haspopup': 'listbox',
    }
    for (const [name, value] of Object.entries(described)) text.setAttribute(name, value)
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(described)) text.removeAttribute(name)
    }
  }, [list, active, editor, id])
}
