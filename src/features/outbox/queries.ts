import { queryOptions } from '@tanstack/react-query'
import type { MailStatus } from '#contract/mail-status'
import type { Mail } from './contract'

type OutboxQuery = Partial<Record<'state' | 'before', string>>

export const outboxQueryOf = (asked: OutboxQuery = {}) =>
  queryOptions<Mail[]>({ queryKey: ['/api/outbox', asked], staleTime: 0 })
export const mailQuery = () => queryOptions<MailStatus>({ queryKey: ['/api/mail'], staleTime: 0 })
