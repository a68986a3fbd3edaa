/** Below the range of ephemeral ports, from which the system assigns ports for port 0 and for outgoing connections. */
const first = 20_000
const count = 12_000

/** A free port of 127.0.0.1 that the system assigns to no other process. */
export function freePort(): number {
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * count)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
      return port
    } catch {
      // The port is in use.
    }
  }
  throw new Error('There is no free port')
}
