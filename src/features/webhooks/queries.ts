import { queryOptions } from '@tanstack/react-query'
import type { Delivery, Webhook } from './contract'

export const webhooksQuery = () => queryOptions<Webhook[]>({ queryKey: ['/api/webhooks'], staleTime: 0 })
export const deliveriesQuery = (id: number) =>
  queryOptions<Delivery[]>({ queryKey: [`/api/webhooks/${id}/deliveries`], staleTime: 0 })
