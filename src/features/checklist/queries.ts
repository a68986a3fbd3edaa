import { queryOptions } from '@tanstack/react-query'
import type { ChecklistEntry } from './contract'

export const checklistQuery = () => queryOptions<ChecklistEntry[]>({ queryKey: ['/api/checklist'], staleTime: 0 })
