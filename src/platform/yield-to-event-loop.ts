import { setImmediate } from 'node:timers'

/**
 * Yielding to the event loop. A request that is answered in the iteration that accepted it lets the next one in during
 * the same iteration, so a handful of clients without pauses could extend it for ever: no timer, signal or password
 * check would run.
 */

/** Milliseconds of work per turn of the event loop; and of background work. */
const longestTurn = 3
export const longestBackgroundTurn = 1

let began: number | undefined
const waiting: (() => void)[] = []

/** Whether this iteration has lasted for `longest` milliseconds, or others already wait for the next one. */
export function hasRunLong(longest = longestTurn): boolean {
  if (waiting.length > 0) return true
  if (began === undefined) {
    began = performance.now()
    setImmediate(endTurn)
    return false
  }
  return performance.now() - began > longest
}

/** Resolves in a later turn of the event loop; waiters are resumed in order, one per turn. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
  })

function endTurn() {
  began = undefined
  const next = waiting.shift()
  if (next) {
    began = performance.now()
    setImmediate(endTurn)
    next()
  }
}
