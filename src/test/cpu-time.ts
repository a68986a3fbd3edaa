/** The CPU time of this process in milliseconds, independent of the machine's load. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
