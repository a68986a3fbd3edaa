/**
 * Turns of the event loop. A request that is answered within the turn that accepted it lets the next one in within the
 * same turn, and a handful of clients that never pause could so make it last for ever: no timer, no signal, no password
 * check would get through.
 */

/** Milliseconds after which new work waits for the next turn; and work that nobody waits for. */
const longestTurn = 3
export const longestTurnAside = 1

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

/** Resolves in a later turn: in order, and one for each, since nobody knows how long it will take. */
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
