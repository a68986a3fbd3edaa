import { queryOptions } from '@tanstack/react-query'
import type { MissingPath, Redirect } from './contract'

export const redirectsQuery = () => queryOptions<Redirect[]>({ queryKey: ['/api/redirects'] })
export const missingPathsQuery = () => queryOptions<MissingPath[]>({ queryKey: ['/api/missing-paths'] })
