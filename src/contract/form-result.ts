import { atom } from 'jotai'

/** The result of a form that was posted without JavaScript; its texts are in the visitor's language. */
export type FormResult = {
  form: 'waitlist' | 'contact'
  status: 'success' | 'error'
  message: string
  issues: { path: string; message: string }[]
  /** The submitted values by field name; empty after a success. */
  values: Record<string, string>
}

/** null unless the page is the response to such a form. */
export const formResultAtom = atom<FormResult | null>(null)
