import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#base/i18n/i18n'
import { type Toast, toastAtom } from './toast'

const hotkeys = ['F8']
const duration = 5000
const swipeThreshold = 50
const forgottenAfter = 1_000_000

/** The one toast that may be on show: F8 leads to it, a swipe to the right dismisses it. */
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
      {/* The mark keeps toasts within reach while one of the admin's dialogs shuts off the rest of the page. */}
      <Viewport
        className="toast-region"
        hotkey={hotkeys}
        label={t('common.notifications', { hotkey: hotkeys.join() })}
        data-react-aria-top-layer="true"
      />
    </Provider>
  )
}

function ShownToast({ toast }: { toast: Toast }) {
  const t = useText()
  const [open, setOpen] = useState(true)
  const [, setToast] = useAtom(toastAtom)

  const giveFocusBack = useFocusGiver()
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
    <Root className="toast" data-variant={toast.variant} open={open} onOpenChange={change}>
      <Title className="toast-title">{toast.title}</Title>
      {toast.description && <Description className="toast-text">{toast.description}</Description>}
      {toast.action}
      <Close className="toast-close" aria-label={t('common.dismiss')} />
    </Root>
  )
}

/** Gives the focus back to where it was before it came to the toasts: a region without any is no place for it. */
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
    // After the library, which takes it to the region.
    setTimeout(() => outside.current instanceof HTMLElement && outside.current.focus({ preventScroll: true }))
  }
}
