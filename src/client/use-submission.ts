import { useMutation } from '@tanstack/react-query'
import { send } from './api-error'
import type { MessageBody } from '#contract/http-error'
import { useRef } from 'react'
import { randomKey } from '#contract/random-key'

/**
 * Posts a public form. One submission keeps its idempotency key through every retry, by the client or by another press
 * of the button. `onSent` is also called if the form is no longer on the screen.
 */
export function useSubmission<Body>(path: string, onSent: () => void) {
  const { keyFor, finish } = useIntentKey()
  return useMutation({
    mutationFn: (body: Body) => send<MessageBody>('POST', path, { body, idempotencyKey: keyFor(body) }),
    onSuccess: () => {
      finish()
      onSent()
    },
  })
}

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
