import { useAtom } from 'jotai'
import { type FormResult, formResultAtom } from '#contract/form-result'

/**
 * The result of this form when it was posted without JavaScript, and a function to dismiss it once the form is sent
 * again.
 */
export function useFormResult(form: FormResult['form']): [result: FormResult | null, dismiss: () => void] {
  const [result, setResult] = useAtom(formResultAtom)
  return [result?.form === form ? result : null, () => setResult(null)]
}
