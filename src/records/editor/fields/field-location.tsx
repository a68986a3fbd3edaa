import { createContext, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent, useRef } from 'react'
import type { Language } from '#i18n/language'
import { useListener } from '#ui/controls/use-listener'

/** The location of a text: the path of its field, and in formatted text the index of the block. */
export type FieldLocation = { path: string; block?: number }

const FieldLocationContext = createContext<RefObject<FieldLocation | undefined>>({ current: undefined })

/** The location of the cursor in an editor, or the last one. */
export const useFieldLocation = (): RefObject<FieldLocation | undefined> => useContext(FieldLocationContext)

/** Remembers in which field the cursor is. */
export function FieldLocationProvider({ children }: { children: ReactNode }) {
  const place = useRef<FieldLocation>(undefined)
  const keep = () => {
    const { activeElement } = document
    const path = activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute)
    if (activeElement && path) place.current = { path, block: blockOf(activeElement) }
  }
  useListener('focusin', keep, { on: document })
  useListener('selectionchange', keep, { on: document })
  return <FieldLocationContext value={place}>{children}</FieldLocationContext>
}

const attribute = 'data-place'

type FieldAnchorProps = { path: string; className?: string; children: ReactNode }

/** Wraps the control of a field, so that a preview can find it. */
export function FieldAnchor({ path, className = 'edit-place', children }: FieldAnchorProps) {
  return (
    <div className={className} {...{ [attribute]: path }}>
      {children}
    </div>
  )
}

type FieldPairProps = {
  languages: readonly Language[]
  /** The path of the field in the saved body, for a language. */
  pathOf: (language: Language) => string
  /** The field and its label. */
  render: (language: Language) => ReactNode
}

/** One text in every shown language: side by side if there is room, otherwise one below the other. */
export function FieldPair({ languages, pathOf, render }: FieldPairProps) {
  return (
    <div className="edit-pair" data-languages={languages.length}>
      {languages.map((language) => (
        <FieldAnchor key={language} path={pathOf(language)} className="edit-cell">
          {render(language)}
        </FieldAnchor>
      ))}
    </div>
  )
}

/** Milliseconds to wait for a control: that of formatted text is loaded lazily. */
const timeout = 3000

const cursorDelay = 100

const controls = ['[contenteditable=true]', '[role=spinbutton]', 'textarea', 'input', 'button', 'a[href]']

/** Dispatched on the document for a field that should be focused but is not rendered, with its path. */
export const focusFieldEvent = 'industria:wanted-place'

/** Focuses the control of a field, once it is rendered. */
export function focusField({ path, block }: FieldLocation): void {
  const start = performance.now()
  const attempt = () => {
    const control = controlOf(path)
    if (control) return focusOn(control, block)
    document.dispatchEvent(new CustomEvent(focusFieldEvent, { detail: path }))
    if (performance.now() - start < timeout) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Focuses a requested field once the editor is rendered. */
export function useRequestedField(path: string | undefined, goTo: (place: FieldLocation) => void): void {
  const focusRequested = useEffectEvent(() => {
    if (path !== undefined) goTo({ path })
  })
  useEffect(() => focusRequested(), [])
}

/**
 * The control of a path; for an entry that is not rendered on its own, the control of its list, and for a list the first
 * one in it.
 */
function controlOf(path: string): HTMLElement | undefined {
  const names = path.split('.')
  const paths = names.map((_, index) => names.slice(0, names.length - index).join('.'))
  const root = document.querySelector('[role=dialog]') ?? document
  const place = paths
    .map((one) => `[${attribute}="${CSS.escape(one)}"]`)
    .concat(`[${attribute}^="${CSS.escape(`${path}.`)}"]`)
    .flatMap((selector) => [...root.querySelectorAll(selector)])
    .find((one) => !one.closest('[inert]'))
  const found = controls
    .flatMap((control) => [...(place?.querySelectorAll(control) ?? [])])
    .find((control) => !control.closest('details:not([open])'))
  return found instanceof HTMLElement && !found.closest('[hidden]') ? found : undefined
}

function focusOn(control: HTMLElement, block: number | undefined): void {
  const shown = (block === undefined ? undefined : control.children[block]) ?? control
  control.focus({ preventScroll: true })
  // When focused, formatted text restores its previous cursor, so this sets it afterwards.
  if (shown !== control) setTimeout(() => getSelection()?.collapse(shown, 0), cursorDelay)
  shown.scrollIntoView({ block: 'center' })
}

/** The index of the block of formatted text that contains the cursor. */
function blockOf(target: Element): number | undefined {
  if (!target.matches('[contenteditable=true]')) return undefined
  const at = getSelection()?.anchorNode ?? null
  const index = [...target.children].findIndex((child) => child.contains(at))
  return index === -1 ? undefined : index
}
