import { useAtomValue } from 'jotai'
import { toastAtom } from '#ui/toasts/toast'

/**
 * Says a toast aloud while a dialog covers the page: the toasts' own announcement lies outside the dialog, where screen readers
 * are kept from hearing it. Elements marked as live announcers stay audible.
 */
export function ToastEcho() {
  const toast = useAtomValue(toastAtom)
  const inDialog = toast !== null && document.querySelector('.kit-overlay') !== null
  return (
    <div className="kit-hidden" data-live-announcer="true" aria-live="assertive">
      {inDialog && `${toast.title}. ${toast.description ?? ''}`}
    </div>
  )
}
