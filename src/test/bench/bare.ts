/**
 * The reference of the benchmark: a bare `Bun.serve` that returns one stored response, read from a file as `{ status,
 * headers, body (base64) }`.
 */
const file = process.argv[2] ?? ''
const { status, headers, body } = (await Bun.file(file).json()) as {
  status: number
  headers: [string, string][]
  body: string
}
const bytes = status === 304 ? null : Buffer.from(body, 'base64')

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(bytes, { status, headers }) })
console.log(`Listening on http://127.0.0.1:${server.port}`)
