import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { toastAtom } from './toast'

/** Loading is retried, because a site that is unreachable for a moment must not break an open page. */
const load = (): Promise<{ default: ComponentType }> =>
  import('./toast-region').then(
    ({ ToastRegion: Region }) => ({ default: Region }),
    () => new Promise((resolve) => setTimeout(resolve, restAfter)).then(load),
  )

const ToastRegion = lazy(load)

/** Renders toasts. Its code is loaded when the page is idle, or with the first toast, which waits for it. */
export function Toaster() {
  const toast = useAtomValue(toastAtom)
  const [atRest, setAtRest] = useState(false)

  useEffect(() => whenAtRest(() => setAtRest(true)), [])

  if (!atRest && toast === null) return null
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  )
}

const restAfter = 3000

/** Safari has no idle callbacks. */
function whenAtRest(then: () => void): () => void {
  let idle = 0
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(then)
    else then()
  }, restAfter)
  return () => {
    clearTimeout(timer)
    if (idle) cancelIdleCallback(idle)
  }
}
