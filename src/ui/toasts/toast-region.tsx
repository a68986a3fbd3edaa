import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import { type Toast, toastAtom } from './toast'

const hotkeys = ['F8']
const duration = 5000
const swipeThreshold = 50
const forgottenAfter = 1_000_000

/** At most one toast: F8 focuses it, a swipe to the right dismisses it. */
export function ToastRegion() {
  const t = useText()
  const [toast] = useAtom(toastAtom)
  return (
    <Provider
      duration={duration}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
      label={t('common.notification')}
    >
      {toast && <ShownToast key={toast.id} toast={toast} />}
      {/* The attribute keeps toasts accessible while one of the admin's dialogs makes the rest of the page inert. */}
      <Viewport
        className="toast-region"
        hotkey={hotkeys}
        label={t('common.notifications', { hotkey: hotkeys.join() })}
        data-react-aria-top-layer
      />
    </Provider>
  )
}

function ShownToast({ toast }: { toast: Toast }) {
  const t = useText()
  const [open, setOpen] = useState(true)
  const [, setToast] = useAtom(toastAtom)

  const giveFocusBack = useFocusGiver()
  useEffect(() => {
    document.addEventListener('focusin', keepClear)
    return () => document.removeEventListener('focusin', keepClear)
  }, [])
  const change = (isOpen: boolean) => {
    setOpen(isOpen)
    if (!isOpen) giveFocusBack()
  }

  useEffect(() => {
    if (open) return undefined
    const timer = setTimeout(() => setToast((current) => (current?.id === toast.id ? null : current)), forgottenAfter)
    return () => clearTimeout(timer)
  }, [open, setToast, toast.id])

  return (
    <Root
      className="toast"
      data-variant={toast.variant}
      // An editor does not know the region if that was loaded under another dialog over it.
      data-react-aria-top-layer
      open={open}
      onOpenChange={change}
      ref={begin}
    >
      <Title className="toast-title">{toast.title}</Title>
      {toast.description && <Description className="toast-text">{toast.description}</Description>}
      {toast.action}
      <Close className="toast-close" aria-label={t('common.dismiss')} />
    </Root>
  )
}

/** Each enters from the bottom. */
function begin(toast: HTMLElement | null) {
  toast?.parentElement?.removeAttribute('data-top')
  keepClear()
}

/** Moves the toast to the other end of the screen when it covers the focused element, or its row in a list. */
function keepClear() {
  const region = document.querySelector('.toast')?.parentElement
  const focused = document.activeElement
  const selection = getSelection()
  // A text area may be as large as the screen: what counts is its caret.
  const place =
    focused?.matches('[contenteditable=true]') && selection?.rangeCount
      ? selection.getRangeAt(0)
      : (focused?.closest('li, tr') ?? focused)
  if (!region || !place || focused === document.body || region.contains(focused)) return
  const [over, under] = [region.getBoundingClientRect(), place.getBoundingClientRect()]
  if (over.top < under.bottom && under.top < over.bottom && over.left < under.right) region.toggleAttribute('data-top')
}

/** Returns the focus to where it was before it moved to the toasts, once there are none. */
function useFocusGiver() {
  const outside = useRef<Element>(null)
  useEffect(() => {
    const remember = () => {
      if (!document.activeElement?.closest('.toast-region')) outside.current = document.activeElement
    }
    remember()
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return () => {
    if (!document.activeElement?.closest('.toast-region')) return
    // After the library has moved the focus to the region.
    setTimeout(() => outside.current instanceof HTMLElement && outside.current.focus({ preventScroll: true }))
  }
}
