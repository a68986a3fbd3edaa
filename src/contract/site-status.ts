import { queryOptions } from '@tanstack/react-query'

/** `deafness`: why what other processes write is not heard at once; null where it is. */
export type SiteStatus = { deafness: string | null }

export const siteStatusQuery = () => queryOptions<SiteStatus>({ queryKey: ['/api/status'], staleTime: 0 })
