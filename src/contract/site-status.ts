import { queryOptions } from '@tanstack/react-query'

/** `listenError`: why notifications of other processes do not arrive; null if they do. */
export type SiteStatus = { listenError: string | null }

export const siteStatusQuery = () => queryOptions<SiteStatus>({ queryKey: ['/api/status'], staleTime: 0 })
