import { useAtom, useSetAtom } from 'jotai'
import { type FormResult, formResultAtom } from '#contract/form-result'
import { toastAtom } from '#ui/toasts/toast'

/**
 * The result of this form when it was posted without JavaScript, and a function to dismiss it, and the toast of an
 * attempt that failed, once the form is sent again.
 */
export function useFormResult(form: FormResult['form']): [result: FormResult | null, dismiss: () => void] {
  const [result, setResult] = useAtom(formResultAtom)
  const setToast = useSetAtom(toastAtom)
  const dismiss = () => {
    setResult(null)
    setToast(null)
  }
  return [result?.form === form ? result : null, dismiss]
}
