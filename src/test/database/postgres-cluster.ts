import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../network/free-port'

const versions = '/usr/lib/postgresql'
const isRoot = process.getuid?.() === 0

/** A PostgreSQL server with its own folder and port, and operations on it. */
export type Server = {
  port: number
  /** Runs statements with `psql` as the superuser `postgres`; returns the output. */
  ask(statements: string, database?: string): Promise<string>
  start(): Promise<void>
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  promote(): Promise<void>
  /** `SIGKILL` to the postmaster and everything that it started. */
  kill(): void
  /** `SIGSTOP` to all of them: nothing responds, and no connection breaks. */
  freeze(): void
  thaw(): void
  /** Starts a standby of this server; with `synchronous` each commit here waits for it. */
  addStandby(options?: { synchronous?: boolean }): Promise<Server>
  /** Restarts the stopped server as a standby of `primary`, which must have its history. */
  demote(primary: Server): Promise<void>
}

/** Why no server can be created here; undefined if it can. */
export function lackingForServers(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (!binaries) return `there are no programs of a PostgreSQL server under ${versions}`
  if (isRoot && !owner()) return 'there is no user postgres, and a server does not run as root'
  if (isRoot && !Bun.which('setpriv')) return 'there is no setpriv'
  return undefined
}

/** Creates a server; `dispose` stops and deletes it, and everything created from it. */
export async function newServer(settings: readonly string[] = []): Promise<{ server: Server; dispose(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'servers-'))
  own(folder)
  const all: Server[] = []
  const dispose = () => {
    for (const each of all) each.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const server = serverIn(join(folder, 'first'), settings, all)
    await run('initdb', ['-D', join(folder, 'first'), '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8'])
    await server.start()
    return { server, dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

function serverIn(folder: string, settings: readonly string[], all: Server[]): Server {
  const port = freePort()
  const flags = [
    `-p ${port}`,
    `-k ${folder}`,
    '-h 127.0.0.1',
    ...['fsync=off', 'max_connections=100', 'hot_standby=on', ...settings].map((setting) => `-c ${setting}`),
  ].join(' ')
  const control = (...args: string[]) => run('pg_ctl', ['-D', folder, '-w', '-t', '30', ...args])
  const server: Server = {
    port,
    ask: (statements, database = 'postgres') =>
      run('psql', [
        '-XAtq',
        '-v',
        'ON_ERROR_STOP=1',
        '-h',
        '127.0.0.1',
        '-p',
        `${port}`,
        '-U',
        'postgres',
        '-c',
        statements,
        database,
      ]),
    async start() {
      // The shared memory of a killed server is in use until its last process is gone.
      for (let tries = 0; ; tries++) {
        const isUp = await control('-o', flags, '-l', `${folder}.log`, 'start').then(
          () => true,
          () => false,
        )
        if (isUp) return
        if (tries === 10) throw new Error(readFileSync(`${folder}.log`, 'utf8').slice(-1000))
        await Bun.sleep(200)
      }
    },
    stop: async (mode = 'fast') => void (await control('-m', mode, 'stop')),
    promote: async () => void (await control('promote')),
    kill: () => signal(folder, 'SIGKILL'),
    freeze: () => signal(folder, 'SIGSTOP'),
    thaw: () => signal(folder, 'SIGCONT'),
    async addStandby({ synchronous = false } = {}) {
      const name = `standby${all.length}`
      const its = join(folder, '..', name)
      const source = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`
      await run('pg_basebackup', ['-D', its, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', source])
      const standby = serverIn(its, settings, all)
      await standby.start()
      if (synchronous) {
        await server.ask(`alter system set synchronous_standby_names = '${name}'`)
        await server.ask('select pg_reload_conf()')
        for (
          let tries = 0;
          (await server.ask(`select sync_state from pg_stat_replication`)).trim() !== 'sync';
          tries++
        ) {
          if (tries > 200) throw new Error('The standby does not become synchronous')
          await Bun.sleep(50)
        }
      }
      return standby
    },
    async demote(primary) {
      const source = `host=127.0.0.1 port=${primary.port} user=postgres`
      await Bun.write(join(folder, 'standby.signal'), '')
      await Bun.write(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
      own(join(folder, 'standby.signal'))
      await server.start()
    },
  }
  all.push(server)
  return server
}

const binaries = findBinaries()

function findBinaries(): string | undefined {
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => ['initdb', 'pg_ctl', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
}

function owner(): { uid: number; gid: number } | undefined {
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

function own(path: string): void {
  const them = isRoot ? owner() : undefined
  if (them) chownSync(path, them.uid, them.gid)
  if (!path.endsWith('.signal')) chmodSync(path, 0o700)
}

async function run(name: string, args: readonly string[]): Promise<string> {
  const { uid, gid } = owner() ?? { uid: 0, gid: 0 }
  const as = isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []
  const child = Bun.spawn([...as, join(binaries ?? '', name), ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGCONNECT_TIMEOUT: '5' },
    stdin: 'ignore',
    // The postmaster that `pg_ctl` leaves behind would keep a pipe open.
    stdout: name === 'pg_ctl' ? 'ignore' : 'pipe',
    stderr: name === 'pg_ctl' ? 'ignore' : 'pipe',
  })
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  if ((await child.exited) !== 0) throw new Error(`${name} ${args.join(' ')}: ${err.trim()}`)
  return out
}

const textOf = (stream: ReadableStream<Uint8Array> | undefined) => (stream ? new Response(stream).text() : '')

/** Signals the postmaster first, so that it starts no new processes, and then its children. */
function signal(folder: string, name: NodeJS.Signals): void {
  try {
    const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    // After a kill the file stays, and the pid may belong to another process.
    if (!readFileSync(`/proc/${postmaster}/cmdline`, 'utf8').includes(folder)) return
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    for (const pid of [postmaster, ...children.map(Number)]) if (pid > 1) kill(pid, name)
  } catch {
    // It is not running.
  }
}

function kill(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
