import { queryOptions } from '@tanstack/react-query'
import type { SiteAnswer } from './contract'

export const siteQuery = () => queryOptions<SiteAnswer>({ queryKey: ['/api/site'] })
