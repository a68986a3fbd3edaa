import { useAtomValue } from 'jotai'
import { toastAtom } from '#ui/toasts/toast'

/**
 * Announces a toast while a modal dialog is open: the toasts' own live region is outside the dialog and hidden from screen
 * readers; elements marked as live announcers are not.
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
