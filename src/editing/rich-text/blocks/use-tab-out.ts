import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useState } from 'react'
import { isComposing } from '#ui/controls/composition'

/**
 * In tables and lists Tab moves between cells and indents. Escape lets the next Tab leave the text instead, so that
 * there is no keyboard trap. Returns whether it will.
 */
export function useTabOut(editor: Editor, frame: RefObject<HTMLElement | null>): boolean {
  const [tabLeaves, setTabLeaves] = useState(false)
  useEffect(() => {
    let isGiven = false
    const give = (given: boolean) => {
      isGiven = given
      setTabLeaves(given)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) return
      const isText = event.target === editor.view.dom
      if (event.key === 'Tab' && isGiven) event.stopPropagation()
      else if (event.key === 'Escape' && isText && !isGiven && takesTab(editor)) {
        event.preventDefault()
        event.stopPropagation()
        give(true)
      } else if (isGiven && !['Shift', 'Escape'].includes(event.key)) give(false)
    }
    const onLeave = () => give(false)
    const around = frame.current
    around?.addEventListener('keydown', onKeyDown, true)
    around?.addEventListener('focusout', onLeave)
    around?.addEventListener('pointerdown', onLeave)
    return () => {
      around?.removeEventListener('keydown', onKeyDown, true)
      around?.removeEventListener('focusout', onLeave)
      around?.removeEventListener('pointerdown', onLeave)
    }
  }, [editor, frame])
  return tabLeaves
}

const takesTab = (editor: Editor) => editor.isActive('table') || editor.isActive('listItem')
