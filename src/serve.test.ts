import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator, firstAdministrator, signIn, visitor } from '#test/client'
import { eventStream } from '#test/network/event-stream'
import { program } from '#test/program'
import { type SiteProcess, startSite } from '#test/site-process'
import { until } from '#test/waiting'

const server = (env: Record<string, string>) =>
  program({ file: 'src/server.ts' }, { HOST: '127.0.0.1', PORT: '0', ...env })
const command = (
  name: 'admin-create' | 'admin-reset' | 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
  input = '',
) => program({ file: `src/${name}.ts`, args }, env, input).ended

describe('a failing start', () => {
  test('reports every invalid setting in a line, and exits with 1', async () => {
    const { code, out, err } = await server({ PORT: 'x', THROTTLE: 'maybe' }).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n')).toEqual(['PORT must be a number from 0 to 65535', 'THROTTLE must be 0 or 1'])
  })

  test('reports that DATA_DIR is a file', async () => {
    const { code, err } = await server({ DATA_DIR: '/etc/hostname' }).ended
    expect(code).toBe(1)
    expect(err).toMatch(/^DATA_DIR \/etc\/hostname cannot be used: [^\n]+\n$/)
  })
})

describe('on the embedded database', () => {
  let folder: string
  let site: SiteProcess
  let env: Record<string, string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'serve-'))
    env = { DATA_DIR: join(folder, 'data') }
    site = await startSite({ dataDir: join(folder, 'data') })
  }, 60_000)
  afterAll(async () => {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the first start is complete: ready, with starter content, a set-up code and warnings', async () => {
    expect(site.setupCode()).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(site.output().match(/SITE_URL is unset/g)).toHaveLength(1)
    expect((await visitor(site.url).get('/readyz')).status).toBe(200)
    expect(await (await visitor(site.url).get('/api/blog')).json()).not.toEqual([])
  })

  test('a second server, and a command that needs exclusive access to the database, name the owner', async () => {
    const second = await server(env).ended
    expect(second.code).toBe(1)
    expect(second.err).toBe(`DATA_DIR ${env.DATA_DIR} is in use by process ${site.pid}\n`)
    const creating = await command('admin-create', [], env, 'grace\na long enough password\n')
    expect(creating).toMatchObject({ code: 1, err: `DATA_DIR ${env.DATA_DIR} is in use by process ${site.pid}\n` })
  })

  test('a port in use is reported in one line', async () => {
    const { port } = new URL(site.url)
    const other = mkdtempSync(join(tmpdir(), 'serve-'))
    const { code, err } = await server({ DATA_DIR: other, PORT: port }).ended
    expect({ code, err }).toEqual({ code: 1, err: `Port ${port} on 127.0.0.1 is already in use\n` })
    rmSync(other, { recursive: true })
  }, 30_000)

  test('the reset command works while the site runs, sets a new password, and ends other sessions', async () => {
    const before = await firstAdministrator(site)
    expect(await command('admin-reset', ['ADA'], env, `${administrator.password}\n`)).toMatchObject({
      code: 0,
      out: 'ada can log in with the new password alone, and was logged out everywhere\n',
    })
    expect((await before.get('/api/account')).status).toBe(401)
    expect((await (await signIn(site)).get('/api/account')).status).toBe(200)
  }, 30_000)

  test('a backup of the running site can be restored', async () => {
    const client = visitor(site.url)
    expect((await client.write('POST', '/api/waitlist', { email: 'before@example.com' })).status).toBe(201)
    const file = join(folder, 'site.gz')
    expect(await command('backup', [file], env)).toMatchObject({ code: 0, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'data/backup.sock')).mode & 0o777).toBe(0o600)
    expect((await command('backup', [file], env)).err).toBe(`${file} exists; --force overwrites it\n`)

    const admin = visitor(
      site.url,
      (await client.write('POST', '/api/login', administrator)).headers.getSetCookie()[0]?.split(';')[0],
    )
    const [post] = await (await admin.get('/api/blog')).json()
    expect((await admin.write('DELETE', `/api/blog/${post.id}`)).status).toBe(204)
    expect((await client.get(`/blog/${post.slug}/`)).status).toBe(404)
    const restored = await command('restore', [file], env)
    expect(restored.err).toBe('')
    expect(restored.out).toContain('subscribers 1')
    expect((await client.get(`/blog/${post.slug}/`)).status).toBe(200)
    expect((await admin.get('/api/waitlist')).status).toBe(401)
  }, 60_000)

  test('a damaged archive changes nothing', async () => {
    const file = join(folder, 'site.gz')
    const damaged = join(folder, 'damaged.gz')
    writeFileSync(damaged, readFileSync(file).subarray(0, 2000))
    expect(await command('restore', [damaged], env)).toMatchObject({
      code: 1,
      err: 'The file is no archive of this site, or it is damaged\n',
    })
    expect(await (await visitor(site.url).get('/api/blog')).json()).not.toEqual([])
  })

  test('a backup contains the files of the library', async () => {
    const { headers } = await visitor(site.url).write('POST', '/api/login', administrator)
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>'
    const form = new FormData()
    form.append('file', new File([drawing], 'plan.svg'))
    const sent = await fetch(`${site.url}/api/media`, {
      method: 'POST',
      headers: { cookie, origin: site.url },
      body: form,
    })
    expect(sent.status).toBe(201)
    const { id, url } = (await sent.json()) as { id: number; url: string }

    const file = join(folder, 'with-files.tar')
    expect(await command('backup', [file], env)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('media 1'),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await visitor(site.url, cookie).write('DELETE', `/api/media/${id}`)).status).toBe(204)
    expect((await fetch(site.url + url)).status).toBe(404)

    const whole = readFileSync(file)
    const changed = Buffer.from(whole)
    changed[whole.indexOf('<rect')] = 0x20
    for (const [name, bytes, fault] of [
      ['cut.tar', whole.subarray(0, whole.length - 2000), 'The file is no archive of this site, or it is damaged'],
      ['changed.tar', changed, 'The archive is damaged: a file in it is not what it was'],
    ] as const) {
      writeFileSync(join(folder, name), bytes)
      const { code, err } = await command('restore', [join(folder, name)], env)
      expect([name, code, err]).toEqual([name, 1, `${fault}\n`])
    }
    expect((await fetch(site.url + url)).status).toBe(404)

    expect(await command('restore', [file], env)).toMatchObject({ code: 0, err: '' })
    const shown = await fetch(site.url + url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await shown.text()).toContain('<rect')
    expect(readdirSync(join(folder, 'data/media/incoming'))).toEqual([])
  }, 60_000)

  test('a load balancer with HTTP/1.0 and no Host gets the health of the site', async () => {
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(
          Number(new URL(site.url).port),
          '127.0.0.1',
          () => void socket.write(`GET ${path} HTTP/1.0\r\n\r\n`),
        )
        socket.once('data', (bytes) => {
          socket.destroy()
          resolve(bytes.toString().split('\r\n')[0] ?? '')
        })
        socket.once('error', reject)
      })
    expect(await ask('/healthz')).toEndWith('200 OK')
    expect(await ask('/readyz')).toEndWith('200 OK')
    expect(await ask('/')).toEndWith('400 Bad Request')
  })

  test('SIGTERM finishes open requests, closes the rest, and exits with 0', async () => {
    const { port } = new URL(site.url)
    const body = JSON.stringify({ email: 'slow@example.com' })
    const socket = connect(Number(port), '127.0.0.1')
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString()
    })
    socket.write(
      `POST /api/waitlist HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await Bun.sleep(200)
    const stream = eventStream(await (await signIn(site)).get('/api/events'))
    await stream.next()
    const stopped = site.stop('SIGTERM')
    expect(await stream.ends(5000)).toBe(true)
    socket.write(body)
    expect(await stopped).toBe(0)
    expect(heard).toStartWith('HTTP/1.1 201')
    expect(heard.toLowerCase()).toContain('connection: close')
    expect(existsSync(join(folder, 'data/backup.sock'))).toBe(false)
  }, 30_000)

  test('commands have exclusive access to the database when no server runs', async () => {
    expect(await command('admin-create', [], env, 'Grace\na long enough password\n')).toMatchObject({
      code: 0,
      out: 'Administrator Grace was created\n',
    })
    expect(await command('admin-create', [], env, ' grace \na long enough password\n')).toMatchObject({
      code: 1,
      err: 'This username is taken\n',
    })
    expect((await command('admin-create', [], env, 'gr\nshort\n')).err.trim().split('\n')).toHaveLength(2)
    expect((await command('backup', [join(folder, 'later.gz')], env)).out).toContain('users 2')
    expect(await command('admin-reset', ['nobody'], env, 'another long password\n')).toMatchObject({
      code: 1,
      err: 'Administrator not found\n',
    })
    expect((await command('admin-reset', ['grace'], env, 'short\n')).code).toBe(1)
    expect((await command('admin-reset', ['grace'], env, 'another long password\n')).code).toBe(0)
  }, 60_000)
})

test('with DRAIN_SECONDS a shutdown first reports not ready, and still answers requests', async () => {
  const site = await startSite({ env: { DRAIN_SECONDS: '3' }, seconds: 50 })
  try {
    const client = visitor(site.url)
    expect((await client.get('/readyz')).status).toBe(200)
    const stopped = site.stop('SIGTERM')
    await until(async () => (await client.get('/readyz')).status === 503)
    const ready = await client.get('/readyz')
    expect([ready.status, await ready.text(), ready.headers.get('connection')]).toEqual([503, 'stopping', 'close'])
    for (let turn = 0; turn < 3; turn++) {
      const answer = await client.get('/api/blog')
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
      await answer.arrayBuffer()
    }
    expect((await client.get('/healthz')).status).toBe(200)
    expect(await stopped).toBe(0)
    await expect(client.get('/healthz')).rejects.toThrow()
  } finally {
    await site.dispose()
  }
}, 120_000)
