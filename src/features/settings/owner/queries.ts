import { queryOptions } from '@tanstack/react-query'
import type { Settings } from './contract'

export const settingsQuery = () => queryOptions<Settings>({ queryKey: ['/api/settings'] })
