import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { Other, Presence } from './contract'
import { useEffect, useState } from 'react'
import { send } from '#client/api-error'
import { randomKey } from '#contract/random-key'

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

/** The other people who have the same record open; hidden if there are none. */
export function PresenceLine({ others }: { others: readonly Other[] }) {
  const t = useText()
  const language = usePageLanguage()
  const names = [...new Set(others.filter(({ isYou }) => !isYou).map(({ user }) => user.username))]
  const isElsewhere = others.some(({ isYou }) => isYou)
  const sentences = [
    ...(names.length > 0
      ? [t('presence.others', { count: names.length, names: new Intl.ListFormat(language).format(names) })]
      : []),
    ...(isElsewhere ? [t('presence.you')] : []),
  ]
  return (
    <div className="presence">
      {names.map((name) => (
        <span key={name} className="presence-face" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      ))}
      <output title={sentences.join(' ')}>{sentences.join(' ')}</output>
    </div>
  )
}
