import type { ReactNode } from 'react'
import type { FormResult } from './form-result'

/** What became of a form that was posted without JavaScript. */
export function FormMessage({ result }: { result: FormResult | null }) {
  if (!result) return null
  return (
    <p className={`form-message form-message-${result.status}`} role={result.status === 'success' ? 'status' : 'alert'}>
      {result.message}
    </p>
  )
}

/**
 * That a form has been sent, beside it for as long as nothing new is typed; always there, so that screen readers hear
 * it filled.
 */
export function FormConfirmation({ children }: { children: ReactNode }) {
  return (
    <output className="form-confirmation">
      {children && <span className="form-message form-message-success">{children}</span>}
    </output>
  )
}
