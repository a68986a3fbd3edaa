import { atom, useStore } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'

type Go = () => void

/** Asks before the screen on show is left; null while there is nothing to ask. */
const guardAtom = atom<{ ask: (go: Go) => void } | null>(null)

/** Runs what leaves the screen, after a question where one is due. */
export function useLeave(): (go: Go) => void {
  const store = useStore()
  return useCallback(
    (go) => {
      const guard = store.get(guardAtom)
      if (guard) guard.ask(go)
      else go()
    },
    [store],
  )
}

type LeaveGuardProps = {
  /** There are changes that have not been saved. */
  isActive: boolean
  /** They are kept on this device. */
  isKept: boolean
}

/**
 * Asks before the screen is left for another of the admin, by a link or with Back. A page load, and the end of the tab,
 * are asked about by the browser, for which `useEditor` cares.
 */
export function LeaveGuard({ isActive, isKept }: LeaveGuardProps) {
  const t = useText()
  const store = useStore()
  const [way, setWay] = useState<{ go: Go }>()
  const ask = useEffectEvent((go: Go) => setWay({ go }))
  useEffect(() => {
    if (!isActive) return undefined
    const guard = { ask: (go: Go) => ask(go) }
    const stop = holdBack(guard.ask)
    store.set(guardAtom, guard)
    return () => {
      stop()
      store.set(guardAtom, null)
    }
  }, [isActive, store])
  return (
    <ConfirmDialog
      title={t('editing.leave.title')}
      text={t(isKept ? 'editing.leave.text' : 'editing.discard.text')}
      confirmLabel={t('editing.leave.confirm')}
      cancelLabel={t('editing.discard.cancel')}
      isOpen={way !== undefined}
      onConfirm={() => {
        setWay(undefined)
        way?.go()
      }}
      onCancel={() => setWay(undefined)}
    />
  )
}

/**
 * The window tells its listeners in the order in which they came. This one comes as the admin is loaded, before the
 * router's and that of the scroll places: they hear nothing of a step that is held back.
 */
let onStep: (event: Event) => void = () => {}
addEventListener('popstate', (event) => onStep(event))

/** Stops links and history steps before anybody else hears of them, until `ask` lets them go on. */
function holdBack(ask: (go: Go) => void): () => void {
  const here = { state: history.state as unknown, address: location.href, path: location.pathname }
  let isLetThrough = false
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (isLetThrough || !link || !leadsToOtherScreen(link, event)) return
    event.preventDefault()
    event.stopPropagation()
    ask(() => {
      isLetThrough = true
      link.click()
      isLetThrough = false
    })
  }
  onStep = (event) => {
    if (isLetThrough || location.pathname === here.path) return
    event.stopImmediatePropagation()
    // The step has been taken: this place comes back on top of it, so that Back leads there from now on, whichever way
    // it was.
    history.pushState(here.state, '', here.address)
    ask(() => {
      isLetThrough = true
      history.back()
    })
  }
  addEventListener('click', onClick, true)
  return () => {
    removeEventListener('click', onClick, true)
    onStep = () => {}
  }
}

function leadsToOtherScreen(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const isInside = link.origin === location.origin && link.pathname.startsWith(adminPaths.login)
  return isPlain && isInside && link.target === '' && link.pathname !== location.pathname
}
