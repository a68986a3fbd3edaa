import { queryOptions } from '@tanstack/react-query'
import type { LinkList } from './contract'

export const linksQuery = () => queryOptions<LinkList>({ queryKey: ['/api/links'], staleTime: 0 })
