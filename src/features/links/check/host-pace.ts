import { setTimeout as wait } from 'node:timers/promises'

export type HostPace = {
  /** Runs a request as soon as the host's rate allows. Rejects when `stopping` is aborted. */
  ask<Answer>(host: string, stopping: AbortSignal, request: () => Promise<Answer>): Promise<Answer>
  /** Resolves when every host may be requested at once. */
  rest(stopping: AbortSignal): Promise<void>
}

/** Waits `gap` milliseconds between a response of a host and the next request to it, however slow the network is. */
export function createHostPace(gap: number): HostPace {
  const free = new Map<string, number>()
  const leftOf = (host: string) => (free.get(host) ?? 0) - performance.now()
  return {
    async ask(host, stopping, request) {
      // A redirect may have led another request to this host meanwhile.
      for (let left = leftOf(host); left > 0; left = leftOf(host)) await wait(left, undefined, { signal: stopping })
      free.set(host, performance.now() + gap)
      try {
        return await request()
      } finally {
        free.set(host, performance.now() + gap)
      }
    },
    async rest(stopping) {
      const left = Math.max(0, ...free.values()) - performance.now()
      if (left > 0) await wait(left, undefined, { signal: stopping })
    },
  }
}
