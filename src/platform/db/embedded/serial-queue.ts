import { unavailable } from '#contract/http-error'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { currentRequestContext, nextOrder } from '#platform/request-deadline'

/** Runs `work` after everything queued before it; rejects without starting it after `timeout` milliseconds. */
export type SerialQueue = <Result>(work: () => Promise<Result>, timeout: number) => Promise<Result>

/** A queue, first in, first out by request. Yields to the event loop between entries. */
export function createSerialQueue(): SerialQueue {
  const queue: { place: number; begin(): Promise<void> }[] = []
  let isBusy = false

  async function workOff() {
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      await next.begin()
      if (hasRunLong()) await yieldToEventLoop()
    }
    isBusy = false
  }

  return (work, timeout) =>
    new Promise((resolve, reject) => {
      const { order = nextOrder(), until = Infinity, patience = 0 } = currentRequestContext() ?? {}
      const entry = { place: order, begin }
      const longest = Math.max(0, Math.min(Math.max(timeout, patience), until - performance.now()))
      const timer = Number.isFinite(longest) ? setTimeout(giveUp, longest) : undefined

      function giveUp() {
        queue.splice(queue.indexOf(entry), 1)
        reject(unavailable(new Error(`No turn in ${Math.round(longest)} ms`)))
      }

      async function begin() {
        clearTimeout(timer)
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      }

      queue.splice(queue.findLastIndex(({ place }) => place <= entry.place) + 1, 0, entry)
      if (!isBusy) void workOff()
    })
}
