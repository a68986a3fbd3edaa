import { queryOptions } from '@tanstack/react-query'
import type { ApiToken } from './contract'

export const tokensQuery = () => queryOptions<ApiToken[]>({ queryKey: ['/api/tokens'] })
