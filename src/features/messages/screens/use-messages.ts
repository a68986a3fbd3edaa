import {
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  useMutation,
  useMutationState,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePageLanguage } from '#i18n/language-atom'
import { useWatchedQuery } from '#client/use-watched-query'
import type { Message } from '../contract'
import { messagesQuery, messageQuery } from '../queries'
import pLimit from 'p-limit'
import { sentenceOf } from '#auth/sessions/session'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Change } from './list/shown-messages'

const spamQuery = () => messagesQuery({ folder: 'spam' })

/** All messages of all folders, newest first, including pending optimistic changes. */
export function useMessages() {
  const { data: held } = useSuspenseQuery(messagesQuery())
  const spam = useQuery(spamQuery())
  useReasonsInLanguage()
  const messages = useChanged(useMemo(() => together(held, spam.data), [held, spam.data]))
  return { messages, spam }
}

/** The same without loading them: undefined until they are loaded. */
export function useWatchedMessages(): Message[] | undefined {
  const { data: held } = useWatchedQuery(messagesQuery())
  const { data: spam } = useWatchedQuery(spamQuery())
  const messages = useChanged(useMemo(() => together(held ?? [], spam), [held, spam]))
  return held && messages
}

/** Spam reasons come in the reader's language from the API, so a change of language refetches. */
function useReasonsInLanguage(): void {
  const client = useQueryClient()
  const language = usePageLanguage()
  const lastLanguage = useRef(language)
  useEffect(() => {
    if (lastLanguage.current === language) return
    lastLanguage.current = language
    void client.invalidateQueries({ queryKey: messagesQuery().queryKey })
  }, [client, language])
}

/** Merges both lists; a message moved between the two reads is included once. */
function together(held: readonly Message[], spam: readonly Message[] = []): Message[] {
  const known = new Set(held.map(({ id }) => id))
  const others = spam.filter(({ id, folder }) => folder === 'spam' && !known.has(id))
  return others.length === 0 ? [...held] : [...held, ...others].toSorted((one, other) => other.id - one.id)
}

/** Of a deleted message only the id is returned. */
type Answer = Message | { id: number }

type ChangeRequest = { changes: (Change & { key: string })[]; failed: string }

const mutationKey = ['message-changes']
/** Concurrent requests: as many as browsers open per host. */
const atATime = 6

/**
 * Changes messages optimistically (`useChanged`), one action after the other, and rolls back if the server refuses.
 * `failed` is the title of the error toast.
 */
export function useChangeMessages(): (changes: Change[], failed: string) => void {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()

  const write = ({ id, to, key }: ChangeRequest['changes'][number]): Promise<Answer> => {
    const path = `/api/contact/${id}`
    return to === 'deleted'
      ? withSession(() => send('DELETE', path, { idempotencyKey: key })).then(() => ({ id }), allowGone(id))
      : withSession(() => send<Message>('PUT', path, { body: to, idempotencyKey: key }))
  }

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'message-changes' },
    networkMode: 'always',
    mutationFn: async ({ changes }: ChangeRequest) => {
      const inTurn = pLimit(atATime)
      const written = await Promise.allSettled(changes.map((change) => inTurn(() => write(change))))
      await keep(
        client,
        written.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      )
      const refused = written.find((one) => one.status === 'rejected')
      if (refused) throw refused.reason
    },
    onError: (error, { failed }) =>
      toast({ variant: 'destructive', title: failed, description: sentenceOf(error, t('errors.network')) }),
    onSettled: () => {
      // Only after the last pending change, because a read between two would miss the second.
      if (client.isMutating({ mutationKey }) === 1)
        void client.invalidateQueries({ queryKey: messagesQuery().queryKey })
    },
  })
  return (changes, failed) => mutate({ changes: changes.map((change) => ({ ...change, key: randomKey() })), failed })
}

/** The messages with all pending changes applied (optimistic update). */
function useChanged(messages: readonly Message[]): Message[] {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as ChangeRequest).changes,
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

/** Treats a 404 as success: another person has deleted it meanwhile. */
const allowGone = (id: number) => (error: unknown) => {
  if (error instanceof ApiError && error.status === 404) return { id }
  throw error
}

/** Writes the server's responses into the cached lists. */
async function keep(client: QueryClient, answers: readonly Answer[]): Promise<void> {
  const lists = [messagesQuery(), messagesQuery({ folder: 'spam' })] as const
  // Reads in flight would return the state before the change.
  await Promise.all(lists.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
  const ids = new Set(answers.map(({ id }) => id))
  const messages = answers.filter((answer) => 'folder' in answer)
  for (const [index, { queryKey }] of lists.entries()) {
    const isSpam = index === 1
    const here = messages.filter(({ folder }) => (folder === 'spam') === isSpam)
    client.setQueryData(
      queryKey,
      (listed) =>
        listed && [...listed.filter(({ id }) => !ids.has(id)), ...here].toSorted((one, other) => other.id - one.id),
    )
  }
  for (const message of messages)
    client.setQueryData(
      messageQuery(message.id).queryKey,
      (known) => known && { ...known, ...message, thread: known.thread },
    )
}
