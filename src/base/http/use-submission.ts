import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { send } from './client'
import type { MessageBody } from './envelope'
import { randomKey } from './random-key'

/**
 * Posts a public form. One intended submission keeps one idempotency key through every repeat, by the client or by a person
 * who presses the button again; a change, or a success, begins a new one.
 */
export function useSubmission<Body>(path: string) {
  const intended = useRef({ text: '', key: '' })
  return useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body)
      if (intended.current.text !== text) intended.current = { text, key: randomKey() }
      return send<MessageBody>('POST', path, { body, idempotencyKey: intended.current.key })
    },
    onSuccess: () => {
      intended.current = { text: '', key: '' }
    },
  })
}
