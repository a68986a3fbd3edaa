import { queryOptions } from '@tanstack/react-query'
import type { JobReport, SystemState } from '#contract/system'

/** Milliseconds: an open screen follows what the server says. */
const glance = 30_000

export const systemQuery = () =>
  queryOptions<SystemState>({ queryKey: ['/api/system'], staleTime: 0, refetchInterval: glance })
export const jobsQuery = () =>
  queryOptions<JobReport[]>({ queryKey: ['/api/system/jobs'], staleTime: 0, refetchInterval: glance })
