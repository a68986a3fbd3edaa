import { availableParallelism, loadavg } from 'node:os'

/** The factor by which other processes slow this one down; 1 on an idle machine. */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
