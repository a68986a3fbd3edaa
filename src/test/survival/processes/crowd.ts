/**
 * `bun crowd.ts URL sign-ups|… close|keep-alive CLIENTS`: sends requests continuously until the site is gone, and
 * prints how many were answered and how many were cut off. After it has read a line from stdin, a refused connection is
 * the end and no error.
 */
const [, , url, what, connection, clients] = process.argv
let isStopping = false
let answered = 0
let cut = 0
process.stdin.once('data', () => {
  isStopping = true
})

await Promise.all(
  Array.from({ length: Number(clients) }, async (_, client) => {
    for (let turn = 0; ; turn++) {
      try {
        const answer = await ask(client, turn)
        await answer.arrayBuffer()
        answered++
      } catch (error) {
        const isRefused = /refused/i.test(String(error instanceof Error && 'code' in error ? error.code : error))
        if (!(isStopping && isRefused)) cut++
        return
      }
    }
  }),
)
console.log(JSON.stringify({ answered, cut }))
process.exit(0)

function ask(client: number, turn: number): Promise<Response> {
  const headers = connection === 'close' ? { connection: 'close' } : { connection: 'keep-alive' }
  const signal = AbortSignal.timeout(15_000)
  if (what === 'pages that are not kept')
    return fetch(`${url}/blog/nothing-${client}-${turn}-${Math.random()}/`, { headers, signal })
  const body = JSON.stringify({ email: `crowd-${client}-${turn}@example.com` })
  return fetch(`${url}/api/waitlist`, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
    signal,
  })
}
