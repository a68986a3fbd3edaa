import { readFileSync } from 'node:fs'

/** What one task may take beyond what its process has: bytes of memory, and seconds of the processors. */
export type Limits = { memory?: number; seconds?: number }

/** Milliseconds between two looks. */
const pause = 25
/** As Linux counts, whatever the processor. */
const ticksPerSecond = 100

/**
 * Calls `over` once when the process has gone beyond its limits since now. The kernel's own limits do not fit: the
 * JavaScript engine reserves gigabytes of addresses beforehand, and counts as holding them. Where there is no `/proc`,
 * nothing is watched. Returns what ends the watch.
 */
export function watchLimits(pid: number, { memory = Infinity, seconds = Infinity }: Limits, over: () => void) {
  const most = memoryOf(pid) + memory
  const end = secondsOf(pid) + seconds
  const timer = setInterval(() => {
    if (memoryOf(pid) <= most && secondsOf(pid) <= end) return
    clearInterval(timer)
    over()
  }, pause)
  timer.unref()
  return () => clearInterval(timer)
}

/** Bytes that a process has in memory or swapped out; 0 where that is not known. */
export function memoryOf(pid: number): number {
  const status = read(pid, 'status')
  return ['VmRSS', 'VmSwap'].reduce(
    (sum, name) => sum + 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0),
    0,
  )
}

/** Seconds that the processors have worked for a process, all its threads together; 0 where that is not known. */
function secondsOf(pid: number): number {
  // The program's name comes first, and may contain anything.
  const facts = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(facts[11] ?? 0) + Number(facts[12] ?? 0)) / ticksPerSecond
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
