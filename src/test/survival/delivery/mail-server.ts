import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { crowding } from '../../crowding'

export const behaviours = [
  'takes',
  'is away',
  'stalls',
  'drops before the mail',
  'drops after the mail',
  'refuses for now',
  'refuses for good',
] as const
export type Behaviour = (typeof behaviours)[number]

/** An accepted mail. `wasHeard`: the acceptance was sent while the client was alive to receive it. */
export type Taken = { messageId: string; to: string; subject: string; at: number; wasHeard: boolean }

/** Milliseconds that a response takes at most on an idle machine. */
const onItsWay = 100

/** A real SMTP server on loopback whose behaviour the drill sets. `knows`: whether a mailbox exists. */
export async function startMailServer({ knows = () => true }: { knows?: (address: string) => boolean } = {}) {
  let behaviour: Behaviour = 'takes'
  const taken: Taken[] = []
  const sockets = new Set<Socket>()
  const refusal = (code: number, text = 'Not now') => Object.assign(new Error(text), { responseCode: code })

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_, done) {
      if (behaviour === 'is away') for (const socket of sockets) socket.destroy()
      else if (behaviour !== 'stalls') done()
    },
    onRcptTo({ address }, _, done) {
      if (behaviour === 'refuses for now') done(refusal(451))
      else if (behaviour === 'refuses for good') done(refusal(550))
      else if (!knows(address)) done(refusal(550, '5.1.1 No such user'))
      else done()
    },
    onData(stream, session, done) {
      const now = behaviour
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (now === 'drops before the mail') for (const socket of sockets) socket.destroy()
      })
      stream.on('end', () => {
        if (now === 'drops before the mail') return
        const isAnswered = now !== 'drops after the mail'
        taken.push({
          messageId: field(text, 'Message-ID'),
          to: session.envelope.rcptTo[0]?.address ?? '',
          subject: field(text, 'Subject'),
          at: performance.now(),
          wasHeard: isAnswered,
        })
        if (isAnswered) done()
        else for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  /** Responses since then may not have been received. */
  function forgive(since: number) {
    for (const mail of taken) if (mail.at > since) mail.wasHeard = false
  }

  return {
    port: (server.server.address() as AddressInfo).port,
    taken: () => taken,
    behave(next: Behaviour) {
      behaviour = next
      // Clients that still wait get no response.
      for (const socket of sockets) socket.destroy()
      forgive(performance.now() - onItsWay * crowding())
    },
    forgive,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

const field = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im')
    .exec(text)?.[1]
    ?.replaceAll(/\r\n\s*/g, ' ')
    .trim() ?? ''
