import { queryOptions } from '@tanstack/react-query'
import type { Mail } from './contract'

type OutboxQuery = Partial<Record<'state' | 'before', string>>

export const outboxQueryOf = (asked: OutboxQuery = {}) =>
  queryOptions<Mail[]>({ queryKey: ['/api/outbox', asked], staleTime: 0 })
