import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePageLanguage } from '#i18n/language-atom'
import { useWatchedQuery } from '#client/use-watched-query'
import type { Message } from '../contract'
import { messagesQuery } from '../queries'
import { useChanged } from './use-changes'

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
