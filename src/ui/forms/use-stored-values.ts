import { atom, useStore } from 'jotai'
import { useMemo } from 'react'
import type { FormResult } from '#contract/form-result'
import { readTyped, restoreTyped, type Typed } from './form-values'

/** What was typed into forms that are not on the screen: in memory, so that it ends with the visit. */
const typedAtom = atom<Partial<Record<FormResult['form'], Typed>>>({})

/** A form's `ref`, by which a visitor who leaves the page and comes back finds what was typed, and the way to forget it. */
export function useStoredValues(form: FormResult['form']) {
  const store = useStore()
  return useMemo(() => {
    const keep = (typed: Typed) => store.set(typedAtom, (all) => ({ ...all, [form]: typed }))
    const ref = (element: HTMLFormElement) => {
      restoreTyped(element, store.get(typedAtom)[form] ?? {})
      return () => keep(readTyped(element))
    }
    return [ref, () => keep({})] as const
  }, [store, form])
}
