import { useRef } from 'react'
import { randomKey } from './random-key'

/**
 * The Idempotency-Key of the change somebody means to make: the same for every try of it (a lost answer, a sign-in in between),
 * a new one as soon as anything in it differs.
 */
export function useIntentKey(): (change: unknown) => string {
  const intent = useRef({ text: '', key: '' })
  return (change) => {
    const text = JSON.stringify(change)
    if (intent.current.text !== text) intent.current = { text, key: randomKey() }
    return intent.current.key
  }
}
