import { atom } from 'jotai'

/** What became of a form that was posted without JavaScript; its texts are in the visitor's language. */
export type FormResult = {
  form: 'waitlist' | 'contact'
  status: 'success' | 'error'
  message: string
  issues: { path: string; message: string }[]
  /** What was typed, by field name; empty after a success. */
  values: Record<string, string>
}

/** null unless the page answers such a form. */
export const formResultAtom = atom<FormResult | null>(null)
