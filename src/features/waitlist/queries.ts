import { queryOptions } from '@tanstack/react-query'
import type { Subscriber } from './contract'

export const subscribersQuery = () => queryOptions<Subscriber[]>({ queryKey: ['/api/waitlist'] })
