import { useRef } from 'react'
import { randomKey } from '#contract/random-key'

/**
 * The Idempotency-Key of a change: the same for every retry of it (a lost response, a sign-in in between), a new one as
 * soon as anything in it differs, or after it succeeded (`finish`) and the same is sent again.
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
