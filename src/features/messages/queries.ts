import { queryOptions } from '@tanstack/react-query'
import type { DayCounts } from '#contract/day-counts'
import type { Message, MessageWithThread, MessageListQuery } from './contract'

/** Every message except spam, newest first; or those of a folder, and those that contain all words of `q`. */
export const messagesQuery = (asked: MessageListQuery = {}) => {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''))
  return queryOptions<Message[]>({
    queryKey: Object.keys(given).length > 0 ? ['/api/contact', given] : ['/api/contact'],
  })
}

/** Messages by day. */
export const messageDaysQuery = () => queryOptions<DayCounts>({ queryKey: ['/api/contact', 'days'], staleTime: 60_000 })

/**
 * One message with its thread. Its key has the same prefix as that of the lists, so that they are invalidated together.
 */
export const messageQuery = (id: number) => queryOptions<MessageWithThread>({ queryKey: ['/api/contact', id] })
