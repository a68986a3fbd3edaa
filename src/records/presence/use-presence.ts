import { useEffect, useState } from 'react'
import { send } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import type { Other, Presence } from './contract'

/** Milliseconds between two questions, and after one that got no answer. */
const every = 2500
const afterFailure = 10_000

/** Who else has a record open, while this window has; nobody before it is stored. */
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
      timer = setTimeout(() => void ask(), answer ? every : afterFailure)
    }
    const close = () => {
      void fetch(`/api/presence/${window}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
    }
    const onShown = () => void ask()

    void ask()
    document.addEventListener('visibilitychange', onShown)
    globalThis.addEventListener('pagehide', close)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
      globalThis.removeEventListener('pagehide', close)
      close()
    }
  }, [kind, id])
  return others
}
