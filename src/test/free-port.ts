/** Below those from which the system takes one for whoever lets it choose, be it to listen or to connect. */
const first = 20_000
const count = 12_000

/** A port of 127.0.0.1 on which nobody listens, and which stays free until it is used, or while its server is away. */
export function freePort(): number {
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * count)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
      return port
    } catch {
      // It is taken.
    }
  }
  throw new Error('There is no free port')
}
