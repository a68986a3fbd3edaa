import { chunkSize } from './list/message-list'

const patience = 1500

type Options = {
  /** Where in the list it is, to be drawn if it is not. */
  indexOf: (id: number) => number
  /** Moves the focus only when no element has it. */
  onlyIfLost?: boolean
}

/**
 * Takes the focus to a message of the list: at once, or as soon as the dialog above it has gone and it is drawn.
 * Without a message, or where it does not come, to the heading of the screen.
 */
export function focusMessage(id: number | undefined, { indexOf, onlyIfLost = false }: Options): void {
  const until = performance.now() + patience
  let isCalm = !isCovered()
  const attempt = () => {
    if (isCovered() || !isCalm) {
      // The dialog gives the focus back in the frame after it has gone.
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

/** Takes the focus to the message beside the list, if it is nowhere in it once the question above it has gone. */
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
