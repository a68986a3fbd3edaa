import { useMutation } from '@tanstack/react-query'
import { send } from './api-error'
import type { MessageBody } from '#contract/envelope'
import { useIntentKey } from './use-intent-key'

/**
 * Posts a public form. One intended submission keeps one idempotency key through every repeat, by the client or by a
 * person who presses the button again. `onSent` is called though the form is no longer on the screen.
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
