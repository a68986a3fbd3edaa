import { expect, test } from 'bun:test'
import { refuseNewConnections } from './listener'

test.skipIf(process.platform !== 'linux')(
  'a listening socket that refuses new connections still answers a client that was already connected',
  async () => {
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => new Response(`answer to ${new URL(url).pathname}`),
    })
    const port = server.port ?? 0
    const connected = await Promise.all(Array.from({ length: 8 }, () => connectTo(port)))

    expect(refuseNewConnections(port)).toBe(true)
    const late = connectTo(port)
    const answers = await Promise.all(connected.map(({ get }, index) => get(`/${index}`)))
    expect(answers).toEqual(connected.map((_, index) => expect.stringContaining(`answer to /${index}`)))

    await server.stop(true)
    await expect(late).rejects.toThrow('Failed to connect')
  },
  20_000,
)

async function connectTo(port: number) {
  const answer = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: { data: (_, bytes) => answer.resolve(bytes.toString()), close: () => answer.resolve('') },
  })
  return {
    get(path: string): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
      return answer.promise
    },
  }
}
