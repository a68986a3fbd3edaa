import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useMemo } from 'react'
import { sentenceOf } from '#auth/session'
import { useWithSession } from '#auth/sign-in-dialog'
import { ApiError, send } from '#base/http/client'
import { randomKey } from '#base/http/random-key'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import type { Message } from '#features/messages/contract'
import { messageQuery, messagesQuery } from '#features/messages/queries'
import type { Change } from './shown-messages'

type Asked = { changes: (Change & { key: string })[]; failed: string }

const mutationKey = ['message-changes']
const atATime = 4

/**
 * Changes messages: shown at once (`useChanged`), written one action after the other, taken back where the server
 * refuses. `failed` is the title of the toast that says so.
 */
export function useChangeMessages(): (changes: Change[], failed: string) => void {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()

  const write = async ({ id, to, key }: Asked['changes'][number]): Promise<void> => {
    const path = `/api/contact/${id}`
    if (to === 'deleted') {
      await withSession(() => send('DELETE', path, { idempotencyKey: key })).catch(allowGone)
      await keep(client, { id })
    } else {
      await keep(client, await withSession(() => send<Message>('PUT', path, { body: to, idempotencyKey: key })))
    }
  }

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'message-changes' },
    networkMode: 'always',
    mutationFn: async ({ changes }: Asked) => {
      const inTurn = pLimit(atATime)
      const written = await Promise.allSettled(changes.map((change) => inTurn(() => write(change))))
      const refused = written.find((one) => one.status === 'rejected')
      if (refused) throw refused.reason
    },
    onError: (error, { failed }) =>
      toast({ variant: 'destructive', title: failed, description: sentenceOf(error, t('errors.network')) }),
    onSettled: () => {
      // What is read between two of them would be told by neither.
      if (client.isMutating({ mutationKey }) === 1)
        void client.invalidateQueries({ queryKey: messagesQuery().queryKey })
    },
  })
  return (changes, failed) => mutate({ changes: changes.map((change) => ({ ...change, key: randomKey() })), failed })
}

/** The messages as they will be once what is being written has been. */
export function useChanged(messages: readonly Message[]): Message[] {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Asked).changes,
  })
  return useMemo(() => {
    const changes = new Map<number, Change['to']>()
    for (const { id, to } of pending.flat()) {
      const before = changes.get(id)
      changes.set(id, to === 'deleted' || before === 'deleted' ? 'deleted' : { ...before, ...to })
    }
    return messages.flatMap((message) => {
      const to = changes.get(message.id)
      return to === undefined ? [message] : to === 'deleted' ? [] : [{ ...message, ...to }]
    })
  }, [messages, pending])
}

/** Deleted by somebody else meanwhile. */
function allowGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** Puts what the server has answered where it is shown; one that is no more has only its id. */
async function keep(client: QueryClient, answer: Message | { id: number }): Promise<void> {
  const { id } = answer
  const lists = [messagesQuery(), messagesQuery({ folder: 'spam' })] as const
  await Promise.all(lists.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
  for (const [index, { queryKey }] of lists.entries())
    client.setQueryData(queryKey, (listed) => {
      const isListed = 'folder' in answer && (answer.folder === 'spam') === (index === 1)
      return listed && (isListed ? withMessage(listed, answer) : listed.filter((message) => message.id !== id))
    })
  if ('folder' in answer)
    client.setQueryData(messageQuery(id).queryKey, (known) => known && { ...known, ...answer, thread: known.thread })
}

function withMessage(listed: readonly Message[], answer: Message): Message[] {
  const others = listed.filter((message) => message.id !== answer.id)
  const before = others.findIndex((message) => message.id < answer.id)
  return before < 0 ? [...others, answer] : others.toSpliced(before, 0, answer)
}
