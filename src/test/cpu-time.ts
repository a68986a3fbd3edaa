/** Milliseconds of this process's own on the processors: what else the machine does is not the question. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
