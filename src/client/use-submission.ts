import { useMutation } from '@tanstack/react-query'
import { send } from './api-error'
import type { MessageBody } from '#contract/http-error'
import { useIntentKey } from './use-intent-key'

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
