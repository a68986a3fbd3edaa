import pLimit from 'p-limit'
import { unavailable } from '#base/http-error'

/** Runs `work` when everything before it has ended; gives up, without having begun, after `patience` milliseconds. */
export type OneAtATime = <Result>(work: () => Promise<Result>, patience: number) => Promise<Result>

/** In order of arrival. */
export function oneAtATime(): OneAtATime {
  const limit = pLimit(1)

  return (work, patience) => new Promise((resolve, reject) => {
    let gaveUp = false
    const timer = Number.isFinite(patience) ? setTimeout(giveUp, patience) : undefined
    function giveUp() {
      gaveUp = true
      reject(unavailable(new Error(`No turn in ${patience} ms`)))
    }
    limit(async () => {
      clearTimeout(timer)
      if (!gaveUp) resolve(await work())
    }).catch(reject)
  })
}
