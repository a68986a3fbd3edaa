import type { Socket } from 'bun'

type Mode = 'open' | 'frozen' | 'refusing'
type Peer = { other?: Socket<Peer>; waiting: Uint8Array[]; frozen: Uint8Array[] }

export type StallProxy = {
  port: number
  /**
   * `frozen` holds back every byte, as a stopped server does; `refusing` drops all connections and accepts no new ones.
   */
  set(mode: Mode): void
  stop(): void
}

/** A TCP proxy in front of a database that can freeze or refuse connections. */
export function stallProxy(target: { hostname: string; port: number }): StallProxy {
  let mode: Mode = 'open'
  const sockets = new Set<Socket<Peer>>()

  const forward = (from: Socket<Peer>, bytes: Uint8Array) => {
    if (mode === 'frozen') from.data.frozen.push(bytes)
    else if (from.data.other) from.data.other.write(bytes)
    else from.data.waiting.push(bytes)
  }
  const close = (socket: Socket<Peer>) => {
    sockets.delete(socket)
    socket.data?.other?.end()
  }

  const listener = Bun.listen<Peer>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(client) {
        client.data = { waiting: [], frozen: [] }
        if (mode === 'refusing') return void client.end()
        sockets.add(client)
        void Bun.connect<Peer>({
          ...target,
          data: { other: client, waiting: [], frozen: [] },
          socket: {
            open(server) {
              sockets.add(server)
              client.data.other = server
              for (const bytes of client.data.waiting.splice(0)) server.write(bytes)
            },
            data: (server, bytes) => forward(server, new Uint8Array(bytes)),
            close,
            error: close,
          },
        }).catch(() => client.end())
      },
      data: (client, bytes) => forward(client, new Uint8Array(bytes)),
      close,
      error: close,
    },
  })

  return {
    port: listener.port,
    set(next) {
      mode = next
      if (mode === 'refusing') for (const socket of sockets) socket.terminate()
      if (mode === 'open')
        for (const socket of sockets) for (const bytes of socket.data.frozen.splice(0)) socket.data.other?.write(bytes)
    },
    stop() {
      for (const socket of sockets) socket.terminate()
      listener.stop(true)
    },
  }
}
