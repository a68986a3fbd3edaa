import { chunkSize } from './list/message-list'

const timeout = 1500

type Options = {
  /** Its index in the list, to render it if it is outside of the viewport. */
  indexOf: (id: number) => number
  /** Moves the focus only when no element has it. */
  onlyIfLost?: boolean
}

/**
 * Focuses a message of the list, once a dialog above it has closed and it is rendered. Without a message, or if it does
 * not appear in time, focuses the screen's heading.
 */
export function focusMessage(id: number | undefined, { indexOf, onlyIfLost = false }: Options): void {
  const until = performance.now() + timeout
  let isCalm = !isCovered()
  const attempt = () => {
    if (isCovered() || !isCalm) {
      // The dialog restores the focus one frame after it has closed.
      isCalm = !isCovered()
      again()
    } else if (onlyIfLost && !isLost()) return
    else {
      const target = id === undefined ? heading() : viewButton(id)
      if (target) target.focus({ preventScroll: id === undefined })
      else {
        if (id !== undefined) chunkAt(indexOf(id))?.scrollIntoView({ block: 'nearest' })
        again()
      }
    }
  }
  const again = () => {
    if (performance.now() < until) requestAnimationFrame(attempt)
    else if (isLost()) heading()?.focus({ preventScroll: true })
  }
  attempt()
}

/** Focuses the open message beside the list after a confirmation dialog has closed, unless the focus is inside it. */
export function focusPane(): void {
  requestAnimationFrame(function attempt() {
    if (isCovered()) requestAnimationFrame(attempt)
    else
      requestAnimationFrame(() => {
        if (!isInPane()) document.querySelector<HTMLElement>('.message-pane')?.focus({ preventScroll: true })
      })
  })
}

export const isInList = () => document.activeElement?.closest('.inbox-table') != null
export const isInPane = () => document.activeElement?.closest('.message-pane') != null

const isCovered = () => document.querySelector('.kit-overlay') !== null
const isLost = () => document.activeElement === null || document.activeElement === document.body
const viewButton = (id: number) => document.querySelector<HTMLElement>(`tr[data-message="${id}"] button`)
const heading = () => document.querySelector<HTMLElement>('h1[tabindex]')
const chunkAt = (index: number) =>
  document.querySelector<HTMLTableElement>('.inbox-table')?.tBodies.item(Math.floor(index / chunkSize))
