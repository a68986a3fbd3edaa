import { type ReactNode, useEffect, useRef } from 'react'
import type { FormResult } from '#contract/form-result'

/** The result of a form that was posted without JavaScript. */
export function FormMessage({ result }: { result: FormResult | null }) {
  if (!result) return null
  return (
    <p className={`form-message form-message-${result.status}`} role={result.status === 'success' ? 'status' : 'alert'}>
      {result.message}
    </p>
  )
}

/**
 * The confirmation of a sent form, shown until something new is typed; always mounted, because it is a live region. On
 * each answer it is scrolled into view, so that no toast has to repeat it.
 */
export function FormConfirmation({ isAnswered, children }: { isAnswered: boolean; children: ReactNode }) {
  const place = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (isAnswered) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isAnswered])
  return (
    <output className="form-confirmation" ref={place}>
      {children && <span className="form-message form-message-success">{children}</span>}
    </output>
  )
}
