import { useAtom } from 'jotai'
import { useCallback } from 'react'
import { type FormResult, formResultAtom } from '#contract/form-result'

/**
 * The answer to this form when it was posted without JavaScript, and the way to put it aside once the form is sent
 * again.
 */
export function useFormResult(form: FormResult['form']): [result: FormResult | null, dismiss: () => void] {
  const [result, setResult] = useAtom(formResultAtom)
  const dismiss = useCallback(() => setResult(null), [setResult])
  return [result?.form === form ? result : null, dismiss]
}
