import { useAtom, useSetAtom, atom, useStore } from 'jotai'
import { type FormResult, formResultAtom } from '#contract/form-result'
import { toastAtom } from '#ui/toasts/toast'
import { useMemo } from 'react'
import { clearForm, readTyped, restoreTyped, type Typed } from './form-values'

/** Values typed into forms that are not on the screen: in memory, so that they are lost with the visit. */
const typedAtom = atom<Partial<Record<FormResult['form'], Typed>>>({})

/**
 * A ref for a form that restores its values when a visitor leaves the page and returns, and a function to forget them.
 * It also clears a form that restored them meanwhile, unless they were changed.
 */
export function useStoredValues(form: FormResult['form']) {
  const store = useStore()
  return useMemo(() => {
    const keep = (typed?: Typed) => store.set(typedAtom, (all) => ({ ...all, [form]: typed }))
    const ref = (element: HTMLFormElement) => {
      const restored = store.get(typedAtom)[form]
      if (restored) restoreTyped(element, restored)
      const unsubscribe = store.sub(typedAtom, () => {
        const isForgotten = restored && !store.get(typedAtom)[form]
        if (isForgotten && JSON.stringify(readTyped(element)) === JSON.stringify(restored)) clearForm(element)
      })
      return () => {
        unsubscribe()
        keep(readTyped(element))
      }
    }
    return [ref, () => keep()] as const
  }, [store, form])
}

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
