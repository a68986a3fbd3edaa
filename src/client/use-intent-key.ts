import { useRef } from 'react'
import { randomKey } from '#contract/random-key'

/**
 * The Idempotency-Key of the change somebody means to make: the same for every try of it (a lost answer, a sign-in in
 * between), a new one as soon as anything in it differs, or once it is done (`finish`) and the same is meant again.
 */
export function useIntentKey() {
  const intent = useRef({ text: '', key: '' })
  return {
    keyFor: (change: unknown): string => {
      const text = JSON.stringify(change)
      if (intent.current.text !== text) intent.current = { text, key: randomKey() }
      return intent.current.key
    },
    finish: () => {
      intent.current.text = ''
    },
  }
}
