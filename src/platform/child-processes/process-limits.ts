import { readFileSync } from 'node:fs'

/** Limits of one task, relative to its start: bytes of memory, and seconds of CPU time. */
export type Limits = { memory?: number; seconds?: number }

/** Poll interval in milliseconds. */
const pause = 25
/** Linux's constant, whatever the processor. */
const ticksPerSecond = 100

/**
 * Calls `over` once when the process exceeds its limits, counted from now. The kernel's own limits do not fit: the
 * JavaScript engine reserves gigabytes of address space beforehand, which count. Without `/proc` nothing is watched.
 * Returns a function that stops watching.
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

/** Bytes of a process in memory or swapped out; 0 if unknown. */
export function memoryOf(pid: number): number {
  const status = read(pid, 'status')
  return ['VmRSS', 'VmSwap'].reduce(
    (sum, name) => sum + 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0),
    0,
  )
}

/** Seconds of CPU time of a process, all threads together; 0 if unknown. */
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
