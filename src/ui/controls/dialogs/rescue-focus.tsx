import { useEffect, useState } from 'react'

/** Inside a dialog: rescues the focus when the dialog closes. */
export function RescueFocus() {
  // At the first render the focus is still on the control that opened the dialog.
  const [opener] = useState(focusedRow)
  useEffect(() => () => rescueFocus(opener), [opener])
  return null
}

type Row = { table: HTMLTableElement; index: number }

const step = 100
const longestWatch = 3000

let watch: ReturnType<typeof setInterval> | undefined

/**
 * Moves a lost focus: if the control that had it disappears, now or with the next responses, focuses the open dialog;
 * without one the row of the table that has taken its place (`row`), or the last one, or the screen's heading.
 */
export function rescueFocus(row = focusedRow()): void {
  let place = row
  let waited = 0
  let lost = 0
  clearInterval(watch)
  const timer = setInterval(() => {
    waited += step
    place = focusedRow() ?? place
    lost = document.activeElement === document.body ? lost + 1 : 0
    // A dialog restores the focus one frame after it has closed, or moves it when its content changes.
    if (lost > 2) {
      const target = openDialog() ?? buttonNear(place) ?? document.querySelector('h1[tabindex]')
      if (target instanceof HTMLElement) target.focus({ preventScroll: place === undefined })
    }
    if (waited >= longestWatch) clearInterval(timer)
  }, step)
  watch = timer
}

/** The row of a table that has the focus. */
export function focusedRow(): Row | undefined {
  const row = document.activeElement?.closest('tbody tr[aria-rowindex]')
  const table = row?.closest('table')
  return row && table ? { table, index: Number(row.getAttribute('aria-rowindex')) } : undefined
}

function buttonNear(row: Row | undefined): Element | null {
  if (!row?.table.isConnected) return null
  const buttonAt = (index: number) => row.table.querySelector(`tbody tr[aria-rowindex="${index}"] button`)
  return buttonAt(row.index) ?? buttonAt(row.index - 1)
}

const openDialog = () => [...document.querySelectorAll('.kit-overlay .kit-dialog')].at(-1)
