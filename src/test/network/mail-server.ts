import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on loopback: the received mails, unparsed, and the recipients of each. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const taken: string[] = []
  const recipients: string[][] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString())
        recipients.push(session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port))
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  return {
    port,
    taken,
    recipients,
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
