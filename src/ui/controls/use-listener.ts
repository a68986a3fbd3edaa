import { type RefObject, useEffect, useEffectEvent } from 'react'

type Events = WindowEventMap & DocumentEventMap

type Options = {
  /** What is listened to, if it is not the window; nothing while it is null. */
  on?: EventTarget | RefObject<EventTarget | null> | null
  capture?: boolean
}

/** Listens to an event of the window, or of another target, with the function of the last render. */
export function useListener<Type extends keyof Events>(
  type: Type,
  listener: (event: Events[Type]) => void,
  { on, capture }: Options = {},
): void {
  const call = useEffectEvent(listener)
  useEffect(() => {
    const target = on === undefined ? globalThis : on && 'current' in on ? on.current : on
    const listen = (event: Event) => call(event as Events[Type])
    target?.addEventListener(type, listen, capture)
    return () => target?.removeEventListener(type, listen, capture)
  }, [type, on, capture])
}
