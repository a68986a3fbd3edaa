import { queryOptions } from '@tanstack/react-query'
import type { Delivery, Webhook } from './contract'

type DeliveryPage = Partial<Record<'limit' | 'before', string>>

export const webhooksQuery = () => queryOptions<Webhook[]>({ queryKey: ['/api/webhooks'], staleTime: 0 })
export const deliveriesQuery = (id: number, asked: DeliveryPage = {}) =>
  queryOptions<Delivery[]>({ queryKey: ['/api/webhooks', id, 'deliveries', asked], staleTime: 0 })
