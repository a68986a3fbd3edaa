/**
 * Turns of the event loop. A request that is answered within the turn that accepted it lets the next one in within the
 * same turn, and a handful of clients that never pause could so make it last for ever: no timer, no signal, no password
 * check would get through.
 */

/** Milliseconds of work per turn of the event loop; and of background work. */
const longestTurn = 3
export const longestBackgroundTurn = 1

let began: number | undefined
const waiting: (() => void)[] = []

/** Whether this turn has lasted long enough (in milliseconds), or others wait for the next one already. */
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
