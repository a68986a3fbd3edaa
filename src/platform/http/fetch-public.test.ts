import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpError } from '#contract/http-error'
import { fetchPublic, type Network } from './public-network'

const folder = mkdtempSync(join(tmpdir(), 'fetch-'))
const path = join(folder, 'file')
let server: Bun.Server<undefined>
let asked: string[] = []
let network: Network

beforeAll(async () => {
  // A self-signed certificate for the names below.
  const made = Bun.spawnSync(
    [
      ...'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=pictures.test'.split(
        ' ',
      ),
      '-addext',
      'subjectAltName=DNS:pictures.test,DNS:inside.test',
    ],
    { cwd: folder, stderr: 'ignore' },
  )
  expect(made.exitCode).toBe(0)
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    fetch(request) {
      const { pathname, hostname } = new URL(request.url)
      asked.push(hostname + pathname)
      if (pathname === '/to-inside') return Response.redirect(`https://inside.test:${server.port}/a`)
      if (pathname === '/to-http') return Response.redirect('http://pictures.test/a')
      if (pathname === '/around') return Response.redirect('/around')
      if (pathname === '/on') return new Response(null, { status: 302, headers: { location: '/my%20plan.png?x=1' } })
      if (pathname === '/large') return new Response(new Uint8Array(2000))
      if (pathname === '/gone') return new Response('', { status: 404 })
      if (pathname === '/slow')
        return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) }))
      if (pathname === '/flood')
        return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100)) }))
      return new Response('picture')
    },
  })
  network = {
    resolve: (host) =>
      host.endsWith('.test')
        ? Promise.resolve([host === 'inside.test' ? '127.0.0.2' : '127.0.0.1'])
        : Promise.reject(new Error('unknown')),
    isPublic: (address) => address === '127.0.0.1',
    ca: cert,
  }
})
afterEach(() => {
  asked = []
  rmSync(path, { force: true })
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

const fetchFrom = (where: string) =>
  fetchPublic(where.startsWith('/') ? `https://pictures.test:${server.port}${where}` : where, {
    path,
    largest: 1000,
    longest: 700,
    ...network,
  })
const statusOf = (where: string) =>
  fetchFrom(where).then(
    () => 200,
    (error: unknown) => (error instanceof HttpError ? error.status : error),
  )

test('a downloaded file is written under its name', async () => {
  expect(await fetchFrom('/on')).toEqual({
    path,
    name: 'my plan.png',
    bytes: 7,
    hash: new Bun.CryptoHasher('sha256').update('picture').digest('hex'),
  })
  expect(readFileSync(path, 'utf8')).toBe('picture')
})

describe('refuses', () => {
  test.each([
    ['a redirect to a private address', '/to-inside', 422],
    ['a redirect without encryption', '/to-http', 422],
    ['a redirect without end', '/around', 422],
    ['what is not there', '/gone', 422],
    ['what is too large', '/large', 413],
    ['what never ends', '/flood', 413],
    ['what does not come', '/slow', 422],
    ['a name that nobody knows', 'https://nobody.example/a', 422],
    ['another protocol', 'http://pictures.test/a', 422],
    ['a file', 'file:///etc/passwd', 422],
    ['a password', 'https://ada:secret@pictures.test/a', 422],
    ['what is no address', 'pictures', 422],
  ])('%s', async (_, where, status) => {
    expect(await statusOf(where)).toBe(status)
    expect(asked.filter((host) => host.startsWith('inside'))).toEqual([])
    expect(readdirSync(folder).includes('file')).toBe(['/flood', '/slow'].includes(where))
  })
})
