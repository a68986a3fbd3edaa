import { queryOptions } from '@tanstack/react-query'
import type { JobReport, SystemState } from '#contract/system'

/** Poll interval in milliseconds of an open screen. */
const pollInterval = 30_000

export const systemQuery = () =>
  queryOptions<SystemState>({ queryKey: ['/api/system'], staleTime: 0, refetchInterval: pollInterval })
export const jobsQuery = () =>
  queryOptions<JobReport[]>({ queryKey: ['/api/system/jobs'], staleTime: 0, refetchInterval: pollInterval })
