import { availableParallelism, loadavg } from 'node:os'

/** By how much longer everything takes since others want the processors too; 1 on a machine with nothing else to do. */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
