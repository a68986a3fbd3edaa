import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'bun'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { program } from '#test/program'
import { lackingForServers, newServer, type Server } from '#test/database/postgres-cluster'

/** The only line that a start with this URL prints. */
async function startOn(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bad-server-'))
  const { code, out, err } = await program(
    { file: 'src/server.ts' },
    { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  ).ended
  rmSync(dataDir, { recursive: true, force: true })
  expect(out).toBe('')
  expect(code).toBe(1)
  return err
}

test('a server that is too old is reported in one line', async () => {
  const server = serverOfVersion(120_003)
  expect(await startOn(`postgres://postgres@127.0.0.1:${server.port}/site`)).toBe(
    'DATABASE_URL leads to PostgreSQL 12: the site needs 14 or newer.\n',
  )
  server.stop(true)
}, 30_000)

test.skipIf(!Bun.which('openssl'))(
  'an untrusted certificate is reported in one line',
  async () => {
    const server = await serverWithCertificate()
    expect(await startOn(`postgres://postgres@localhost:${server.port}/site?sslmode=verify-full`)).toMatch(
      /^The certificate of the server that DATABASE_URL leads to is not trusted: self.signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. [^\n]+\n$/,
    )
    server.stop()
  },
  30_000,
)

const lacking = lackingForServers()

describe.skipIf(lacking !== undefined)(`a start on a server${lacking ? ` (${lacking})` : ''}`, () => {
  let server: Server
  let dispose: () => void
  const urlOf = (database: string, role = 'postgres') => `postgres://${role}@127.0.0.1:${server.port}/${database}`
  beforeAll(async () => {
    const made = await newServer()
    server = made.server
    dispose = made.dispose
    await server.ask('create role guest login')
    for (const name of ['ours', 'theirs', 'closed']) await server.ask(`create database ${name}`)
  }, 60_000)
  afterAll(() => dispose())

  /** All tables and other relations in the database. */
  const contents = (database: string) =>
    server.ask(
      `select nspname, relname from pg_class join pg_namespace on relnamespace = pg_namespace.oid
       where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, 2`,
      database,
    )

  test('with the tables of another site names them, and does not change them', async () => {
    await server.ask(
      `create table users (id serial primary key, email text); create table posts (id serial primary key, title text, html text);
       insert into posts (title) values ('theirs')`,
      'theirs',
    )
    const before = await contents('theirs')
    expect(await startOn(urlOf('theirs'))).toBe(
      "The database theirs holds tables that are not this site's (posts, users). Give the site a database of its own.\n",
    )
    expect(await contents('theirs')).toBe(before)
    expect(await server.ask('select title from posts', 'theirs')).toBe('theirs\n')
  }, 30_000)

  test('without the right to create anything names the missing right, and creates nothing', async () => {
    expect(await startOn(urlOf('closed', 'guest'))).toBe(
      'The role guest may not make tables in the database closed: GRANT CREATE ON SCHEMA public TO guest, or let it own the database.\n',
    )
    await server.ask('grant create on schema public to guest', 'closed')
    expect(await startOn(urlOf('closed', 'guest'))).toBe(
      'The role guest may not make the schema drizzle in the database closed: GRANT CREATE ON DATABASE closed TO guest, or let it own the database.\n',
    )
    expect(await contents('closed')).toBe('')
  }, 30_000)

  test('with the migrations of another application does not change them', async () => {
    await server.ask('create database migrated')
    await server.ask(
      `create schema drizzle; create table customers (id int);
       create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
       insert into drizzle.__drizzle_migrations (hash, created_at) values ('theirs', 1700000000000)`,
      'migrated',
    )
    const before = await contents('migrated')
    expect(await startOn(urlOf('migrated'))).toBe(
      'The database migrated holds the migrations of something else (drizzle.__drizzle_migrations). Give the site a database of its own.\n',
    )
    expect(await contents('migrated')).toBe(before)
    expect(await server.ask('select hash from drizzle.__drizzle_migrations', 'migrated')).toBe('theirs\n')
    await server.ask('grant create on schema public to guest', 'migrated')
    expect(await startOn(urlOf('migrated', 'guest'))).toBe(
      'The server that DATABASE_URL leads to refuses: permission denied for schema drizzle\n',
    )
  }, 30_000)

  test('whose database has another encoding, or no schema, creates nothing', async () => {
    await server.ask(`create database latin encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`)
    expect(await startOn(urlOf('latin'))).toBe(
      "The database latin keeps its texts as LATIN1, and the site needs UTF8. Make it one with ENCODING 'UTF8' TEMPLATE template0.\n",
    )
    expect(await contents('latin')).toBe('')
    await server.ask('create database bare')
    await server.ask('drop schema public', 'bare')
    expect(await startOn(urlOf('bare'))).toBe(
      'The database bare has no schema for the tables of the role postgres: CREATE SCHEMA public.\n',
    )
  }, 30_000)

  test('that rejects an option of the URL, or the login, reports it', async () => {
    expect(await startOn(`${urlOf('ours')}?schema=public`)).toBe(
      'The server that DATABASE_URL leads to refuses: unrecognized configuration parameter "schema"\n',
    )
    await server.ask('create database "to be moved" allow_connections false')
    expect(await startOn(urlOf('to%20be%20moved'))).toBe(
      'The server that DATABASE_URL leads to refuses: database "to be moved" is not currently accepting connections\n',
    )
  }, 30_000)

  test('whose database or role does not exist reports the message of the server', async () => {
    expect(await startOn(urlOf('nowhere'))).toBe(
      'The server that DATABASE_URL leads to refuses: database "nowhere" does not exist\n',
    )
    expect(await startOn(urlOf('ours', 'nobody'))).toBe(
      'The server that DATABASE_URL leads to refuses: role "nobody" does not exist\n',
    )
  }, 30_000)
})

/** A fake server that can only be asked for its version. */
function serverOfVersion(version: number) {
  const message = (type: string, ...parts: Uint8Array[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  const text = (value: string) => Buffer.from(`${value}\0`)
  const ready = message('Z', Buffer.from('I'))
  // Type ids: int4 is 23, bool is 16.
  const row: [string, number, string][] = [
    ['pid', 23, '7'],
    ['version', 23, String(version)],
    ['isInRecovery', 16, 'f'],
    ['isReadOnly', 16, 'f'],
  ]
  const columns = row.map(([name, type]) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(4), int32(-1), int16(0)]),
  )
  const values = row.map(([, , value]) => Buffer.concat([int32(value.length), Buffer.from(value)]))
  const answer = Buffer.concat([
    message('T', int16(row.length), ...columns),
    message('D', int16(row.length), ...values),
    message('C', text('SELECT 1')),
    ready,
  ])
  const welcome = Buffer.concat([message('R', int32(0)), message('K', int32(7), int32(7)), ready])
  return Bun.listen<{ isIn: boolean }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket: Socket<{ isIn: boolean }>) => void (socket.data = { isIn: false }),
      data(socket) {
        socket.write(socket.data.isIn ? answer : welcome)
        socket.data.isIn = true
      },
    },
  })
}

/** A fake server with a self-signed certificate. */
async function serverWithCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await Bun.$`openssl req -new -x509 -days 2 -nodes -subj /CN=localhost -keyout ${key} -out ${cert}`.quiet()
  const options = { isServer: true, key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, options).on('error', () => {})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}
