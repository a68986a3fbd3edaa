import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { failureText } from './failure'

/** Says that what autosaves have stored could not be taken back. Whoever has deleted it meanwhile has done so. */
export function useDiscardFailed(): (error: unknown) => void {
  const t = useText()
  const toast = useToast()
  return (error) => {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return
    toast({
      variant: 'destructive',
      title: t('editing.discard.failed'),
      description:
        status === 0 || status === 412
          ? t(status === 412 ? 'editing.discard.changed' : 'editing.discard.offline')
          : failureText(error, t('editing.discard.offline'), t),
    })
  }
}
