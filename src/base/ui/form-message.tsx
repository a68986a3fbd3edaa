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
