import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dropEveryUnsaved, keepUnsaved, readUnsaved } from '#records/editor/saving/unsaved-text'

const pause = 600

/**
 * An unsent reply, stored on this device until it is sent or discarded; undefined while it is being loaded.
 */
export function useStoredReply(id: number, title: string) {
  const key = `reply:${id}`
  const [text, setText] = useState<string>()
  /** Text that has not been stored yet. */
  const typed = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = async (isLeaving: boolean) => {
    const body = typed.current
    clearTimeout(timer.current)
    timer.current = undefined
    typed.current = undefined
    if (body === undefined) return
    if (body.trim() === '') {
      await dropEveryUnsaved(key)
    } else {
      const keptAt = new Date().toISOString()
      await keepUnsaved(key, { title, changed: { body }, base: { body: '' }, version: 0, keptAt }, isLeaving)
    }
  }
  const leave = useEffectEvent(() => void keep(true))

  useEffect(() => {
    let isGone = false
    const read = async () => {
      const body = (await readUnsaved(key))?.changed.body
      if (!isGone) setText((now) => now ?? (typeof body === 'string' ? body : ''))
    }
    void read()
    const onHide = () => leave()
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      isGone = true
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
      leave()
    }
  }, [key])

  return {
    text,
    change: (body: string) => {
      typed.current = body
      setText(body)
      timer.current ??= setTimeout(() => void keep(false), pause)
    },
    drop: () => {
      typed.current = undefined
      setText('')
      void dropEveryUnsaved(key)
    },
  }
}
