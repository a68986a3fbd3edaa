import type { Socket } from 'bun'
import { visitor } from '../../client'
import { crowding } from '../../crowding'
import { startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto } from '../figures'

/**
 * Hundreds of clients that send their headers and bodies a byte at a time, or read nothing: ordinary visitors are not
 * affected.
 */
export async function slowDrill({ clients, seconds }: { clients: number; seconds: number }): Promise<Figures> {
  const figures = newFigures(`${clients} slow clients`)
  const site = await startSite({ env: { SEED_DEMO: '1' } })
  const { hostname, port } = new URL(site.url)
  const sockets: Socket[] = []
  let going = true
  try {
    for (let index = 0; index < clients; index++) {
      const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {}, error() {} } })
      sockets.push(socket)
      if (index % 3 === 0) socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
      if (index % 3 === 1)
        socket.write(
          'POST /api/waitlist HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
        )
      if (index % 3 === 2) {
        socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20))
        socket.pause()
      }
    }
    const trickle = (async () => {
      while (going) {
        for (const [index, socket] of sockets.entries()) if (index % 3 !== 2) socket.write('a')
        await Bun.sleep(200)
      }
    })()
    const client = visitor(site.url)
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      for (const path of ['/', '/api/projects', '/blog/']) {
        const answer = await timedInto(figures, 'longestAnswerMs', () => client.get(path))
        await answer.arrayBuffer()
        expectThat(figures, answer.status === 200, `${path} answered ${answer.status}`)
      }
      figures.rounds++
      await Bun.sleep(20)
    }
    going = false
    await trickle
    expectThat(
      figures,
      figures.longestAnswerMs < 1000 * crowding(),
      `an ordinary visitor waited ${figures.longestAnswerMs} ms`,
    )
  } finally {
    going = false
    for (const socket of sockets) socket.terminate()
    await site.dispose()
  }
  return figures
}
