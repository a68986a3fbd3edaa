import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { sentenceOf } from '#auth/session'
import { useWithSession } from '#auth/sign-in-dialog'
import { send } from '#base/http/client'
import { randomKey } from '#base/http/random-key'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import type { Message } from './contract'
import { messagesQuery } from './queries'

type Mark = { id: number; read: boolean; idempotencyKey: string }

/** Marks a message as read or new: shown at once, taken back when the server refuses. */
export function useMarkMessage(): (id: number, read: boolean) => void {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { queryKey } = messagesQuery()

  const show = (id: number, read: boolean) =>
    client.setQueryData(queryKey, (messages) =>
      messages?.map((message) => (message.id === id ? { ...message, read } : message)),
    )

  const { mutate } = useMutation({
    mutationFn: ({ id, read, idempotencyKey }: Mark) =>
      withSession(() => send<Message>('PUT', `/api/contact/${id}`, { body: { read }, idempotencyKey })),
    onMutate: async ({ id, read }) => {
      await client.cancelQueries({ queryKey })
      show(id, read)
    },
    onError: (error, { id, read }) => {
      show(id, !read)
      toast({
        variant: 'destructive',
        title: t('messages.markFailed'),
        description: sentenceOf(error, t('errors.network')),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })

  return useCallback((id, read) => mutate({ id, read, idempotencyKey: randomKey() }), [mutate])
}
