import autocannon from 'autocannon'

export type Load = { requestsPerSecond: number; failed: number }

const wrk = Bun.which('wrk')
const taskset = Bun.which('taskset')
export const generator = wrk ? 'wrk' : 'autocannon'

/** Runs the load generator against one URL for `seconds`; all responses must have the expected status. */
export async function load(
  url: string,
  {
    seconds,
    connections = 32,
    headers = {},
  }: { seconds: number; connections?: number; headers?: Record<string, string> },
): Promise<Load> {
  return wrk
    ? loadWithWrk(wrk, url, seconds, connections, headers)
    : loadWithAutocannon(url, seconds, connections, headers)
}

/** Pins a process to one core, so that the server and the generator have one each. */
export async function pin(pid: number, core: number): Promise<void> {
  if (taskset && navigator.hardwareConcurrency > 1)
    await Bun.spawn([taskset, '-a', '-p', '-c', String(core), String(pid)], { stdout: 'ignore', stderr: 'ignore' })
      .exited
}

async function loadWithWrk(
  path: string,
  url: string,
  seconds: number,
  connections: number,
  headers: Record<string, string>,
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const command = [path, '-t', '1', '-c', String(connections), '-d', `${seconds}s`, ...named, url]
  const pinned = taskset && navigator.hardwareConcurrency > 1 ? [taskset, '-c', '1', ...command] : command
  const child = Bun.spawn(pinned, { stdout: 'pipe', stderr: 'ignore', timeout: (seconds + 15) * 1000 })
  const report = await new Response(child.stdout).text()
  await child.exited
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1] ?? 0),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? 0),
  }
}

async function loadWithAutocannon(
  url: string,
  seconds: number,
  connections: number,
  headers: Record<string, string>,
): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers, timeout: 5 })
  return { requestsPerSecond: result.requests.average, failed: result.errors + result['4xx'] + result['5xx'] }
}
