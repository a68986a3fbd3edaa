import { unavailable } from '#base/http-error'

export type Turns = {
  /** Runs `work` when everything before it has ended; gives up, without having begun, after `patience` milliseconds. */
  take<Result>(work: () => Promise<Result>, patience: number): Promise<Result>
}

/** One at a time, in order of arrival. */
export function createTurns(): Turns {
  const queue = new Set<() => void>()
  let isBusy = false

  function next() {
    const [first] = queue
    isBusy = first !== undefined
    if (first) {
      queue.delete(first)
      first()
    }
  }

  function wait(patience: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(patience) ? setTimeout(giveUp, patience) : undefined
      function begin() {
        clearTimeout(timer)
        resolve()
      }
      function giveUp() {
        queue.delete(begin)
        reject(unavailable(new Error(`No turn in ${patience} ms`)))
      }
      queue.add(begin)
    })
  }

  return {
    async take(work, patience) {
      if (isBusy) await wait(patience)
      isBusy = true
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
