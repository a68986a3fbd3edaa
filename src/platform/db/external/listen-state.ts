import { type ListenStart, longestSilence } from '#platform/db/channel'
import type { Log } from '#platform/log/log'

/** Together with the time to detect a frozen database, a response takes at most two seconds. */
const longestWait = 150

/** Until when this process has received every notification, and why it does not. */
export function createListenState(log: Log) {
  let upToDateAt = Number.NEGATIVE_INFINITY
  let held = 0
  /** The greeting that the other processes must receive first. */
  let greetingDue: ListenStart | undefined
  let isAway = true
  let hasListened = false
  let listenError: string | undefined
  const waiting: (() => void)[] = []

  const isUpToDate = () => held === 0 && greetingDue === undefined && performance.now() - upToDateAt < longestSilence

  function settle() {
    for (const go of waiting.splice(0)) go()
  }

  return {
    isUpToDate,
    isAway: () => isAway,
    hasListened: () => hasListened,
    error: () => listenError,
    greetingDue: () => greetingDue,
    /** Milliseconds since the last proof. */
    silence: () => performance.now() - upToDateAt,
    /** Everything committed before that moment has been received. */
    since(moment: number) {
      if (listenError !== undefined) log.info('Writes of other processes are received at once again')
      listenError = undefined
      hasListened = true
      upToDateAt = moment
      if (isUpToDate()) settle()
    },
    /** Nothing is known to be received any more. */
    lose() {
      upToDateAt = Number.NEGATIVE_INFINITY
    },
    setGreetingDue(how: ListenStart | undefined) {
      greetingDue = how
    },
    /** Something may have been missed. */
    noteInterruption() {
      greetingDue ??= 'interrupted'
    },
    setError(cause: unknown) {
      if (isAway) return
      const reason = cause instanceof Error ? cause.message : String(cause)
      if (listenError === undefined)
        log.warn('Writes of other processes are not received at once: visitors see them up to a second later', {
          error: cause,
        })
      listenError = reason
      settle()
    },
    setAway(is: boolean) {
      isAway = is
      if (!is) return
      listenError = undefined
      settle()
    },
    /** Keeps it from being up to date until the returned function is called. */
    hold() {
      held++
      return () => {
        held--
        if (isUpToDate()) settle()
      }
    },
    /** Resolves when it is up to date, or is known to stay behind, or after `longestWait`; `ask` may speed that up. */
    async settled(ask: () => void) {
      if (isAway || isUpToDate() || listenError !== undefined) return
      ask()
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, longestWait).unref()
      })
    },
  }
}

export type ListenState = ReturnType<typeof createListenState>
