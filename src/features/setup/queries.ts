import { queryOptions } from '@tanstack/react-query'
import type { SetupState } from './contract'

export const setupStateQuery = () => queryOptions<SetupState>({ queryKey: ['/api/setup'] })
