import { atom, useStore } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useListener } from '#ui/controls/use-listener'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'

type Go = () => void

/** Confirms leaving the current screen; null without unsaved changes. */
const guardAtom = atom<{ ask: (go: Go) => void } | null>(null)

/** Runs `go`, which leaves the screen, after a confirmation if there are unsaved changes. */
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
  /** There are unsaved changes. */
  isActive: boolean
  /** They are stored on this device. */
  isKept: boolean
}

/**
 * Asks for confirmation before another admin screen replaces this one, by a link or with Back. Page loads and closing
 * the tab are confirmed by the browser.
 */
export function LeaveGuard({ isActive, isKept }: LeaveGuardProps) {
  const t = useText()
  const store = useStore()
  const [way, setWay] = useState<{ go: Go }>()
  const ask = useEffectEvent((go: Go) => setWay({ go }))
  useEffect(() => {
    if (!isActive) return undefined
    const guard = { ask: (go: Go) => ask(go) }
    const stop = blockNavigation(guard.ask)
    store.set(guardAtom, guard)
    return () => {
      stop()
      store.set(guardAtom, null)
    }
  }, [isActive, store])
  useListener('beforeunload', (event) => event.preventDefault(), { on: isActive ? undefined : null })
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
 * Listeners of the window run in the order they were added. This one is added when the admin is loaded, before those of
 * the router and of the scroll positions, so that they are not called for a blocked step.
 */
let onPopState: (event: Event) => void = () => {}
addEventListener('popstate', (event) => onPopState(event))

/** Blocks links and history steps before other listeners run, until `ask` lets them continue. */
function blockNavigation(ask: (go: Go) => void): () => void {
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
  onPopState = (event) => {
    if (isLetThrough || location.pathname === here.path) return
    event.stopImmediatePropagation()
    // The browser has already navigated: push this location on top, so that Back returns there, whatever the direction
    // was.
    history.pushState(here.state, '', here.address)
    ask(() => {
      isLetThrough = true
      history.back()
    })
  }
  addEventListener('click', onClick, true)
  return () => {
    removeEventListener('click', onClick, true)
    onPopState = () => {}
  }
}

function leadsToOtherScreen(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const isInside = link.origin === location.origin && link.pathname.startsWith(adminPaths.login)
  return isPlain && isInside && link.target === '' && link.pathname !== location.pathname
}
