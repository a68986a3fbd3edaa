import { queryOptions } from '@tanstack/react-query'
import type { SetupState } from '#contract/setup'

export const setupStateQuery = () => queryOptions<SetupState>({ queryKey: ['/api/setup'] })
