import { atom, useSetAtom } from 'jotai'
import { type ReactNode, useCallback } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  variant: 'default' | 'destructive'
  action?: ReactNode
}

/** At most one toast is shown: a new one replaces it. */
export const toastAtom = atom<Toast | null>(null)

let lastId = 0

/** Shows a toast: `toast({ title, description?, variant?, action? })`. */
export function useToast() {
  const show = useSetAtom(toastAtom)
  return useCallback(
    ({
      variant = 'default',
      ...toast
    }: Pick<Toast, 'title' | 'description' | 'action'> & Partial<Pick<Toast, 'variant'>>) =>
      show({ ...toast, variant, id: ++lastId }),
    [show],
  )
}
