import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { useNearWindow } from './use-near-window'

const native = globalThis.IntersectionObserver
const rowHeight = 60
const pageHeight = 100_000

/** The place of the chunk in the viewport, which is 768 px high. */
let top = 0
let report: (entries: IntersectionObserverEntry[]) => void = () => undefined

class ReportingObserver extends native {
  constructor(callback: IntersectionObserverCallback, init?: IntersectionObserverInit) {
    super(callback, init)
    report = (entries) => act(() => callback(entries, this))
  }
}

/** What a browser measures; 0 for a list that is not displayed. */
let isDisplayed = true
const heightOf = (body: HTMLElement) =>
  Array.from(body.querySelectorAll('tr')).reduce((sum, row) => sum + (parseInt(row.style.height) || rowHeight), 0)

beforeEach(() => {
  globalThis.IntersectionObserver = ReportingObserver
  isDisplayed = true
  top = 0
  Object.defineProperties(HTMLTableSectionElement.prototype, {
    offsetHeight: {
      configurable: true,
      get(this: HTMLElement) {
        return isDisplayed ? heightOf(this) : 0
      },
    },
    getBoundingClientRect: {
      configurable: true,
      value(this: HTMLElement) {
        return new DOMRect(0, top, 1000, this.offsetHeight)
      },
    },
  })
})
afterEach(() => {
  globalThis.IntersectionObserver = native
  for (const name of ['offsetHeight', 'getBoundingClientRect'])
    Reflect.deleteProperty(HTMLTableSectionElement.prototype, name)
})

function Chunk({ count }: { count: number }) {
  const [body, leftOut] = useNearWindow(count, false)
  return (
    <table>
      <tbody ref={body}>
        {leftOut === null ? (
          Array.from({ length: count }, (_, index) => (
            <tr key={index} data-row="" tabIndex={-1}>
              <td>{index}</td>
            </tr>
          ))
        ) : (
          <tr data-gap="" style={{ height: leftOut * count }} />
        )}
      </tbody>
    </table>
  )
}

function show(count = 25) {
  const { container, rerender } = render(<Chunk count={count} />)
  return {
    container,
    withCount: (changed: number) => rerender(<Chunk count={changed} />),
    rows: () => container.querySelectorAll('[data-row]').length,
    gap: () => container.querySelector<HTMLElement>('[data-gap]')?.style.height,
  }
}

const entry = (isIntersecting: boolean, time: number, height = 25 * rowHeight, y = top) => {
  const rootBounds = new DOMRect(0, -800, 1000, pageHeight + 1600)
  const rect = new DOMRect(0, y, 1000, height)
  const ratio = { intersectionRatio: Number(isIntersecting), intersectionRect: rect }
  return { isIntersecting, time, rootBounds, boundingClientRect: rect, target: document.body, ...ratio }
}

test('a chunk that comes near is drawn, and one that goes leaves a gap of its height', () => {
  const { rows, gap } = show()
  expect([rows(), gap()]).toEqual([0, '1325px'])
  report([entry(true, 1)])
  expect([rows(), gap()]).toEqual([25, undefined])
  top = 9000
  report([entry(false, 2)])
  expect([rows(), gap()]).toEqual([0, '1500px'])
  top = 0
  report([entry(true, 3)])
  expect(rows()).toBe(25)
})

test('of several entries at once, in any order, one that comes near draws it', () => {
  for (const entries of [
    [entry(false, 1, 1500, 9000), entry(true, 2)],
    [entry(false, 2, 1500, 9000), entry(true, 1)],
    [entry(true, 1), entry(false, 2, 1500, 9000)],
    [entry(true, 2, 0), entry(false, 1, 0)],
  ]) {
    top = 0
    const { rows } = show()
    expect(rows()).toBe(0)
    report(entries)
    expect(rows()).toBe(25)
  }
})

test('a departure that is over, or of a hidden list, leaves the rows', () => {
  top = 0
  const { rows } = show()
  report([entry(true, 1)])
  // Reported for the place before a zoom.
  report([entry(false, 2, 1500, 9000)])
  expect(rows()).toBe(25)
  top = 9000
  isDisplayed = false
  report([entry(false, 3, 0)])
  expect(rows()).toBe(25)
})

test('a gap that is left again keeps its height, and so do other counts of rows', () => {
  top = 9000
  const { rows, gap, withCount } = show()
  report([entry(true, 1)])
  for (const time of [2, 3, 4]) report([entry(false, time), entry(false, time + 0.5)])
  expect([rows(), gap()]).toEqual([0, '1500px'])
  withCount(3)
  expect(gap()).toBe('180px')
  report([entry(true, 5)])
  report([entry(false, 6)])
  expect([rows(), gap()]).toEqual([0, '180px'])
})

test('a full-page screenshot draws it, and after it every chunk has its height', () => {
  top = 40_000
  const { rows, gap } = show()
  report([entry(true, 1)])
  expect(rows()).toBe(25)
  report([entry(true, 2), entry(false, 3)])
  expect(rows()).toBe(25)
  report([entry(false, 4)])
  expect(gap()).toBe('1500px')
})

test('what contains the focus, or is printed, is drawn', () => {
  top = 9000
  const { rows, container } = show()
  act(() => dispatchEvent(new Event('beforeprint')))
  expect(rows()).toBe(25)
  container.querySelector<HTMLElement>('[data-row]')?.focus()
  report([entry(false, 1)])
  expect(rows()).toBe(25)
})
