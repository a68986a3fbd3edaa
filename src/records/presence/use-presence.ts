import { useEffect, useState } from 'react'
import { send } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import type { Other, Presence } from './contract'

/** Poll interval in milliseconds, also after a failed request. */
const every = 2500
const afterFailure = 10_000

/** Who else has the record open; sends heartbeats for this window. Empty for an unsaved record. */
export function usePresence(kind: string, id: number | string | undefined): readonly Other[] {
  const [others, setOthers] = useState<readonly Other[]>([])
  useEffect(() => {
    if (id === undefined) return undefined
    const window = randomKey()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const ask = async () => {
      clearTimeout(timer)
      const isHidden = document.visibilityState === 'hidden'
      const answer = await send<Presence>('POST', '/api/presence', { body: { kind, id, window, isHidden } }).catch(
        () => undefined,
      )
      if (isOver) return
      setOthers(answer?.others ?? [])
      // Another request may have been sent meanwhile, and been answered first.
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), answer ? every : afterFailure)
    }
    const close = () => {
      void fetch(`/api/presence/${window}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
    }
    const onShown = () => void ask()
    // A page that is left becomes hidden after this event: a heartbeat would note the window as open again.
    const leave = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
      close()
    }
    // At first, and when the browser shows the page again from its back/forward cache.
    const enter = () => {
      document.addEventListener('visibilitychange', onShown)
      void ask()
    }

    enter()
    globalThis.addEventListener('pagehide', leave)
    globalThis.addEventListener('pageshow', enter)
    return () => {
      isOver = true
      globalThis.removeEventListener('pagehide', leave)
      globalThis.removeEventListener('pageshow', enter)
      leave()
    }
  }, [kind, id])
  return others
}
