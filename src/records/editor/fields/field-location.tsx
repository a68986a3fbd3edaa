import { createContext, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent, useRef } from 'react'

/** Where a text lives: the path of its field, and in formatted text the block, counted from 0. */
export type FieldLocation = { path: string; block?: number }

const PlaceContext = createContext<RefObject<FieldLocation | undefined>>({ current: undefined })

/** Where the cursor is in an editor, or was when it left. */
export const useFieldLocation = (): RefObject<FieldLocation | undefined> => useContext(PlaceContext)

/** Remembers in which field the cursor is. */
export function FieldLocationProvider({ children }: { children: ReactNode }) {
  const place = useRef<FieldLocation>(undefined)
  useEffect(() => {
    const keep = () => {
      const { activeElement } = document
      const path = activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute)
      if (activeElement && path) place.current = { path, block: blockOf(activeElement) }
    }
    document.addEventListener('focusin', keep)
    document.addEventListener('selectionchange', keep)
    return () => {
      document.removeEventListener('focusin', keep)
      document.removeEventListener('selectionchange', keep)
    }
  }, [])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

const attribute = 'data-place'

type FieldPlaceProps = { path: string; className?: string; children: ReactNode }

/** Around the control of a field, so that a preview finds it. */
export function FieldAnchor({ path, className = 'edit-place', children }: FieldPlaceProps) {
  return (
    <div className={className} {...{ [attribute]: path }}>
      {children}
    </div>
  )
}

/** Milliseconds that a control may take to come: that of formatted text is loaded when it is needed. */
const patience = 3000
const cursorSettles = 100
const controls = ['[contenteditable=true]', '[role=spinbutton]', 'textarea', 'input', 'button']

/** Told on the document of a field that is looked for and not shown, by its path. */
export const focusFieldEvent = 'industria:wanted-place'

/** Takes the focus to the control of a field, once it is shown. */
export function focusField({ path, block }: FieldLocation): void {
  const start = performance.now()
  const attempt = () => {
    const control = controlOf(path)
    if (control) return focusOn(control, block)
    document.dispatchEvent(new CustomEvent(focusFieldEvent, { detail: path }))
    if (performance.now() - start < patience) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Leads to a field as soon as the editor is there. */
export function useRequestedField(path: string | undefined, goTo: (place: FieldLocation) => void): void {
  const lead = useEffectEvent(() => {
    if (path !== undefined) goTo({ path })
  })
  useEffect(() => lead(), [])
}

/** Of an entry of a list that is shown otherwise, what holds the list. */
function controlOf(path: string): HTMLElement | undefined {
  const names = path.split('.')
  const paths = names.map((_, index) => names.slice(0, names.length - index).join('.'))
  const place = paths
    .map((one) =>
      (document.querySelector('[role=dialog]') ?? document).querySelector(`[${attribute}="${CSS.escape(one)}"]`),
    )
    .find((one) => one !== null)
  const found = controls.map((control) => place?.querySelector(control)).find((control) => control)
  return found instanceof HTMLElement && !found.closest('[hidden]') ? found : undefined
}

function focusOn(control: HTMLElement, block: number | undefined): void {
  const shown = (block === undefined ? undefined : control.children[block]) ?? control
  control.focus({ preventScroll: true })
  // Once focused, formatted text puts the cursor where it was before.
  if (shown !== control) setTimeout(() => getSelection()?.collapse(shown, 0), cursorSettles)
  shown.scrollIntoView({ block: 'center' })
}

/** The block of a formatted text that the cursor is in. */
function blockOf(target: Element): number | undefined {
  if (!target.matches('[contenteditable=true]')) return undefined
  const at = getSelection()?.anchorNode ?? null
  const index = [...target.children].findIndex((child) => child.contains(at))
  return index === -1 ? undefined : index
}
